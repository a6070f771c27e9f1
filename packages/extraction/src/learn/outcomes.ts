import type { Extraction, HeaderField } from '../types.ts'
import { sameForm } from './kinds.ts'
import type { ConfirmedValues, Lesson, Remembered } from './types.ts'

/** Compares what a layout had proposed for a document with what people confirmed. Fields that were not confirmed are left out. */
export function outcomesOf(
  proposals: NonNullable<Extraction['learned']>['proposals'],
  values: ConfirmedValues,
): Remembered['outcomes'] {
  const outcomes: Remembered['outcomes'] = {}
  for (const [field, proposed] of Object.entries(proposals) as [HeaderField, string | null][]) {
    const confirmed = values[field]
    if (!confirmed) continue
    const { value } = confirmed
    outcomes[field] =
      value === null || proposed === null ? value === proposed : sameForm(field, value) === sameForm(field, proposed)
  }
  return outcomes
}

/** Returns in words where a document has its values, by field; null for a field that was confirmed empty. */
export function describeLesson({ fields }: Lesson): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { value, anchors, printed }]) => {
      if (value === null) return [field, null]
      const label = anchors[0]?.label
      if (label) return [field, `${label.side === 'left' ? 'right of' : 'below'} "${label.text}"`]
      if (anchors[0]) return [field, `on page ${anchors[0].place.page}, without a label`]
      return [field, printed ? 'anywhere on the page' : 'not found on the page']
    }),
  )
}
