/** Declarations of the former kind, until each has become one of `engine/define.ts`. */
import type { Knex } from 'knex'
import { invalid, type FieldErrors } from '../../errors.ts'
import type { Verb } from '../../rules/permissions.ts'
import type { May, Permission, Visible } from '../access.ts'
import type { TSchema } from 'typebox'
import type { Operation, OrderKey, Resource } from '../engine/define.ts'
import type { Answer, Caller, Request } from '../engine/request.ts'
import { objects } from '../engine/sideload.ts'
import type { Field, Row, Values } from './fields.ts'
import type { Filter } from './filters.ts'
import { insert, patch } from './verbs.ts'

export { nullsLast, type OrderKey, type Resource } from '../engine/define.ts'
export { resourceAt } from '../engine/registry.ts'
export { routeOf } from '../engine/routes.ts'

export interface Sideload {
  resource: string
  ids: (rows: Row[], shown: Values[], caller: Caller) => number[] | Promise<number[]>
}
export type CustomSideload = (rows: Row[], caller: Caller, query: Record<string, string>) => Promise<Values[]>

export interface Action {
  method: 'get' | 'post' | 'patch'
  path: string
  summary: string
  may: Permission
  handle: (request: Request, resource: Resource) => Promise<Answer>
  body?: TSchema
  shape?: TSchema
  query?: Record<string, TSchema>
  responds: {
    status: number
    body: TSchema | string | string[] | null
    also?: { status: number; body: TSchema | string | null }[]
  }
  accepts?: string[]
  basic?: boolean
}

export interface Declaration {
  path: string
  singular: string
  table: string
  description: string
  fields: Record<string, Field>
  oneNeeded?: string[]
  filters: Record<string, Filter>
  ordering: Record<string, OrderKey>
  defaultOrdering?: string
  verbs?: readonly Verb[]
  visible: Visible
  may: May
  from?: (query: Knex.QueryBuilder) => void
  total?: (request: Request, rows: () => Knex.QueryBuilder) => Promise<number | null>
  check?: (
    values: Values,
    context: { row: Row | null; caller: Caller; full: boolean },
  ) => FieldErrors | null | Promise<FieldErrors | null>
  save?: {
    create?: (values: Values, request: Request) => Promise<{ id: number }>
    update?: (row: Row, values: Values, request: Request, full: boolean) => Promise<void>
    destroy?: (row: Row, request: Request) => Promise<Answer | void>
  }
  handlers?: Partial<Record<Verb, (request: Request, resource: Resource) => Promise<Answer>>>
  documented?: Partial<Record<Verb, Operation>>
  sideloads?: Record<string, Sideload | CustomSideload>
  actions?: Action[]
}

const mapValues = <A, B>(object: Record<string, A>, to: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value)]))

/** A resource of the engine whose writers are those of a former declaration. */
export function defineResource(declaration: Declaration): Resource {
  const { fields, actions, sideloads, check, save, handlers, ...common } = declaration
  const resource: Resource = {
    ...common,
    legacy: true,
    verbs: declaration.verbs ?? ['list', 'create', 'retrieve', 'replace', 'update', 'destroy'],
    defaultOrdering: declaration.defaultOrdering ?? 'id',
    fields: mapValues(fields, ({ shape, after, ...field }) => ({
      ...field,
      description: field.description ?? '',
      ...(shape ? { documented: shape } : {}),
      ...(after ? { write: (id, { value }, request) => after(id, value, request) } : {}),
    })),
    sideloads: mapValues(sideloads ?? {}, (load) =>
      typeof load === 'function'
        ? (load as never)
        : async (rows, caller) => objects(load.resource, await load.ids(rows, [], caller), caller),
    ),
    actions: (actions ?? []).map(({ shape, responds: { also, ...responds }, handle, ...action }) => ({
      ...action,
      responds,
      ...(shape ? { documented: shape } : {}),
      ...(also ? { also } : {}),
      handle: (request) => handle(request, resource),
    })),
    handlers: mapValues(handlers ?? {}, (handle) => (request: Request) => handle!(request, resource)),
    normalize: async (values, context) => {
      const faults = await check?.(values, context as never)
      if (faults) throw invalid(faults)
      return values
    },
    save: {
      create: async ({ values }, request) =>
        (await (save?.create ? save.create(values, request) : insert(resource, values, request))).id,
      update: (row, { values }, request, full) =>
        save?.update ? save.update(row, values, request, full) : patch(resource, row, values, request),
      destroy: save?.destroy ?? (async (row, { db }) => void (await db(resource.table).where('id', row.id).delete())),
    },
  }
  return resource
}

/** Order keys of plain columns of a table that are never null. */
export function columns(table: string, keys: Record<string, OrderKey['type']>): Record<string, OrderKey> {
  return Object.fromEntries(Object.entries(keys).map(([name, type]) => [name, { sql: `${table}.${name}`, type }]))
}
