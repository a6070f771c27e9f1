/** Shows what a paste is going to do before it adds rows, and takes the text where the browser does not give it. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { parseDelimited } from './delimited.ts'
import type { TableStore } from './table-store.ts'

/** Rows of the preview. */
const SHOWN = 6

export function PasteDialog({ store, text }: { store: TableStore; text: string }) {
  const { actions, selection, pasting } = store
  const [given, setGiven] = useState(text)
  const form = useRef<HTMLFormElement>(null)
  const close = () => {
    pasting.value = null
  }
  // Enter pastes what was announced.
  useLayoutEffect(() => {
    if (text) form.current?.querySelector<HTMLElement>('.button.primary')?.focus()
  }, [])
  const isEmpty = given.trim() === ''
  const { values, adds, skipped } = actions.preview(isEmpty ? '' : given)
  const submit = (event: Event) => {
    event.preventDefault()
    if (isEmpty) return
    close()
    void actions.paste(given)
  }
  const facts = [
    values.size ? t('grid.fills', { count: values.size }) : '',
    adds.length ? t('grid.adds', { count: adds.length }) : '',
    skipped ? t('grid.skips', { count: skipped }) : '',
  ]
  return (
    <Dialog title={t('grid.paste')} onClose={close} wide>
      <form ref={form} class="paste-form" onSubmit={submit}>
        {text === '' && (
          <TextArea label={t('grid.pasteHere')} value={given} rows={isEmpty ? 6 : 3} onInput={setGiven} />
        )}
        {!isEmpty && (
          <>
            <p role="status">{facts.filter(Boolean).join(' ')}</p>
            <Preview
              texts={parseDelimited(given)}
              from={selection.size.value.rows ? selection.range.value.left : 0}
              store={store}
            />
          </>
        )}
        <div class="paste-actions">
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={isEmpty}>
            {t('grid.pasteNow')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PreviewProps {
  store: TableStore
  texts: string[][]
  /** Column that gets the first cells. */
  from: number
}

function Preview({ store, texts, from }: PreviewProps) {
  const { columns } = store.selection.table.value
  const width = Math.min(Math.max(...texts.map((row) => row.length)), columns.length - from)
  const targets = columns.slice(from, from + width)
  return (
    <div class="paste-preview" tabIndex={0} role="region" aria-label={t('grid.preview')}>
      <table class="table">
        <thead>
          <tr>
            {targets.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {texts.slice(0, SHOWN).map((row, index) => (
            <tr key={index}>
              {targets.map(({ id, type }, col) => (
                <td key={id} class={type === 'number' ? 'number' : ''}>
                  {row[col] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {texts.length > SHOWN && <p class="hint">{t('grid.furtherRows', { count: texts.length - SHOWN })}</p>}
    </div>
  )
}
