/** The rows of a table as a spreadsheet. */
import './grid.css'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useCommands } from '../../../ui/commands.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { TableView } from '../model/content.ts'
import type { Review } from '../store/review.ts'
import { onCopy, onPaste } from './clipboard.ts'
import { ColumnsDialog } from './columns/columns-dialog.tsx'
import { gridCommands } from './commands.ts'
import { ContextMenu } from './context-menu.tsx'
import { GridView } from './grid-view.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { StatusLine } from './status-line.tsx'
import { useTableStore, type TableStore } from './table-store.ts'
import { Toolbar } from './toolbar.tsx'

/** Shows one table of the annotation under review. It fills the height of its container. */
export function LineItems({ review, table }: { review: Review; table: TableView }) {
  const store = useTableStore(review, table)
  const statusId = useId()
  const root = useRef<HTMLDivElement>(null)
  const { hasFocus, selection, pasting, menuAt, actions, drawing } = store
  const commands = gridCommands(store)
  // Keys of the grid apply while it has the focus; without rows adding some is possible from anywhere in it.
  useCommands(hasFocus.value ? commands : [])
  useEffect(() => {
    if (drawing.value || !store.focusNext) return
    store.focusNext = false
    root.current!.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus()
  }, [drawing.value])
  const isEmpty = selection.size.value.rows === 0
  return (
    <div
      ref={root}
      class="line-items"
      onFocusIn={() => (hasFocus.value = true)}
      onFocusOut={(event) => (hasFocus.value = event.currentTarget.contains(event.relatedTarget as Node | null))}
      onCopy={(event) => onCopy(event, store)}
      onPaste={(event) => onPaste(event, store)}
      onContextMenu={(event) => {
        if (!(event.target as Element).closest('.grid-body') || selection.editing.value) return
        event.preventDefault()
        // Keyboards open the menu at the cell with the focus.
        const box = (event.target as Element).getBoundingClientRect()
        const isKey = event.clientX === 0 && event.clientY === 0
        menuAt.value = isKey ? { x: box.left + 12, y: box.bottom } : { x: event.clientX, y: event.clientY }
      }}
    >
      <Toolbar store={store} commands={commands} />
      <WrappedBanner store={store} />
      {isEmpty ? (
        <EmptyTable store={store} />
      ) : (
        <GridView store={store} statusId={statusId} leave={() => document.getElementById(statusId)?.focus()} />
      )}
      {!isEmpty && <StatusLine store={store} id={statusId} />}
      <ContextMenu store={store} commands={commands} />
      {drawing.value && <ColumnsDialog store={store} />}
      {pasting.value !== null && <PasteDialog store={store} text={pasting.value} />}
      <span class="visually-hidden" role="status">
        {actions.busy.value ? t('grid.working') : ''}
      </span>
    </div>
  )
}

function WrappedBanner({ store }: { store: TableStore }) {
  const { wrapped, dismissed, actions } = store
  const pairs = wrapped.value
  if (!pairs.length) return null
  return (
    <div class="grid-banner" role="status">
      <Icon name="wand" />
      <span>{t('grid.wrapped', { count: pairs.length })}</span>
      <Button disabled={actions.busy.value} onClick={() => void actions.join(pairs)}>
        {t('grid.joinThem')}
      </Button>
      <Button kind="quiet" icon="close" label={t('grid.keepRows')} onClick={() => (dismissed.value = true)} />
    </div>
  )
}

function EmptyTable({ store }: { store: TableStore }) {
  const { review, actions, mayEdit, pasting, drawing } = store
  return (
    <div class="grid-empty">
      <p>{mayEdit.value ? t('grid.empty') : t('grid.emptyReadOnly')}</p>
      {mayEdit.value && (
        <div>
          <Button icon="add" busy={actions.busy.value} onClick={() => void actions.addRow()}>
            {t('grid.add')}
          </Button>
          <Button icon="copy" onClick={() => (pasting.value = '')}>
            {t('grid.paste')}
          </Button>
          <Button icon="grid" disabled={!review.pages.value.length} onClick={() => (drawing.value = true)}>
            {t('grid.columns')}
          </Button>
        </div>
      )}
    </div>
  )
}
