/** Turns rows into objects, always a page at a time, so that no field can cost a query per row. */
import { invalid } from '../../errors.ts'
import type { Caller, Query } from './request.ts'
import { routeOf } from './routes.ts'
import type { Resource } from './define.ts'
import type { AnyRow, Values } from './field.ts'
import { valuesOf } from './query.ts'

/** Unknown names that an error repeats, and characters of one. */
const MAX_NAMED = 5
const MAX_NAME = 60

const shownFields = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, { writeOnly }]) => (writeOnly ? [] : [name]))

/** The names in a parameter that chooses fields. Throws `invalid` for one that is no field of the objects that are shown, also nested (`a.b`). */
function namesIn(parameter: 'fields' | 'fields!', resource: Resource, query: Query): string[] {
  const known = shownFields(resource)
  const names = valuesOf(query, parameter).map((name) => name.trim())
  const unknown = [...new Set(names.filter((name) => name !== '' && !known.includes(name)))]
  if (unknown.length) {
    const quoted = unknown.slice(0, MAX_NAMED).map((name) => `"${name.slice(0, MAX_NAME)}"`)
    const found = quoted.length === 1 ? `${quoted[0]} is not a field` : `${quoted.join(', ')} are not fields`
    throw invalid({ [parameter]: [`${found} of ${resource.path}. Its fields are: ${known.join(', ')}.`] })
  }
  return names
}

/** The fields chosen by `fields` and `fields!`, or all. Throws `invalid` for unknown names. */
export function chosenFields(resource: Resource, query: Query): string[] {
  const all = shownFields(resource)
  const only = namesIn('fields', resource, query)
  const without = namesIn('fields!', resource, query)
  return only.length ? all.filter((name) => only.includes(name)) : all.filter((name) => !without.includes(name))
}

/** The objects of these rows, with the fields of these names. */
export async function show(
  resource: Resource,
  rows: readonly AnyRow[],
  caller: Caller,
  names = shownFields(resource),
): Promise<Values[]> {
  if (!rows.length) return []
  const path = routeOf(resource.path, caller.above ?? '')
  const readerOf = async (name: string): Promise<[string, (row: AnyRow) => unknown]> => {
    const field = resource.fields[name]!
    return [name, field.load ? await field.load([...rows], caller) : (row) => field.show!(row, caller, path)]
  }
  const readers: Awaited<ReturnType<typeof readerOf>>[] = []
  // One connection answers one query at a time, so inside a transaction they go one after another.
  if (caller.db.isTransaction) for (const name of names) readers.push(await readerOf(name))
  else readers.push(...(await Promise.all(names.map(readerOf))))
  return rows.map((row) => Object.fromEntries(readers.map(([name, read]) => [name, read(row)])))
}

/** The object of one row. */
export async function showOne(resource: Resource, row: AnyRow, caller: Caller): Promise<Values> {
  return (await show(resource, [row], caller))[0]!
}
