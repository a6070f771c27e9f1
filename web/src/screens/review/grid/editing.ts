/** Ending the edit of a cell, with its value or without. */
import { t } from '../../../i18n/index.ts'
import type { Review } from '../store/review.ts'
import { datapointIn } from './cells.ts'
import type { Recorder } from './recorder.ts'
import type { Selection } from './selection.ts'

export interface Editing {
  /** Ends an edit with its value, which counts as checked. Without a change only if `always`. */
  commit(always?: boolean): void
  cancel(): void
}

export const createEditing = (review: Review, selection: Selection, recorder: Recorder): Editing => ({
  commit: (always = false) => {
    const edit = selection.editing.value
    if (!edit) return
    selection.editing.value = null
    if (edit.text === edit.before) return always ? review.accept(edit.id) : review.discard(edit.id)
    const cell = datapointIn(selection.table.value, edit.id)
    const content = cell?.content && { ...cell.content, value: edit.before }
    if (cell)
      recorder.push({ label: t('grid.step.edit'), cells: [{ ...cell, content: content ?? null }], rows: [], added: [] })
    review.accept(edit.id, edit.text)
  },
  cancel: () => {
    const edit = selection.editing.value
    if (edit) review.discard(edit.id)
    selection.editing.value = null
  },
})
