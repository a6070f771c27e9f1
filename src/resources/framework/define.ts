/**
 * A resource of the API is one declaration: its fields, filters, ordering, visible rows and permissions. Request validation, output, PUT
 * and PATCH rules, sideloads, the OpenAPI document and the contract tests follow from it. A verb that differs has its own handler;
 * the framework has no options for single cases.
 */
import type { Knex } from 'knex'
import type { TSchema } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import type { BaseModel, ModelClass, RowOf } from '../../models/index.ts'
import { VERBS, type Verb } from '../../rules/access/permissions.ts'
import type { May, Permission, Visible } from '../access.ts'
import type { Slice } from './cursor.ts'
import type { Field, FieldBuilder, Values } from './field.ts'
import { fieldBuilders, type FieldBuilders } from './fields.ts'
import { filterMakers, type Filter, type FilterMaker, type FilterMakers } from './filters.ts'
import type { ResourcePath } from './registry.ts'
import { sideloadOf, type Sideload } from './sideload.ts'
import type { Answer, Caller, Request, Writing } from './request.ts'
import type { Input } from './input.ts'

export type OrderType = 'bigint' | 'text' | 'timestamptz' | 'integer' | 'boolean' | 'numeric'
/** A sort key of a list. `sql` must never be null (see `nullsLast`), because a cursor needs a total order. */
export interface OrderKey {
  sql: string
  type: OrderType
  join?: (query: Knex.QueryBuilder) => void
  /**
   * Whether the key is known to the caller. Sorting by hidden values, and cursors built from them, would reveal the values, so such a key
   * counts as unknown. Default: it is known to all.
   */
  known?: (caller: Pick<Caller, 'who'>) => boolean
  /** Reads a slice of a list with `total` rows faster than by sorting; null where sorting is faster. */
  read?: (query: Knex.QueryBuilder, slice: Slice, total: number, caller: Caller) => Knex.QueryBuilder | null
}

/** Builds the URL of an object in an example. */
export type UrlOf = (collection: string, id?: number | string) => string

/** A response as documented. */
export interface Responds {
  status: number
  description?: string
  /** `null` is no body, a string the content type of a file, several are alternatives. */
  body: TSchema | string | string[] | null
  /** The content type of a body with a schema; default `application/json`. */
  type?: string
}

/** The documentation of a verb or an action. */
export interface Operation {
  query?: Record<string, TSchema>
  /** The collection whose list filters apply too. */
  filtersOf?: ResourcePath
  /** Names of required query parameters. */
  requiredQuery?: string[]
  /** Parts of a multipart body. */
  parts?: TSchema
  /** Media types of the body other than JSON. */
  accepts?: string[]
  responds?: Responds
  /** Other successful responses. */
  also?: Responds[]
}

export interface Action<Row = undefined> extends Operation {
  method: 'get' | 'post' | 'patch'
  /** The path below the collection, or below `{id}` for actions on one object: `validate`, `content/:node`. */
  path: string
  summary: string
  may: Permission
  /** Schema of the JSON body, which is checked before `handle` reads it from `request.body`. */
  body?: TSchema
  /** The body as documented, where rules beyond `body` check its parts. */
  documented?: TSchema
  example?: (url: UrlOf) => unknown
  responds: Responds
  /** Accepts Basic credentials. */
  basic?: boolean
  handle(request: Request, row: Row): Promise<Answer>
}

/** Writes objects by calling functions of the domain, which alone writes rows. */
export interface Save<M extends BaseModel> {
  /** Returns the id of the new object. Runs in a transaction. */
  create?(input: Input<M>, request: Writing): Promise<number>
  /** Runs in a transaction that locks the row. `full` is true for PUT. */
  update?(row: RowOf<M>, input: Input<M>, request: Writing, full: boolean): Promise<unknown>
  /** The response is 204 unless it returns another one. */
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
  /** The collection; one below the objects of another contains both names: `organization_groups/memberships`. */
  path: string
  /** The name of one object: `email template`. */
  singular: string
  description: string
  /** A new object needs at least one of these fields; `check` enforces it. */
  oneNeeded?: string[]
  /** The order of lists without `ordering`; default `id`. */
  defaultOrdering?: string
  visible: Visible
  may: May
  /** A cheaper total than counting `rows`, or null to count them. */
  total?(request: Request, rows: () => Knex.QueryBuilder): Promise<number | null>
  /** Changes the values that the client sent, before references are resolved. */
  normalize?(values: Values, context: CheckContext<M>): Promise<Values> | Values
  /**
   * Checks that may take processor time, such as schemas and patterns of customers: `request.deps.userChecks` runs them in its thread. Called
   * before the transaction, so that a waiting check holds no connection; `row` is the object as read before it is locked, of which only the
   * columns in `examines` may be read.
   */
  examine?(values: Values, row: RowOf<M> | null, request: Request): Promise<FieldErrors | null>
  check?(input: Input<M>, context: CheckContext<M>): FieldErrors | null | Promise<FieldErrors | null>
  save?: Save<M>
  /** Verbs that replace those of the framework. */
  handlers?: Partial<Record<Verb, (request: Request) => Promise<Answer>>>
  /** Documentation of verbs that differ. */
  documented?: Partial<Record<Verb, Operation>>
  actions?: Action[]
  /** Actions on one object that the caller sees. */
  itemActions?: Action<RowOf<M>>[]
}

export interface Declaration<M extends BaseModel> extends Common<M> {
  verbs?: readonly Verb[]
  /** Columns of the row that `examine` reads. If another request changes one before the row is locked, the change is a conflict. */
  examines?: readonly (keyof RowOf<M> & string)[]
  fields: (f: FieldBuilders<M>) => Record<string, FieldBuilder<RowOf<M>>>
  filters?: (by: FilterMakers) => Record<string, FilterMaker>
  /** A type means the column of that name, which is never null. */
  ordering?: Record<string, OrderKey | OrderType>
  /** Name of the list → relation of the model, relation of another relation (`queue.workspace`), or a function. */
  sideloads?: Record<string, string | Sideload>
}

/** A declaration with its defaults. All functions are methods, so that a resource of one model is also a `Resource`. */
export interface Resource<M extends BaseModel = BaseModel> extends Common<M> {
  table: string
  verbs: readonly Verb[]
  examines: readonly string[]
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
    verbs: declaration.verbs ?? VERBS,
    examines: declaration.examines ?? [],
    defaultOrdering: declaration.defaultOrdering ?? 'id',
    fields: mapValues(fields(fieldBuilders<RowOf<M>>()), (make, name) => make(name, model)),
    filters: mapValues(filters?.(filterMakers) ?? {}, (make, name) => make(name, model)),
    ordering: mapValues(ordering, (key, name) =>
      typeof key === 'string' ? { sql: `${table}.${name}`, type: key } : key,
    ),
    sideloads: mapValues(sideloads, (load) => (typeof load === 'string' ? sideloadOf(model, load) : load)),
  }
  assertWriters(resource)
  return resource
}

const mapValues = <A, B>(object: Record<string, A>, to: (value: A, name: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value, name)]))

const WRITERS = { create: 'create', replace: 'update', update: 'update', destroy: 'destroy' } as const

function assertWriters({ path, verbs, save, handlers }: Resource): void {
  for (const verb of ['create', 'replace', 'update', 'destroy'] as const)
    if (verbs.includes(verb) && !save?.[WRITERS[verb]] && !handlers?.[verb])
      throw new Error(`${path}: the verb ${verb} needs save.${WRITERS[verb]}.`)
}

/** A sort key over a column that may be null: nulls sort as the greatest value, which is the default of PostgreSQL. */
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
