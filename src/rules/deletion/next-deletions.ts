/** What the lifetimes of queues will delete next. */
import { inWords } from '../input/duration.ts'
import { plainInMarkdown } from '../temporal/markdown.ts'

export interface NextDeletions {
  queue_id: number
  queue: string
  /** `document_lifetime` of the queue, in seconds. */
  lifetime_s: number
  /** Documents that will be deleted until then. */
  count: number
  /** ISO 8601 in UTC. */
  until: string
  /** When the first of them is due; its deletion follows within an hour. */
  first_at: string | null
}

/** Returns the announcement for operators as Markdown: what, in which queue, and when. */
export function describeNextDeletions(next: readonly NextDeletions[]): string {
  if (next.length === 0) return 'No document will be deleted in the next 24 hours because of a document_lifetime.'
  return next
    .map(({ queue_id, queue, lifetime_s, count, until, first_at }) => {
      const documents = count === 1 ? '1 document' : `${count} documents`
      const first = first_at === null ? '' : `, the first at ${first_at}`
      return `- **${plainInMarkdown(queue)} (${queue_id})**: ${documents} will be deleted until ${until}${first}; documents are kept for ${inWords(lifetime_s)}.`
    })
    .join('\n')
}
