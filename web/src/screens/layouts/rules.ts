/** What the evidence of a learned layout says. Pure. */
import type { LearnedLayout } from '../../api/types.ts'

export type FieldEvidence = LearnedLayout['evidence']['fields'][number]

export interface Sums {
  /** Fields whose values were found on a page. */
  fields: number
  hits: number
  misses: number
}

export const sumsOf = ({ evidence }: LearnedLayout): Sums => ({
  fields: evidence.fields.filter(({ documents, empty }) => documents > empty).length,
  hits: evidence.fields.reduce((sum, { hits }) => sum + hits, 0),
  misses: evidence.fields.reduce((sum, { misses }) => sum + misses, 0),
})

/** Where a value is. `text` is the label beside it, or the number of the page. */
export interface Place {
  kind: 'rightOf' | 'below' | 'onPage' | 'anywhere' | 'notFound'
  text: string
}

const PLACES: [Place['kind'], RegExp][] = [
  ['rightOf', /^right of "(.*)"$/s],
  ['below', /^below "(.*)"$/s],
  ['onPage', /^on page (\d+), without a label$/],
  ['anywhere', /^anywhere on the page()$/],
  ['notFound', /^not found on the page()$/],
]

/** Reads a place as the API describes it, such as `right of "Invoice No."`; null if it has another form. */
export function placeOf(anchor: string): Place | null {
  for (const [kind, form] of PLACES) {
    const found = form.exec(anchor)
    if (found) return { kind, text: found[1]! }
  }
  return null
}

/** Orders the fields of a layout: those that people had to change first, then those with values, then those confirmed empty. */
export const byInterest = (fields: readonly FieldEvidence[]): FieldEvidence[] =>
  fields.toSorted((a, b) => b.misses - a.misses || rank(a) - rank(b))

const rank = ({ documents, empty }: FieldEvidence): number => (documents > empty ? 0 : 1)

/** What an example document of a layout says about its sender. */
export interface Example {
  annotationId: number
  fileName: string
  sender: string
}

/**
 * Returns the name by which people know a layout: the sender of its examples, most frequent first, or else the name of its newest file; `''`
 * if they are not known.
 */
export function nameOf(layout: LearnedLayout, examples: ReadonlyMap<string, Example>): string {
  const found = layout.evidence.annotations.flatMap((url) => examples.get(url) ?? [])
  const senders = new Map<string, number>()
  for (const { sender } of found) if (sender) senders.set(sender, (senders.get(sender) ?? 0) + 1)
  const [most] = [...senders].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? found[0]?.fileName ?? ''
}

/** The lists that `GET annotations?sideload=documents,content` returns beside its results. */
export interface SideloadedAnnotations {
  results: { id: number; url: string; document: string | null }[]
  documents?: { url: string; original_file_name: string | null }[]
  content?: { url: string; content: { value?: string | null } | null }[]
}

/** Joins annotations with their files and senders, by the URL of the annotation. */
export function examplesOf({ results, documents = [], content = [] }: SideloadedAnnotations): Map<string, Example> {
  const files = new Map(documents.map(({ url, original_file_name }) => [url, original_file_name ?? '']))
  const senders = new Map(
    content.map(({ url, content: value }) => [url.replace(/\/content\/.*$/, ''), value?.value?.trim() ?? '']),
  )
  return new Map(
    results.map(({ id, url, document }) => [
      url,
      { annotationId: id, fileName: files.get(document ?? '') ?? '', sender: senders.get(url) ?? '' },
    ]),
  )
}
