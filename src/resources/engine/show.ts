/** Turns rows into objects, always a page at a time, so that no field can cost a query per row. */
import type { Caller, Query } from './request.ts'
import { routeOf } from './routes.ts'
import type { Resource } from './define.ts'
import type { AnyRow, Values } from './field.ts'
import { valuesOf } from './query.ts'

const shownFields = ({ fields }: Resource) => Object.keys(fields).filter((name) => !fields[name]!.writeOnly)

/** The fields chosen by `fields` and `fields!`, or all. */
export function chosenFields(resource: Resource, query: Query): string[] {
  const all = shownFields(resource)
  const only = valuesOf(query, 'fields')
  const without = valuesOf(query, 'fields!')
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
