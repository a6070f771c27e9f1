/** One cell: its value, its state, and the control while it is edited. */
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { FieldView } from '../model/content.ts'
import type { FieldState } from '../model/state.ts'
import { CellEditor } from './cell-editor.tsx'
import { isWritable, textOf, valueOf } from './cells.ts'
import type { TableStore } from './table-store.ts'

interface CellProps {
  store: TableStore
  cell: FieldView | undefined
  col: number
  /** Has the place in the order of Tab. */
  isHere: boolean
  /** Is the active field of the review. */
  isActive: boolean
  isSelected: boolean
  /** Id of the element with the message of the active cell. */
  describedBy: string
}

export function GridCell({ store, cell, col, isHere, isActive, isSelected, describedBy }: CellProps) {
  const { review, selection, mayEdit } = store
  if (!cell || cell.node.hidden) return <div role="gridcell" class="grid-cell none" aria-colindex={col + 2} />
  const state = review.stateOf(cell)
  const isEditing = selection.editingId.value === cell.id
  const text = textOf(cell)
  const classes = ['grid-cell', cell.schema.type, state, text === '' && 'blank', isActive && 'active']
  return (
    <div
      role="gridcell"
      id={`cell-${cell.id}`}
      data-cell={cell.id}
      class={[...classes, isSelected && 'selected'].filter(Boolean).join(' ')}
      tabIndex={isHere && !isEditing ? 0 : -1}
      aria-colindex={col + 2}
      aria-selected={isSelected}
      aria-readonly={mayEdit.value && isWritable(cell) ? undefined : true}
      aria-invalid={state === 'error' || undefined}
      aria-describedby={isActive ? describedBy : undefined}
      title={text.length > 12 && !isEditing ? text : undefined}
    >
      {isEditing ? (
        <CellEditor store={store} cell={cell} label={cell.schema.label} />
      ) : (
        <>
          <StateMark state={state} />
          {cell.schema.type === 'button' ? (
            <span class="cell-button">{cell.schema.label}</span>
          ) : (
            <span class="cell-text">{text}</span>
          )}
        </>
      )}
      {state === 'error' && <span class="visually-hidden">{t('review.state.error')}</span>}
      {state === 'uncertain' && valueOf(cell) !== '' && (
        <span class="visually-hidden">{t('review.state.uncertain')}</span>
      )}
    </div>
  )
}

/** A shape for each state, because colour alone is not enough. */
function StateMark({ state }: { state: FieldState }) {
  if (state === 'error')
    return (
      <span class="mark">
        <Icon name="alert" size={14} />
      </span>
    )
  return state === 'uncertain' || state === 'checked' ? <span class={`mark ${state}`} aria-hidden="true" /> : null
}
