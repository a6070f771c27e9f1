/** Finds queues and workspaces by what people call them. */
import { inWords, parseDuration } from '../../rules/input/duration.ts'
import { Problem } from '../problem.ts'
import { suggestion } from './refusals.ts'
import type { Rest } from './rest.ts'

export interface Named {
  id: number
  url: string
  name: string
}

export interface Queue extends Named {
  workspace: string | null
  inbox: string | null
  locale: string
  status: string
  document_lifetime: string | null
  counts: Record<string, number>
}

const LISTED_BY: Record<string, string> = { queue: '"sheaf queue list" lists the queues.' }

/** Returns the object with this id or name. Throws Problem if there is none, or several with the name. */
export function oneOf<T extends Named>(what: string, found: readonly T[], wanted: string): T {
  const named = found.filter(({ id, name }) => String(id) === wanted || name === wanted)
  if (named.length === 1) return named[0]!
  if (named.length === 0) {
    const names = found.map(({ name }) => name)
    throw new Problem(`There is no ${what} "${wanted}".${suggestion(wanted, names, LISTED_BY[what])}`)
  }
  const ids = named.map(({ id }) => id).join(', ')
  throw new Problem(`There are ${named.length} ${what}s named "${wanted}"; give one of their ids: ${ids}.`)
}

export const queueNamed = async (rest: Rest, wanted: string): Promise<Queue> =>
  oneOf('queue', await rest.all<Queue>('queues'), wanted)

/** Returns the workspace with this id or name; without one, the only workspace. */
export async function workspaceNamed(rest: Rest, wanted: string | undefined): Promise<Named> {
  const found = await rest.all<Named>('workspaces')
  if (wanted !== undefined) return oneOf('workspace', found, wanted)
  if (found.length === 1) return found[0]!
  if (found.length === 0) throw new Problem('The organization has no workspace.')
  throw new Problem(`Choose a workspace with --workspace: ${found.map(({ name }) => `"${name}"`).join(', ')}.`)
}

/** A `document_lifetime` of the API in words: `90 days`. What is not a duration stays as it is. */
export function lifetimeInWords(text: string): string {
  const seconds = parseDuration(text)
  return seconds === null ? text : inWords(seconds)
}

/** Returns what people want to know of each queue. */
export async function listQueues(rest: Rest) {
  const [queues, workspaces] = [await rest.all<Queue>('queues'), await rest.all<Named>('workspaces')]
  return queues.map(({ id, name, workspace, locale, document_lifetime, counts }) => ({
    id,
    name,
    workspace: workspaces.find(({ url }) => url === workspace)?.name ?? null,
    locale,
    kept_for: document_lifetime === null ? null : lifetimeInWords(document_lifetime),
    to_review: counts['to_review'] ?? 0,
    failed: counts['failed_import'] ?? 0,
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }))
}
