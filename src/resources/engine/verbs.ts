/** The six verbs, each a function of a declaration and a request. The pipeline is always the same: may → visible rows → filters → load → validate → domain → show. */
import { createHash } from 'node:crypto'
import { within } from './within.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { invalid, notFound, preconditionFailed } from '../../errors.ts'
import { demand } from '../access.ts'
import type { Ctx, State } from '../../api/state.ts'
import { pageSize, readPage } from './cursor.ts'
import type { Resource } from './define.ts'
import type { Row, Values } from './fields.ts'
import { filtered, ordering, prepared, valuesOf } from './query.ts'
import { chosenFields, show, showOne } from './show.ts'
import { sideload } from './sideload.ts'
import { accept, columnsOf } from './validate.ts'

/** The visible row that the path names, or 404. */
export const load = (resource: Resource, ctx: Ctx, id = ctx.params.id): Promise<Row> => find(resource, ctx.state, id)

async function find(resource: Resource, state: State, id: string | undefined): Promise<Row> {
  if (!id || !/^\d{1,18}$/.test(id)) throw notFound(capital(resource.singular))
  const query = state.db(resource.table).where(`${resource.table}.id`, id).first(`${resource.table}.*`)
  resource.from?.(query)
  resource.visible(query, state)
  const row = (await query) as Row | undefined
  if (!row) throw notFound(capital(resource.singular))
  return row
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export async function list(resource: Resource, ctx: Ctx): Promise<void> {
  demand(resource.may.list, ctx.state.who)
  const ready = await prepared(resource, ctx)
  const count = async () =>
    (await resource.total?.(ctx, () => filtered(ready, ctx))) ??
    Number(((await filtered(ready, ctx).count('* as n')) as Row[])[0]!.n)
  const { rows, pagination } = await readPage(ctx, filtered(ready, ctx), ordering(resource, ctx), {
    size: pageSize(ctx),
    total: count(),
    table: resource.table,
    columns: `${resource.table}.*`,
  })
  const results = await show(resource, rows, ctx.state, chosenFields(resource, ctx.query))
  ctx.body = {
    pagination,
    // Beside `pagination` as well: the published Python client looks for it here when it pages by cursor.
    next: pagination.next,
    results,
    ...(await sideload(resource, valuesOf(ctx.query, 'sideload'), { rows, query: ctx.query }, ctx.state)),
  }
}

export async function retrieve(resource: Resource, ctx: Ctx): Promise<void> {
  demand(resource.may.retrieve, ctx.state.who)
  const row = await load(resource, ctx)
  const whole = await showOne(resource, row, ctx.state)
  const etag = etagOf(whole)
  ctx.set('ETag', etag)
  if (matches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304
    return
  }
  const names = chosenFields(resource, ctx.query)
  ctx.body = {
    ...Object.fromEntries(names.map((name) => [name, whole[name]])),
    ...(await sideload(resource, valuesOf(ctx.query, 'sideload'), { rows: [row], query: ctx.query }, ctx.state)),
  }
}

export async function create(resource: Resource, ctx: Ctx): Promise<void> {
  demand(resource.may.create, ctx.state.who)
  const values = accept(resource.fields, ctx.request.body, 'create')
  const faults = await resource.check?.(values, { row: null, state: ctx.state, full: true })
  if (faults) throw invalid(faults)
  const { id } = await (resource.save?.create ?? ((v, state) => insert(resource, v, state)))(values, ctx.state)
  await respond(resource, ctx, id, 201)
}

/** PUT: required fields must be there, omitted optional ones go back to their defaults. */
export const replace = (resource: Resource, ctx: Ctx) => change(resource, ctx, 'full')
/** PATCH: touches only what is sent. */
export const update = (resource: Resource, ctx: Ctx) => change(resource, ctx, 'partial')

/** Writers of one object take turns: each sees what the one before it left, and `If-Match` is compared under the lock. */
async function change(resource: Resource, ctx: Ctx, mode: 'full' | 'partial'): Promise<void> {
  const { id } = await load(resource, ctx)
  demand(mode === 'full' ? resource.may.replace : resource.may.update, ctx.state.who)
  await transact(ctx.state.deps, async (trx) => {
    const state: State = within(ctx.state, trx)
    await trx(resource.table).where('id', id).forNoKeyUpdate().select('id')
    const row = await find(resource, state, String(id))
    const condition = ctx.get('If-Match')
    if (condition && !matches(condition, etagOf(await showOne(resource, row, state)))) throw preconditionFailed()
    const values = accept(resource.fields, ctx.request.body, mode)
    const faults = await resource.check?.(values, { row, state, full: mode === 'full' })
    if (faults) throw invalid(faults)
    if (resource.save?.update) return resource.save.update(row, values, state, mode === 'full')
    return patch(resource, row, values, state)
  })
  await respond(resource, ctx, id as number, 200)
}

export async function destroy(resource: Resource, ctx: Ctx): Promise<void> {
  const row = await load(resource, ctx)
  demand(resource.may.destroy, ctx.state.who)
  ctx.status = 204
  if (resource.save?.destroy) await resource.save.destroy(row, ctx.state, ctx)
  else await ctx.state.db(resource.table).where('id', row.id).delete()
}

/** The object as it now stands, with its ETag. */
export async function respond(resource: Resource, ctx: Ctx, id: number, status: number): Promise<void> {
  const shown = await showOne(resource, await load(resource, ctx, String(id)), ctx.state)
  ctx.status = status
  ctx.set('ETag', etagOf(shown))
  ctx.body = shown
}

/** Inserts the columns of the values (and `extra`), then what needs the id, in one transaction. */
export async function insert(
  resource: Resource,
  values: Values,
  state: Ctx['state'],
  extra: Row = {},
): Promise<{ id: number }> {
  const row = { ...(await columnsOf(resource.fields, values, state)), ...extra }
  return transact(state.deps, async (trx) => {
    const [saved] = await trx(resource.table).insert(row).returning('id')
    await after(resource, saved.id as number, values, within(state, trx))
    return { id: saved.id as number }
  })
}

export async function patch(
  resource: Resource,
  row: Row,
  values: Values,
  state: Ctx['state'],
  extra: Row = {},
): Promise<void> {
  const changes = { ...(await columnsOf(resource.fields, values, state)), ...extra }
  await transact(state.deps, async (trx) => {
    if (Object.keys(changes).length) await trx(resource.table).where('id', row.id).update(changes)
    await after(resource, row.id as number, values, within(state, trx))
  })
}

async function after(resource: Resource, id: number, values: Values, state: Ctx['state']): Promise<void> {
  for (const [name, value] of Object.entries(values)) await resource.fields[name]!.after?.(id, value, state.db, state)
}

export function etagOf(shown: Values): string {
  return `W/"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27)}"`
}

/** Weak comparison: our ETags say that two representations mean the same, not that their bytes are equal. */
function matches(header: string, etag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return header.split(',').some((one) => one.trim() === '*' || bare(one) === bare(etag))
}
