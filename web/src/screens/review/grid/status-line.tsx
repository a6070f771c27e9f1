/** The line below a table: what is wrong with the active cell, or what is selected and which keys help. */
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import { messageText } from '../fields/field-row.tsx'
import { isSingle } from './ranges.ts'
import type { TableStore } from './table-store.ts'

export function StatusLine({ store, id }: { store: TableStore; id: string }) {
  const { selection, review, actions, mayEdit } = store
  const { row, col } = selection.at.value
  const range = selection.range.value
  const cell = selection.isActive.value ? selection.cell() : undefined
  const messages = cell ? (review.messages.value.get(cell.id) ?? []) : []
  const [worst] = [...messages].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type))
  const state = cell && review.stateOf(cell)
  const column = selection.table.value.columns[col]
  const place = column && cell ? t('grid.place', { column: column.label, row: row + 1 }) : ''
  const kind = worst?.type ?? (state === 'uncertain' ? 'uncertain' : '')
  return (
    <p id={id} class={`grid-status ${kind}`} tabIndex={-1}>
      {(worst || state === 'uncertain') && <Icon name={worst?.type === 'info' ? 'note' : 'alert'} size={15} />}
      {worst ? (
        <>
          <b>{place}:</b> <span>{messageText(worst.content)}</span>
        </>
      ) : (
        <span>
          {actions.busy.value
            ? t('grid.working')
            : cell && !isSingle(range)
              ? t('grid.selected', { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 })
              : state === 'uncertain' && mayEdit.value
                ? `${place}: ${t('grid.uncertainHint')}`
                : mayEdit.value
                  ? t('grid.keysHint')
                  : t('grid.readOnly')}
        </span>
      )}
    </p>
  )
}

const ORDER = ['error', 'warning', 'info']
