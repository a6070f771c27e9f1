import type { Resource } from '../engine/define.ts'
import type { Values } from './fields.ts'
import { inputOf } from '../engine/input.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { within, type Caller, type Request, type Writing } from '../engine/request.ts'

export { create, destroy, etagOf, list, replace, respond, retrieve, update, verbs } from '../engine/verbs.ts'
import { load as find } from '../engine/verbs.ts'
import type { Row } from './fields.ts'

export const load = (resource: Resource, request: Request, id = request.params.id): Promise<Row> =>
  find(resource, request, id)

export const columnsOf = async (fields: Record<string, unknown>, values: Values, caller: Caller): Promise<Values> =>
  (await inputOf(fields as Resource['fields'], values, caller)).columns

export async function writeFields(resource: Resource, id: number, values: Values, request: Request): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await resource.fields[name]!.write?.(id, { value, ids: [] }, request as Writing)
}

/** Inserts the columns of the values (and `extra`), then what needs the id, in one transaction. */
export async function insert(
  resource: Resource,
  values: Values,
  request: Request,
  extra: Row = {},
): Promise<{ id: number }> {
  const row = { ...(await columnsOf(resource.fields, values, request)), ...extra }
  return transact(request.deps, async (tx) => {
    const [saved] = await tx(resource.table).insert(row).returning('id')
    await writeFields(resource, saved.id as number, values, within(request, tx))
    return { id: saved.id as number }
  })
}

export async function patch(
  resource: Resource,
  row: Row,
  values: Values,
  request: Request,
  extra: Row = {},
): Promise<void> {
  const changes = { ...(await columnsOf(resource.fields, values, request)), ...extra }
  await transact(request.deps, async (tx) => {
    if (Object.keys(changes).length) await tx(resource.table).where('id', row.id).update(changes)
    await writeFields(resource, row.id as number, values, within(request, tx))
  })
}
