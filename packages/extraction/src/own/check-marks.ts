/** Options of which one is ticked: `☒ Gas ☐ Water`, `[x] Gas [ ] Water`. */
import type { Layout } from '../find/layout.ts'
import { tokenize } from '../lexicon/index.ts'
import type { OwnField } from './field.ts'
import type { Place } from './types.ts'

const TICKED = /☒|☑|✓|✔|✗|✘|\[\s?[xX✓✔]\s?\]|\(\s?[xX]\s?\)/gu

/** Returns the places behind a tick where the only option of a field is printed that is ticked; null if none or several are. */
export function findTicked({ segments }: Layout, { options = [] }: OwnField): { place: Place; value: string } | null {
  const found = segments.flatMap((segment) =>
    [...segment.text.matchAll(TICKED)].flatMap((tick) => {
      const from = tick.index + tick[0].length
      const words = tokenize(segment.text.slice(from))
      return options.flatMap(({ value, label }) => {
        const wanted = tokenize(label)
        if (wanted.length === 0 || !wanted.every(({ token }, i) => words[i]?.token === token)) return []
        const [first, last] = [words[0]!, words[wanted.length - 1]!]
        return [{ value, place: { side: 'behind' as const, segment, start: from + first.start, end: from + last.end } }]
      })
    }),
  )
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0]! : null
}
