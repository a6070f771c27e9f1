/** The control in a cell while it is edited. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import type { FieldView } from '../model/content.ts'
import { optionsOf } from './cells.ts'
import { onEditorKey } from './keys.ts'
import type { TableStore } from './table-store.ts'

export function CellEditor({ store, cell, label }: { store: TableStore; cell: FieldView; label: string }) {
  const { selection, review, actions } = store
  const edit = selection.editing.value!
  const ref = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true })
    // A value as a whole is replaced by typing; a first character is continued.
    if (!edit.isTyped) ref.current?.select?.()
  }, [])
  const set = (text: string) => {
    const now = selection.editing.value
    if (!now || now.id !== cell.id) return
    selection.editing.value = { ...now, text }
    review.type(cell.id, text)
  }
  const common = {
    ref,
    class: 'cell-editor',
    'aria-label': label,
    onKeyDown: (event: KeyboardEvent) => {
      if (onEditorKey(event, store)) event.preventDefault()
      if (!event.ctrlKey && !event.altKey) event.stopPropagation()
    },
    onBlur: () => actions.commit(),
  }
  if (cell.schema.type !== 'enum')
    return (
      <input
        {...common}
        type="text"
        value={edit.text}
        inputMode={cell.schema.type === 'number' ? 'decimal' : 'text'}
        autocomplete="off"
        spellcheck={false}
        maxLength={1500}
        onInput={(event) => set(event.currentTarget.value)}
      />
    )
  const options = optionsOf(cell)
  const isKnown = options.some(({ value }) => value === edit.before)
  return (
    <select {...common} value={edit.text} onChange={(event) => set(event.currentTarget.value)}>
      {!options.some(({ value }) => value === '') && <option value="">{t('grid.noOption')}</option>}
      {!isKnown && edit.before !== '' && <option value={edit.before}>{edit.before}</option>}
      {options.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
