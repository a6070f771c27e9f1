/** Copying selected cells as text, and pasting text into a table. */
import { t } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/toasts.tsx'
import { parseDelimited, writeDelimited } from './delimited.ts'
import { paste, replace, textsOf, type Paste } from './operations.ts'
import type { Place } from './ranges.ts'
import type { Recorder } from './recorder.ts'
import type { Selection } from './selection.ts'

export interface Pasting {
  /** Returns the selected cells as text. */
  copied(): string
  /** Returns what a paste would do. */
  preview(text: string): Paste
  paste(text: string): Promise<void>
}

export function createPasting(selection: Selection, recorder: Recorder): Pasting {
  const table = () => selection.table.value
  const start = (): Place => {
    const { top, left } = selection.range.value
    return table().rows.length ? { row: top, col: left } : { row: 0, col: 0 }
  }
  const plan = (texts: string[][]): Paste =>
    paste(table(), start(), texts, table().rows.length ? selection.range.value : undefined)

  return {
    copied: () => writeDelimited(textsOf(table(), selection.range.value)),
    preview: (text) => plan(parseDelimited(text)),
    paste: async (text) => {
      const texts = parseDelimited(text)
      const from = start()
      const { values, adds, added, skipped } = plan(texts)
      if (!adds.length) recorder.setValues(t('grid.step.paste'), values)
      else {
        const changes = [...[...values].map(([id, value]) => replace(id, value)), ...adds]
        if (!(await recorder.run(t('grid.step.paste'), changes))) return
      }
      const cols = Math.max(...texts.map((row) => row.length))
      if (table().rows.length && (texts.length > 1 || cols > 1))
        selection.select({
          top: from.row,
          left: from.col,
          bottom: Math.min(from.row + texts.length, table().rows.length) - 1,
          right: Math.min(from.col + cols, table().columns.length) - 1,
        })
      const count = values.size + added
      const note = skipped ? ` ${t('grid.skipped', { count: skipped })}` : ''
      showMessage(t('grid.pasted', { count }) + note, recorder.undoOffer())
    },
  }
}
