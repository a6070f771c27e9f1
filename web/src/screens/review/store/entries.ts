/** What is sent for entries, and which of them a refusal names. */
import type { ApiError } from '../../../api/client.ts'
import type { Datapoint } from '../../../api/types.ts'
import type { Operation } from './types.ts'

/** An entry that is not stored yet. */
export interface Entry {
  value: string
  /** The user has finished it; otherwise it is still being typed. */
  isAccepted: boolean
  page?: number | null
  position?: readonly number[] | null
}

/** Returns one operation for each entry, which also marks the field as checked by a person. */
export function operationsOf(
  entries: readonly (readonly [number, Entry])[],
  stored: ReadonlyMap<number, Datapoint>,
): Operation[] {
  return entries.map(([id, { value, page, position }]) => {
    const content = {
      ...(value === stored.get(id)?.content?.value ? {} : { value }),
      ...(position === undefined ? {} : { page: page ?? null, position: position && [...position] }),
    }
    return { op: 'replace', id, value: { content, validation_sources: ['human'] } }
  })
}

const textOf = (reason: unknown): string =>
  typeof reason === 'string'
    ? reason
    : Object.values(Object(reason) as object)
        .map(textOf)
        .join(' ')

/**
 * Returns the reason by id of the node. `sent` has an id for each operation, or null for an entry that has changed since. A refusal that
 * names no operation concerns all of them, because they were sent together.
 */
export function reasonsOf(error: ApiError, sent: readonly (number | null)[]): Map<number, string> {
  const named = Object.entries(Object(error.body.operations ?? {}) as Record<string, unknown>)
  const reasons = named.length
    ? named.map(([index, reason]) => [sent[Number(index)] ?? null, textOf(reason)] as const)
    : sent.map((id) => [id, error.message] as const)
  return new Map(reasons.flatMap(([id, text]) => (id === null ? [] : [[id, text] as const])))
}
