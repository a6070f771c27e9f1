/** What a set-up does not contain: counted on the service, and named by every command. */
import { Refused, type Rest } from '../client/rest.ts'
import { say, sayJson } from '../problem.ts'
import { RESOURCES, type LeftOut } from './resources.ts'

/** Numbers of objects by resource, without those of which there are none. */
export type Counts = Record<string, number>

/** Counts the objects of resources that a set-up leaves out. Those that the caller may not list are absent. */
export async function countLeftOut(rest: Rest): Promise<Counts> {
  const counts: Counts = {}
  for (const [path, resource] of Object.entries(RESOURCES)) {
    if (resource === 'carried' || !resource.counted) continue
    const total = await totalOf(rest, path)
    if (total > 0) counts[path] = total
  }
  return counts
}

async function totalOf(rest: Rest, path: string): Promise<number> {
  try {
    return (await rest.send<{ pagination: { total: number } }>('GET', `${path}?page_size=1`)).pagination.total
  } catch (error) {
    if (error instanceof Refused) return 0
    throw error
  }
}

/** Returns `3 delegations, 120 documents`. */
export const inWords = (counts: Counts): string =>
  Object.entries(counts)
    .flatMap(([path, count]) => {
      const resource = RESOURCES[path]
      const words = resource === 'carried' ? undefined : resource?.counted
      return words ? [`${count} ${count === 1 ? words[0] : words[1]}`] : []
    })
    .join(', ')

/** Prints what is left out, after `Not carried`. */
export function sayLeftOut(counts: Counts, json: boolean, where = ''): void {
  if (!json) {
    const words = inWords(counts)
    if (words) say(`Not carried${where}: ${words}`)
    return
  }
  for (const [left_out, count] of Object.entries(counts)) {
    const resource = RESOURCES[left_out] as LeftOut | undefined
    sayJson({ left_out, count, why: resource?.why })
  }
}
