/** Warns of text that a page contains but does not show: a known fraud puts another account or amount there, for programs to read. */
import { analyse, type Analysis } from './find/analyse.ts'
import type { Candidate } from './find/candidates.ts'
import { placesBehind } from './find/labels.ts'
import { groupLines } from './read/lines.ts'
import type { Note, ReadDocument } from './types.ts'

/**
 * Returns a note for each page on which text that no reader sees holds an IBAN, an amount or a document number that is not on the visible pages. Other invisible text is
 * common and harmless, such as the marks of printers outside the page.
 */
export function noteInvisible(document: ReadDocument, visible: Analysis, locale: string | undefined): Note[] {
  const pages = document.pages.flatMap((page) =>
    page.hidden?.length ? [{ ...page, words: page.hidden, lines: groupLines(page.hidden) }] : [],
  )
  if (pages.length === 0) return []
  const hidden = analyse({ ...document, pages }, locale)
  const shown = new Set(KINDS.flatMap((kind) => visible.candidates[kind].map((candidate) => keyOf(candidate))))
  const others = findings(hidden).filter((candidate) => !shown.has(keyOf(candidate)))
  const numbers = [...new Set(others.map(({ segment }) => segment.page.number))].sort((a, b) => a - b)
  return numbers.map((page) => ({ type: 'warning', content: 'The page contains invisible text.', page, blocks: true }))
}

const KINDS = ['iban', 'amount', 'id'] as const

const keyOf = ({ kind, value }: Candidate): string => `${kind} ${value.toUpperCase()}`

const findings = (hidden: Analysis): Candidate[] => [
  ...hidden.candidates.iban,
  ...hidden.candidates.amount.filter(isMoney),
  ...documentNumbers(hidden),
]

/** A figure with decimals or a currency: others are counts, dates and numbers of pages. */
const isMoney = ({ traits }: Candidate): boolean =>
  !traits.includes('percent') && traits.some((trait) => trait === 'currency' || /^places:[2-9]$/.test(trait))

/** Between a label and its number: `invoice.indd 1` is the name of a file. */
const SEPARATOR = /^[\s\p{P}\p{S}]*$/u

/** Returns the numbers behind the labels of a document number. */
const documentNumbers = ({ layout, labels, candidates }: Analysis): Candidate[] =>
  labels
    .filter(({ classes }) => classes.has('invoice_no'))
    .flatMap((label) => {
      const places = placesBehind(layout, label)
      const number = candidates.id.find(({ segment, start }) =>
        places.some(
          (place) =>
            segment === place.segment && start >= place.start && SEPARATOR.test(segment.text.slice(place.start, start)),
        ),
      )
      return number ? [number] : []
    })
