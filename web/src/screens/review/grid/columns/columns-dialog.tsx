/** "Columns on the page": the user draws the columns and rows of a table over the page, and the service reads the cells. */
import './columns.css'
import { useMemo, useState } from 'preact/hooks'
import { t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Checkbox } from '../../../../ui/fields.tsx'
import { showMessage } from '../../../../ui/toasts.tsx'
import type { TableStore } from '../table-store.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { addLine, type Axis } from './part.ts'
import { Stage } from './stage.tsx'

const ZOOMS = [0.6, 0.8, 1, 1.35, 1.8, 2.4]

export function ColumnsDialog({ store }: { store: TableStore }) {
  const drawing = useMemo(() => createDrawing(store, () => t('grid.step.read')), [])
  const [zoom, setZoom] = useState(2)
  const [wantsBox, setWantsBox] = useState(false)
  const isDrawing = wantsBox || drawing.part.value === null
  const close = () => {
    store.drawing.value = false
  }
  const read = async () => {
    if (!(await drawing.read())) return
    store.focusNext = true
    close()
    const label = t('grid.undo')
    const step = store.actions.steps.value.at(-1)
    const count = store.selection.table.value.rows.length
    showMessage(t('grid.columns.done', { count }), { label, run: () => void store.actions.undo(step) })
  }
  return (
    <Dialog
      title={t('grid.columns')}
      onClose={close}
      wide
      actions={<Footer drawing={drawing} close={close} read={read} />}
    >
      <div class="columns-tools" role="toolbar" aria-label={t('grid.columns.tools')}>
        <PageSwitch drawing={drawing} />
        <Tools drawing={drawing} isDrawing={isDrawing} wantsBox={wantsBox} setWantsBox={setWantsBox} />
        <span class="end">
          <Button
            kind="quiet"
            icon="minus"
            label={t('grid.columns.zoomOut')}
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          />
          <Button
            kind="quiet"
            icon="add"
            label={t('grid.columns.zoomIn')}
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
        </span>
      </div>
      <p class="hint" role="status">
        {isDrawing ? t('grid.columns.drawHint') : t('grid.columns.hint')}
      </p>
      <Stage
        drawing={drawing}
        zoom={ZOOMS[zoom]!}
        isDrawing={isDrawing}
        onDrawn={(rectangle) => {
          setWantsBox(false)
          void drawing.draw(rectangle)
        }}
      />
    </Dialog>
  )
}

function PageSwitch({ drawing }: { drawing: Drawing }) {
  const { pageAt, pages, page } = drawing
  if (pages.length < 2) return null
  const go = (by: number) => {
    pageAt.value += by
  }
  return (
    <span class="columns-pages">
      <Button
        kind="quiet"
        icon="back"
        label={t('grid.columns.before')}
        disabled={pageAt.value === 0}
        onClick={() => go(-1)}
      />
      <span aria-live="polite">{t('grid.columns.page', { page: page.value.number, pages: pages.length })}</span>
      <Button
        kind="quiet"
        icon="next"
        label={t('grid.columns.after')}
        disabled={pageAt.value === pages.length - 1}
        onClick={() => go(1)}
      />
    </span>
  )
}

interface ToolsProps {
  drawing: Drawing
  isDrawing: boolean
  wantsBox: boolean
  setWantsBox: (wants: boolean) => void
}

function Tools({ drawing, isDrawing, wantsBox, setWantsBox }: ToolsProps) {
  const { part, page } = drawing
  const { number, width, height } = page.value
  const add = (axis: Axis) => {
    const added = part.value && addLine(part.value, axis, null, drawing.type)
    if (!added) return
    drawing.set(number, added.part)
    // The keyboard goes on to move the new line.
    requestAnimationFrame(() => {
      const lines = document.querySelectorAll<HTMLElement>(`.columns-page .grid-line.${axis}`)
      lines[added.at]?.focus({ preventScroll: true })
      lines[added.at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
  }
  const all = () => {
    setWantsBox(false)
    void drawing.draw([0, 0, width ?? 1240, height ?? 1754])
  }
  return (
    <>
      <Button icon="add" disabled={isDrawing} onClick={() => add('column')}>
        {t('grid.columns.addColumn')}
      </Button>
      <Button icon="add" disabled={isDrawing} onClick={() => add('row')}>
        {t('grid.columns.addRow')}
      </Button>
      <Button icon="fit" pressed={isDrawing} disabled={part.value === null} onClick={() => setWantsBox(!wantsBox)}>
        {t('grid.columns.draw')}
      </Button>
      {isDrawing ? (
        <Button icon="wand" onClick={all}>
          {t('grid.columns.wholePage')}
        </Button>
      ) : (
        <Button kind="quiet" icon="trash" label={t('grid.columns.remove')} onClick={() => drawing.set(number, null)} />
      )}
    </>
  )
}

function Footer({ drawing, close, read }: { drawing: Drawing; close: () => void; read: () => Promise<void> }) {
  const { others, isWhole, busy, failed, parts } = drawing
  const isPossible = [...parts.value.values()].some((part) => part.columns.some(({ schema_id }) => schema_id !== null))
  return (
    <div class="columns-footer">
      {failed.value && (
        <p class="field-error" role="alert">
          {t('grid.columns.failed')}
        </p>
      )}
      {!isPossible && !failed.value && <p class="hint">{t('grid.columns.assign')}</p>}
      {isPossible && others.value > 0 && (
        <Checkbox
          label={t('grid.columns.others', { count: others.value })}
          checked={isWhole.value}
          onChange={(checked) => (isWhole.value = checked)}
        />
      )}
      <span class="end">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button kind="primary" busy={busy.value} disabled={!isPossible} onClick={() => void read()}>
          {t('grid.columns.read')}
        </Button>
      </span>
    </div>
  )
}
