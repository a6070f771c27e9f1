/** The six verbs, each a function of a declaration and a request. The pipeline is always the same: may → visible rows → filters → load → validate → domain → show. */
import { createHash } from 'node:crypto'
import { transact } from '../../domain/outbox/transaction.ts'
import { invalid, notFound, preconditionFailed } from '../../errors.ts'
import type { Verb } from '../../rules/permissions.ts'
import { demand } from '../access.ts'
import { pageSize, readPage } from './cursor.ts'
import type { CheckContext, Resource } from './define.ts'
import type { Values } from './fields.ts'
import { inputOf, type Input } from './input.ts'
import type { AnyRow } from './relations.ts'
import { filtered, ordering, prepared, valuesOf } from './query.ts'
import { answerWith, noContent, ok, within, type Answer, type Caller, type Request, type Writing } from './request.ts'
import { chosenFields, show, showOne } from './show.ts'
import { sideload } from './sideload.ts'
import { accept } from './validate.ts'
import type { BaseModel, RowOf } from '../../models/index.ts'

/** The visible row that the path names, or 404. */
export async function load<M extends BaseModel>(
  resource: Resource<M>,
  caller: Caller,
  id: string | undefined,
): Promise<RowOf<M>> {
  if (!id || !/^\d{1,18}$/.test(id)) throw notFound(capital(resource.singular))
  const query = caller.db(resource.table).where(`${resource.table}.id`, id).first(`${resource.table}.*`)
  resource.from?.(query)
  resource.visible(query, caller, resource.table)
  const row = (await query) as RowOf<M> | undefined
  if (!row) throw notFound(capital(resource.singular))
  return row
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export async function list(resource: Resource, request: Request): Promise<Answer> {
  demand(resource.may.list, request.who)
  const ready = await prepared(resource, request)
  const count = async () =>
    (await resource.total?.(request, () => filtered(ready, request))) ??
    Number((await filtered(ready, request).count<{ n: string }[]>('* as n'))[0]!.n)
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

const sideloaded = (resource: Resource, rows: readonly AnyRow[], request: Request) =>
  sideload(resource, valuesOf(request.query, 'sideload'), { rows, query: request.query }, request)

export async function retrieve(resource: Resource, request: Request): Promise<Answer> {
  demand(resource.may.retrieve, request.who)
  const row = await load(resource, request, request.params.id)
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
  const id = await transact(request.deps, async (tx) => {
    const writing = within(request, tx)
    const input = await checked(resource, values, { row: null, caller: writing, full: true })
    const made = await resource.save!.create!(input, writing)
    await writeFields(resource, made, input, writing)
    return made
  })
  return respond(resource, request, id, 201)
}

/** PUT: required fields must be there, omitted optional ones go back to their defaults. */
export const replace = (resource: Resource, request: Request) => change(resource, request, 'full')
/** PATCH: touches only what is sent. */
export const update = (resource: Resource, request: Request) => change(resource, request, 'partial')

/** Writers of one object take turns: each sees what the one before it left, and `If-Match` is compared under the lock. */
async function change(resource: Resource, request: Request, mode: 'full' | 'partial'): Promise<Answer> {
  const { id } = await load(resource, request, request.params.id)
  const full = mode === 'full'
  demand(full ? resource.may.replace : resource.may.update, request.who)
  await transact(request.deps, async (tx) => {
    const writing = within(request, tx)
    await tx(resource.table).where('id', id).forNoKeyUpdate().select('id')
    const row = await load(resource, writing, String(id))
    const condition = request.header('If-Match')
    if (condition && !matches(condition, etagOf(await showOne(resource, row, writing)))) throw preconditionFailed()
    const values = accept(resource.fields, request.body, mode)
    const input = await checked(resource, values, { row, caller: writing, full })
    await resource.save!.update!(row, input, writing, full)
    await writeFields(resource, id, input, writing)
  })
  return respond(resource, request, id, 200)
}

/** What is left after the schemas: the resource's own rules, and references. */
async function checked<M extends BaseModel>(
  resource: Resource<M>,
  values: Values,
  context: CheckContext<M>,
): Promise<Input<M>> {
  const normalized = (await resource.normalize?.(values, context)) ?? values
  const input = await inputOf<M>(resource.fields, normalized, context.caller)
  const errors = await resource.check?.(input, context)
  if (errors) throw invalid(errors)
  return input
}

async function writeFields(resource: Resource, id: number, { values, ids }: Input<BaseModel>, writing: Writing) {
  for (const [name, value] of Object.entries(values))
    await resource.fields[name]!.write?.(id, { value, ids: ids[name] ?? [] }, writing)
}

export async function destroy(resource: Resource, request: Request): Promise<Answer> {
  const row = await load(resource, request, request.params.id)
  demand(resource.may.destroy, request.who)
  return (await resource.save!.destroy!(row, request)) ?? noContent
}

/** The object as it is now, with its ETag. */
export async function respond(resource: Resource, request: Request, id: number, status: number): Promise<Answer> {
  const shown = await showOne(resource, await load(resource, request, String(id)), request)
  return answerWith(status, shown, { ETag: etagOf(shown) })
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
