/**
 * A resource of the API is one declaration: its fields, filters, ordering, who sees which rows and who may do what.
 * From it come request validation, output, PUT and PATCH rules, sideloads, the OpenAPI document and the contract tests.
 * A verb that differs has a handler of its own; the engine does not grow for single cases.
 */
import type { Knex } from 'knex'
import type { TSchema } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import type { BaseModel, ModelClass, RowOf } from '../../models/index.ts'
import type { Verb } from '../../rules/permissions.ts'
import type { May, Permission, Visible } from '../access.ts'
import { makers, type Field, type FieldMakers, type Maker, type Values } from './fields.ts'
import { filterMakers, type Filter, type FilterMaker, type FilterMakers } from './filters.ts'
import { sideloadOf, type Sideload } from './sideload.ts'
import type { Answer, Caller, Request, Writing } from './request.ts'
import type { Input } from './input.ts'
import type { Groups } from './walk.ts'

export type OrderType = 'bigint' | 'text' | 'timestamptz' | 'integer' | 'boolean' | 'numeric'
/** What a list may be sorted by; `sql` must never be null (see `nullsLast`), so that a cursor is a total order. */
export interface OrderKey {
  sql: string
  type: OrderType
  join?: (query: Knex.QueryBuilder) => void
  /** Where the key follows from a column with few different values: how to read long lists without sorting them. */
  groups?: Groups
}

/** URL of an object in an example. */
export type UrlOf = (collection: string, id?: number | string) => string

export interface Responds {
  status: number
  description?: string
  /** `null` has no body, a string is the content type of a file, several are alternatives. */
  body: TSchema | string | string[] | null
}

/** How a verb or an action is documented and checked. */
export interface Operation {
  query?: Record<string, TSchema>
  /** Query parameters that must be given. */
  requiredQuery?: string[]
  /** Parts of a multipart body. */
  parts?: TSchema
  /** Media types of the body other than JSON. */
  accepts?: string[]
  responds?: Responds
  /** Other successful answers. */
  also?: Responds[]
}

export interface Action<Row = undefined> extends Operation {
  method: 'get' | 'post' | 'patch'
  /** Below the collection, or below `{id}` for actions on one object: `validate`, `content/:node`. */
  path: string
  summary: string
  may: Permission
  /** JSON body; checked before `handle`, which finds it in `request.body`. */
  body?: TSchema
  /** The body as documented, where rules beyond `body` check its parts. */
  documented?: TSchema
  example?: (url: UrlOf) => unknown
  responds: Responds
  /** Accepts Basic credentials. */
  basic?: boolean
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- `body` says what is in the request's body
  handle(request: Request<any>, row: Row): Promise<Answer>
}

/** How objects are written: each function calls the domain, which alone writes rows. */
export interface Save<M extends BaseModel> {
  /** Answers the id of the new object. Runs in a transaction. */
  create?(input: Input<M>, request: Writing): Promise<number>
  /** Runs in a transaction that holds the row. `full` is true for PUT. */
  update?(row: RowOf<M>, input: Input<M>, request: Writing, full: boolean): Promise<unknown>
  /** The answer is 204 unless it returns another one. */
  destroy?(row: RowOf<M>, request: Request): Promise<Answer | void>
}

export interface CheckContext<M extends BaseModel> {
  /** The object to be changed; null for a new one. */
  row: RowOf<M> | null
  caller: Caller
  /** POST or PUT. */
  full: boolean
}

interface Common<M extends BaseModel> {
  /** The collection; one below the objects of another has both names: `organization_groups/memberships`. */
  path: string
  /** One object of it, as people say it: `email template`. */
  singular: string
  description: string
  /** Of these fields a new object needs one at least, as `check` demands. */
  oneNeeded?: string[]
  /** Sorted so when the client does not say; default `id`. */
  defaultOrdering?: string
  visible: Visible
  may: May
  /** Added to every query, e.g. the join a filter or field needs. */
  from?(query: Knex.QueryBuilder): void
  /** A cheaper total than counting `rows`, or null to count them. */
  total?(request: Request, rows: () => Knex.QueryBuilder): Promise<number | null>
  /** Changes what the client sent before references are looked up. */
  normalize?(values: Values, context: CheckContext<M>): Promise<Values> | Values
  check?(input: Input<M>, context: CheckContext<M>): FieldErrors | null | Promise<FieldErrors | null>
  save?: Save<M>
  /** Verbs that are not the engine's. */
  handlers?: Partial<Record<Verb, (request: Request) => Promise<Answer>>>
  /** Documentation of verbs that differ. */
  documented?: Partial<Record<Verb, Operation>>
  actions?: Action[]
  /** Actions on one object, which the caller sees. */
  itemActions?: Action<RowOf<M>>[]
}

export interface Declaration<M extends BaseModel> extends Common<M> {
  verbs?: readonly Verb[]
  fields: (f: FieldMakers<M>) => Record<string, Maker>
  filters?: (by: FilterMakers) => Record<string, FilterMaker>
  /** A type stands for the column of that name, which is never null. */
  ordering?: Record<string, OrderKey | OrderType>
  /** Name of the list → relation of the model, also through another one (`queue.workspace`), or a function. */
  sideloads?: Record<string, string | Sideload>
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a resource of any model
export interface Resource<M extends BaseModel = any> extends Common<M> {
  table: string
  verbs: readonly Verb[]
  defaultOrdering: string
  fields: Record<string, Field<RowOf<M>>>
  filters: Record<string, Filter>
  ordering: Record<string, OrderKey>
  sideloads: Record<string, Sideload>
}

export function defineResource<M extends BaseModel>(model: ModelClass<M>, declaration: Declaration<M>): Resource<M> {
  const table = model.tableName
  const { fields, filters, ordering = {}, sideloads = {}, ...common } = declaration
  const resource: Resource<M> = {
    ...common,
    table,
    verbs: declaration.verbs ?? ['list', 'create', 'retrieve', 'replace', 'update', 'destroy'],
    defaultOrdering: declaration.defaultOrdering ?? 'id',
    fields: mapValues(fields(makers as FieldMakers<M>), (make, name) => make(name, model)),
    filters: mapValues(filters?.(filterMakers) ?? {}, (make, name) => make(name, model)),
    ordering: mapValues(ordering, (key, name) =>
      typeof key === 'string' ? { sql: `${table}.${name}`, type: key } : key,
    ),
    sideloads: mapValues(sideloads, (load) => (typeof load === 'string' ? sideloadOf(model, load) : load)),
  }
  demandWriters(resource)
  return resource
}

const mapValues = <A, B>(object: Record<string, A>, to: (value: A, name: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value, name)]))

const WRITERS = { create: 'create', replace: 'update', update: 'update', destroy: 'destroy' } as const

function demandWriters({ path, verbs, save, handlers }: Resource): void {
  for (const [verb, writer] of Object.entries(WRITERS) as [keyof typeof WRITERS, keyof Save<BaseModel>][])
    if (verbs.includes(verb) && !save?.[writer] && !handlers?.[verb])
      throw new Error(`${path}: the verb ${verb} needs save.${writer}.`)
}

/** An order key over a column that may be null: nulls sort as the greatest value, as PostgreSQL does by itself. */
export function nullsLast(sql: string, type: OrderType, join?: OrderKey['join']): OrderKey {
  const last = {
    bigint: '9223372036854775807',
    integer: '2147483647',
    timestamptz: "'infinity'",
    text: "'\u{10FFFF}'",
    boolean: 'true',
    numeric: "'infinity'",
  }
  return { sql: `coalesce(${sql}, ${last[type]})`, type, ...(join ? { join } : {}) }
}
