/** `sheaf delete`: the preview of a deletion request, its confirmation, and the report. */
import { setTimeout as wait } from 'node:timers/promises'
import { align } from '../align.ts'
import { EXIT, Problem, say, sayJson } from '../problem.ts'
import { isConfirmed } from './ask.ts'
import type { Rest } from './rest.ts'

export interface Deletion {
  id: number
  status: 'previewed' | 'running' | 'finished' | 'failed'
  token: string | null
  failure: string | null
  preview: Counts
  report: Counts
}
interface Counts {
  deleted: Record<string, number>
  kept: Record<string, number>
}
interface Found {
  annotation: string
  file_name: string
  keep: boolean
  kept_until: string | null
}

const PAUSE_MS = 500
/** Kept documents in the output. */
const MAX_KEPT = 20

const inWords = (kind: string) => kind.replaceAll('_', ' ')

/** Returns a line per kind that is deleted or kept. */
export function linesOf({ deleted, kept }: Counts, header: [string, string]): string[] {
  const kinds = [...new Set([...Object.keys(deleted), ...Object.keys(kept)])]
  const some = kinds.filter((kind) => (deleted[kind] ?? 0) + (kept[kind] ?? 0) > 0)
  if (some.length === 0) return []
  const cells = some.map((kind) => [inWords(kind), String(deleted[kind] ?? 0), String(kept[kind] ?? 0)])
  return align([['', ...header], ...cells], [1, 2])
}

/** Deletes what a search finds, after a preview and a confirmation. Returns the exit code. */
export async function deleteAll(
  rest: Rest,
  search: Record<string, string[]>,
  { yes, dryRun, json }: { yes: boolean; dryRun: boolean; json: boolean },
): Promise<number> {
  const preview = await rest.send<Deletion>('POST', 'deletion_requests', { search })
  const { id, token } = preview
  const total = (preview.preview.deleted['documents'] ?? 0) + (preview.preview.deleted['emails'] ?? 0)
  if (!json) await showPreview(rest, preview, total)
  if (dryRun || total === 0) {
    if (json) sayJson(preview)
    return EXIT.ok
  }
  if (!yes && !(await isConfirmed(`Delete this for good?`))) {
    console.error(`Nothing was deleted. The preview ${id} expires within a day; without a terminal, give --yes.`)
    return EXIT.different
  }
  await rest.send('POST', `deletion_requests/${id}/confirm`, { token })
  const ended = await untilEnded(rest, id)
  if (ended.status === 'failed') throw new Problem(`The deletion ${id} has failed: ${ended.failure ?? ''}`)
  if (json) sayJson(ended)
  else for (const line of linesOf(ended.report, ['DELETED', 'KEPT'])) say(line)
  return EXIT.ok
}

async function showPreview(rest: Rest, { id, preview }: Deletion, total: number): Promise<void> {
  say(`Preview ${id}: ${total === 0 ? 'nothing to delete' : 'what would be deleted'}`)
  for (const line of linesOf(preview, ['TO DELETE', 'TO KEEP'])) say(line)
  if (!preview.kept['documents']) return
  const { results } = await rest.send<{ results: Found[] }>('GET', `deletion_requests/${id}/documents`)
  const kept = results.filter(({ keep }) => keep).slice(0, MAX_KEPT)
  say('Kept because of legal retention:')
  for (const { annotation, file_name, kept_until } of kept)
    say(`  ${annotation}  ${file_name}  until ${kept_until ?? '?'}`)
  const more = preview.kept['documents'] - kept.length
  if (more > 0) say(`  and ${more} more`)
}

async function untilEnded(rest: Rest, id: number): Promise<Deletion> {
  for (;;) {
    const request = await rest.send<Deletion>('GET', `deletion_requests/${id}`)
    if (request.status !== 'running') return request
    await wait(PAUSE_MS)
  }
}
