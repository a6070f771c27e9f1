/** The six verbs, each a function of a declaration and a request. The pipeline is always the same: may → visible rows → filters → load → validate → domain → show. */
import { createHash } from 'node:crypto'
import { transact } from '../../domain/outbox/transaction.ts'
import { invalid, notFound, preconditionFailed } from '../../errors.ts'
import type { Verb } from '../../rules/permissions.ts'
import { demand } from '../access.ts'
import { pageSize, readPage } from './cursor.ts'
import type { Resource } from './define.ts'
import type { Row, Values } from './fields.ts'
import { filtered, ordering, prepared, valuesOf } from './query.ts'
import { answerWith, noContent, ok, within, type Answer, type Caller, type Request } from './request.ts'
import { chosenFields, show, showOne } from './show.ts'
import { sideload } from './sideload.ts'
import { accept, columnsOf } from './validate.ts'

/** The visible row that the path names, or 404. */
export const load = (resource: Resource, request: Request, id = request.params.id): Promise<Row> =>
  find(resource, request, id)

async function find(resource: Resource, caller: Caller, id: string | undefined): Promise<Row> {
  if (!id || !/^\d{1,18}$/.test(id)) throw notFound(capital(resource.singular))
  const query = caller.db(resource.table).where(`${resource.table}.id`, id).first(`${resource.table}.*`)
  resource.from?.(query)
  resource.visible(query, caller)
  const row = (await query) as Row | undefined
  if (!row) throw notFound(capital(resource.singular))
  return row
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export async function list(resource: Resource, request: Request): Promise<Answer> {
  demand(resource.may.list, request.who)
  const ready = await prepared(resource, request)
  const count = async () =>
    (await resource.total?.(request, () => filtered(ready, request))) ??
    Number(((await filtered(ready, request).count('* as n')) as Row[])[0]!.n)
  const { rows, pagination } = await readPage(request, filtered(ready, request), ordering(resource, request), {
    size: pageSize(request),
    total: count(),
    table: resource.table,
    columns: `${resource.table}.*`,
  })
  return ok({
    pagination,
    // Beside `pagination` as well: the published Python client looks for it here when it pages by cursor.
    next: pagination.next,
    results: await show(resource, rows, request, chosenFields(resource, request.query)),
    ...(await sideloaded(resource, rows, request)),
  })
}

const sideloaded = (resource: Resource, rows: Row[], request: Request) =>
  sideload(resource, valuesOf(request.query, 'sideload'), { rows, query: request.query }, request)

export async function retrieve(resource: Resource, request: Request): Promise<Answer> {
  demand(resource.may.retrieve, request.who)
  const row = await load(resource, request)
  const whole = await showOne(resource, row, request)
  const ETag = etagOf(whole)
  if (matches(request.header('If-None-Match'), ETag)) return { status: 304, headers: { ETag } }
  const names = chosenFields(resource, request.query)
  const chosen = Object.fromEntries(names.map((name) => [name, whole[name]]))
  return ok({ ...chosen, ...(await sideloaded(resource, [row], request)) }, { ETag })
}

export async function create(resource: Resource, request: Request): Promise<Answer> {
  demand(resource.may.create, request.who)
  const values = accept(resource.fields, request.body, 'create')
  const faults = await resource.check?.(values, { row: null, caller: request, full: true })
  if (faults) throw invalid(faults)
  const { id } = await (resource.save?.create ?? ((v, asked) => insert(resource, v, asked)))(values, request)
  return respond(resource, request, id, 201)
}

/** PUT: required fields must be there, omitted optional ones go back to their defaults. */
export const replace = (resource: Resource, request: Request) => change(resource, request, 'full')
/** PATCH: touches only what is sent. */
export const update = (resource: Resource, request: Request) => change(resource, request, 'partial')

/** Writers of one object take turns: each sees what the one before it left, and `If-Match` is compared under the lock. */
async function change(resource: Resource, request: Request, mode: 'full' | 'partial'): Promise<Answer> {
  const { id } = await load(resource, request)
  demand(mode === 'full' ? resource.may.replace : resource.may.update, request.who)
  await transact(request.deps, async (tx) => {
    const inside = within(request, tx)
    await tx(resource.table).where('id', id).forNoKeyUpdate().select('id')
    const row = await find(resource, inside, String(id))
    const condition = request.header('If-Match')
    if (condition && !matches(condition, etagOf(await showOne(resource, row, inside)))) throw preconditionFailed()
    const values = accept(resource.fields, request.body, mode)
    const faults = await resource.check?.(values, { row, caller: inside, full: mode === 'full' })
    if (faults) throw invalid(faults)
    if (resource.save?.update) return resource.save.update(row, values, inside, mode === 'full')
    return patch(resource, row, values, inside)
  })
  return respond(resource, request, id as number, 200)
}

export async function destroy(resource: Resource, request: Request): Promise<Answer> {
  const row = await load(resource, request)
  demand(resource.may.destroy, request.who)
  if (resource.save?.destroy) return (await resource.save.destroy(row, request)) ?? noContent
  await request.db(resource.table).where('id', row.id).delete()
  return noContent
}

/** The object as it is now, with its ETag. */
export async function respond(resource: Resource, request: Request, id: number, status: number): Promise<Answer> {
  const shown = await showOne(resource, await load(resource, request, String(id)), request)
  return answerWith(status, shown, { ETag: etagOf(shown) })
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
    await after(resource, saved.id as number, values, within(request, tx))
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
    await after(resource, row.id as number, values, within(request, tx))
  })
}

async function after(resource: Resource, id: number, values: Values, request: Request): Promise<void> {
  for (const [name, value] of Object.entries(values)) await resource.fields[name]!.after?.(id, value, request)
}

export function etagOf(shown: Values): string {
  return `W/"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27)}"`
}

/** Weak comparison: our ETags say that two representations mean the same, not that their bytes are equal. */
function matches(header: string, etag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return header.split(',').some((one) => one.trim() === '*' || bare(one) === bare(etag))
}

export const verbs: Record<Verb, (resource: Resource, request: Request) => Promise<Answer>> = {
  list,
  create,
  retrieve,
  replace,
  update,
  destroy,
}
