/** Rows become objects here, always a page at a time, so that no field can cost a query per row. */
import type { Caller, Request } from './request.ts'
import { routeOf } from './routes.ts'
import type { Resource } from './define.ts'
import type { Values } from './fields.ts'
import type { AnyRow } from './relations.ts'
import { valuesOf } from './query.ts'

const shownFields = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field.writeOnly ? [] : [name]))

/** The names chosen by `fields` and `fields!`, or all. */
export function chosenFields(resource: Resource, query: Request['query']): string[] {
  const all = shownFields(resource)
  const only = valuesOf(query, 'fields')
  const without = valuesOf(query, 'fields!')
  if (only.length) return all.filter((name) => only.includes(name))
  return without.length ? all.filter((name) => !without.includes(name)) : all
}

export async function show(
  resource: Resource,
  rows: readonly AnyRow[],
  caller: Caller,
  names = shownFields(resource),
): Promise<Values[]> {
  if (!rows.length) return []
  const path = routeOf(resource.path, caller.above ?? '')
  const maker = async (name: string): Promise<[string, (row: AnyRow) => unknown]> => {
    const field = resource.fields[name]!
    if (field.load) return [name, await field.load([...rows], caller)]
    return [name, (row) => field.show!(row, caller, path)]
  }
  const makers: Awaited<ReturnType<typeof maker>>[] = []
  // One connection answers one query at a time, so inside a transaction they go one after another.
  if (caller.db.isTransaction) for (const name of names) makers.push(await maker(name))
  else makers.push(...(await Promise.all(names.map(maker))))
  return rows.map((row) => {
    const shown: Values = {}
    for (const [name, make] of makers) shown[name] = make(row)
    return shown
  })
}

export async function showOne(resource: Resource, row: AnyRow, caller: Caller): Promise<Values> {
  return (await show(resource, [row], caller))[0]!
}
