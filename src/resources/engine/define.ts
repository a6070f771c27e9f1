/**
 * A resource of the API is one declaration: its fields, filters, ordering, who sees which rows and who may do what.
 * From it come request validation, output, PUT and PATCH rules, sideloads, the OpenAPI document and the contract tests.
 * Verbs that differ are replaced by a plain handler or a `save` function; the engine does not grow for single cases.
 */
import type { Knex } from 'knex'
import type { TSchema } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import type { Verb } from '../../rules/permissions.ts'
import type { May, Permission, Visible } from '../access.ts'
import type { Answer, Caller, Request } from './request.ts'
import type { Field, Row, Values } from './fields.ts'
import type { Filter } from './filters.ts'
import type { Groups } from './walk.ts'

/** What a list may be sorted by; `sql` must never be null (see `nullsLast`), so that a cursor is a total order. */
export interface OrderKey {
  sql: string
  type: 'bigint' | 'text' | 'timestamptz' | 'integer' | 'boolean' | 'numeric'
  join?: (query: Knex.QueryBuilder) => void
  /** Where the key follows from a column with few different values: how to read long lists without sorting them. */
  groups?: Groups
}

export interface Sideload {
  /** The collection whose objects are added. */
  resource: string
  /** Ids wanted for these rows; `shown` are the objects already made from them. */
  ids: (rows: Row[], shown: Values[], caller: Caller) => number[] | Promise<number[]>
}
export type CustomSideload = (rows: Row[], caller: Caller, query: Record<string, string>) => Promise<Values[]>

export interface Action {
  method: 'get' | 'post' | 'patch'
  /** Below the collection, e.g. `:id/start` or `validate`. */
  path: string
  summary: string
  may: Permission
  handle: (request: Request, resource: Resource) => Promise<Answer>
  /** JSON body; checked before `handle`, which finds it in `request.body`. */
  body?: TSchema
  /** What the document says of the body where rules, not `body`, check its parts. */
  shape?: TSchema
  query?: Record<string, TSchema>
  /** The successful answer; `null` has no body, a string is the content type of a file, several are alternatives. */
  responds: {
    status: number
    body: TSchema | string | string[] | null
    also?: { status: number; body: TSchema | string | null }[]
  }
  /** Other media types than JSON the action accepts, for the documentation. */
  accepts?: string[]
  basic?: boolean
}

export interface Declaration {
  /** The collection; one below the objects of another has both names: `organization_groups/memberships`. */
  path: string
  /** One object of it, as people say it: `annotation`. */
  singular: string
  table: string
  description: string
  fields: Record<string, Field>
  /** Of these fields a new object needs one at least, as `check` demands. */
  oneNeeded?: string[]
  filters: Record<string, Filter>
  ordering: Record<string, OrderKey>
  /** Sorted so when the client does not say; default `id`. */
  defaultOrdering?: string
  verbs?: readonly Verb[]
  visible: Visible
  may: May
  /** Added to every query, e.g. the join a filter or field needs. */
  from?: (query: Knex.QueryBuilder) => void
  /** A cheaper total than counting `rows`, or null to count them. */
  total?: (request: Request, rows: () => Knex.QueryBuilder) => Promise<number | null>
  check?: (
    values: Values,
    context: { row: Row | null; caller: Caller; full: boolean },
  ) => FieldErrors | null | Promise<FieldErrors | null>
  save?: {
    create?: (values: Values, request: Request) => Promise<{ id: number }>
    /**
     * Runs in a transaction that holds the row. `full` is true for PUT.
     */
    update?: (row: Row, values: Values, request: Request, full: boolean) => Promise<void>
    /** The answer is 204 unless it returns another one. */
    destroy?: (row: Row, request: Request) => Promise<Answer | void>
  }
  handlers?: Partial<Record<Verb, (request: Request, resource: Resource) => Promise<Answer>>>
  sideloads?: Record<string, Sideload | CustomSideload>
  actions?: Action[]
}

export interface Resource extends Declaration {
  verbs: readonly Verb[]
  defaultOrdering: string
}

export function defineResource(declaration: Declaration): Resource {
  return {
    ...declaration,
    verbs: declaration.verbs ?? ['list', 'create', 'retrieve', 'replace', 'update', 'destroy'],
    defaultOrdering: declaration.defaultOrdering ?? 'id',
  }
}

export const VERB_ROUTES: Record<Verb, { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; item: boolean }> = {
  list: { method: 'get', item: false },
  create: { method: 'post', item: false },
  retrieve: { method: 'get', item: true },
  replace: { method: 'put', item: true },
  update: { method: 'patch', item: true },
  destroy: { method: 'delete', item: true },
}

/** Where a resource is served: below another, the id of the object above stands between the two names. */
export const routeOf = (path: string, above: string | number): string => path.replace('/', `/${above}/`)
/** The collection above and how its id is called, e.g. `organization_group`; null for one on its own. */
export function aboveOf(path: string): { collection: string; parameter: string } | null {
  const [collection = '', below] = path.split('/')
  return below === undefined ? null : { collection, parameter: collection.replace(/s$/, '') }
}
/** The same for documents, with the parameter in braces. */
export const documentedRoute = ({ path }: { path: string }): string => routeOf(path, `{${aboveOf(path)?.parameter}}`)
/** A resource's name where a slash cannot stand. */
export const nameOf = ({ path }: { path: string }): string => path.replace('/', '_')

/** All resources by path: references, sideloads and documents are resolved through it. Filled once by resources/index.ts. */
const registry = new Map<string, Resource>()
export function register(resources: Resource[]): void {
  for (const resource of resources) registry.set(resource.path, resource)
}
export function resourceAt(path: string): Resource | undefined {
  return registry.get(path)
}

/** Order keys of plain columns of a table that are never null. */
export function columns(table: string, keys: Record<string, OrderKey['type']>): Record<string, OrderKey> {
  return Object.fromEntries(Object.entries(keys).map(([name, type]) => [name, { sql: `${table}.${name}`, type }]))
}

/** An order key over a column that may be null: nulls sort as the greatest value, as PostgreSQL does by itself. */
export function nullsLast(sql: string, type: OrderKey['type'], join?: OrderKey['join']): OrderKey {
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
