/** The six verbs. Each takes the same steps: permission → visible rows → filters → load → validate → domain → show. */
import { isDeepStrictEqual } from 'node:util'
import { transact } from '../../domain/outbox/transaction.ts'
import { conflictStatus, invalid, notFound, preconditionFailed } from '../../errors.ts'
import type { Verb } from '../../rules/access/permissions.ts'
import { assertAllowed } from '../access.ts'
import { nextBeside, pageSize, readPage } from './cursor.ts'
import type { CheckContext, Resource } from './define.ts'
import { etagOf, matches } from './etags.ts'
import type { AnyRow, Values } from './field.ts'
import { inputOf, type Input } from './input.ts'
import { filtered, ordering, prepared, valuesOf, visibleRows } from './query.ts'
import { answerWith, noContent, ok, within, type Answer, type Caller, type Request, type Writing } from './request.ts'
import { answerAny } from './large-json.ts'
import { recordCreation, recordingChanges } from './record-changes.ts'
import { chosenFields, show, showOne } from './show.ts'
import { sideload } from './sideload.ts'
import { accept } from './validate.ts'
import type { BaseModel, RowOf } from '../../models/index.ts'

/** The visible row with this id, or 404. */
export async function load<M extends BaseModel>(
  resource: Resource<M>,
  caller: Caller,
  id = '',
): Promise<RowOf<M> & { id: number }> {
  const { table, singular } = resource
  const rows = visibleRows(resource, caller).select(`${table}.*`)
  const [row] = /^\d{1,18}$/.test(id) ? await rows.where(`${table}.id`, id) : []
  if (!row) throw notFound(singular.charAt(0).toUpperCase() + singular.slice(1))
  return row
}

const sideloaded = (resource: Resource, rows: readonly AnyRow[], request: Request) =>
  sideload(resource, valuesOf(request.query, 'sideload'), { rows, query: request.query }, request)

export async function list(resource: Resource, request: Request): Promise<Answer> {
  assertAllowed(resource.may.list, request.who)
  const { table } = resource
  const names = chosenFields(resource, request.query)
  const ready = await prepared(resource, request)
  const rows = () => filtered(ready, request)
  const count = async () =>
    (await resource.total?.(request, rows)) ?? Number((await rows().count<{ n: string }[]>('* as n'))[0]!.n)
  // Refuses bad filters before the count starts.
  const query = rows()
  const options = { size: pageSize(request), total: count(), table, columns: `${table}.*` }
  const page = await readPage(request, query, ordering(resource, request), options)
  return answerAny({
    pagination: page.pagination,
    ...nextBeside(request, page.pagination),
    results: await show(resource, page.rows, request, names),
    ...(await sideloaded(resource, page.rows, request)),
  })
}

export async function retrieve(resource: Resource, request: Request): Promise<Answer> {
  assertAllowed(resource.may.retrieve, request.who)
  const names = chosenFields(resource, request.query)
  const row = await load(resource, request, request.params.id)
  const whole = await showOne(resource, row, request)
  const ETag = etagOf(whole)
  if (matches(request.header('If-None-Match'), ETag)) return { status: 304, headers: { ETag } }
  const chosen = Object.fromEntries(names.map((name) => [name, whole[name]]))
  return ok({ ...chosen, ...(await sideloaded(resource, [row], request)) }, { ETag })
}

export async function create(resource: Resource, request: Request): Promise<Answer> {
  assertAllowed(resource.may.create, request.who)
  const values = accept(resource.fields, request.body, 'create')
  await examined(resource, values, null, request)
  const id = await createBy(resource, request, async (writing) => {
    const input = await checked(resource, values, { row: null, caller: writing, full: true })
    const made = await resource.save!.create!(input, writing)
    await writeFields(resource, made, input, writing)
    return made
  })
  return respond(resource, request, id, 201)
}

/** Creates an object in a transaction, by a verb or an action, and records it in the audit log. `make` returns its id. */
export const createBy = (
  resource: Resource,
  request: Request,
  make: (writing: Writing) => Promise<number>,
): Promise<number> =>
  transact(request.deps, async (tx) => {
    const writing = within(request, tx)
    const id = await make(writing)
    await recordCreation(resource, id, writing)
    return id
  })

/** PUT: needs all required fields and resets omitted optional ones to their defaults. */
export const replace = (resource: Resource, request: Request) => change(resource, request, true)
/** PATCH: changes only the fields sent. */
export const update = (resource: Resource, request: Request) => change(resource, request, false)

const CHANGED = 'The object was changed at the same time; try again.'

/** Writers of one object take turns: each sees the changes of the one before, and `If-Match` is compared under the lock. */
async function change(resource: Resource, request: Request, full: boolean): Promise<Answer> {
  const seen = await load(resource, request, request.params.id)
  const { id } = seen
  assertAllowed(full ? resource.may.replace : resource.may.update, request.who)
  const values = accept(resource.fields, request.body, full ? 'full' : 'partial')
  await examined(resource, values, seen, request)
  await transact(request.deps, async (tx) => {
    const writing = within(request, tx)
    await tx(resource.table).where('id', id).forNoKeyUpdate().select('id')
    const row = await load(resource, writing, String(id))
    const condition = request.header('If-Match')
    if (condition && !matches(condition, etagOf(await showOne(resource, row, writing)))) throw preconditionFailed()
    const examinedOf = (one: object) => Object.entries(one).filter(([column]) => resource.examines.includes(column))
    // What was examined is no longer what will be changed.
    if (!isDeepStrictEqual(examinedOf(row), examinedOf(seen))) throw conflictStatus(CHANGED)
    const input = await checked(resource, values, { row, caller: writing, full })
    await recordingChanges(resource, id, writing, async () => {
      await resource.save!.update!(row, input, writing, full)
      await writeFields(resource, id, input, writing)
    })
  })
  return respond(resource, request, id, 200)
}

async function examined<M extends BaseModel>(
  resource: Resource<M>,
  values: Values,
  row: RowOf<M> | null,
  request: Request,
): Promise<void> {
  const errors = await resource.examine?.(values, row, request)
  if (errors) throw invalid(errors)
}

/** Applies the rules of the resource to values that fit the schemas, and resolves references. */
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

async function destroy(resource: Resource, request: Request): Promise<Answer> {
  const row = await load(resource, request, request.params.id)
  assertAllowed(resource.may.destroy, request.who)
  return (await resource.save!.destroy!(row, request)) ?? noContent
}

/** Responds with the object as it is now, with its ETag. */
export async function respond(resource: Resource, request: Request, id: number, status: number): Promise<Answer> {
  const shown = await showOne(resource, await load(resource, request, String(id)), request)
  return answerWith(status, shown, { ETag: etagOf(shown) })
}

export const verbs: Record<Verb, (resource: Resource, request: Request) => Promise<Answer>> = {
  list,
  create,
  retrieve,
  replace,
  update,
  destroy,
}
