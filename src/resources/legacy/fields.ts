/** The kinds of fields a declaration is made of. A field knows its input schema, its output schema, its column and how it is shown. */
import { Type, type TSchema } from 'typebox'
import type { Caller } from '../engine/request.ts'
import { FieldError } from '../engine/field-error.ts'
import { showReferences, resolveReferences } from './references.ts'

/** A row of the database; its shape is the migration's, which TypeScript does not see. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- columns and bodies differ per resource; schemas check them at run time
export type Row = Record<string, any>
/** What a client sent, after validation. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- columns and bodies differ per resource; schemas check them at run time
export type Values = Record<string, any>

/** A body that creates, one that replaces (PUT), one that changes (PATCH). */
export type BodyMode = 'create' | 'full' | 'partial'

export interface Field {
  output: TSchema
  /** Absent: read-only. */
  input?: TSchema
  required?: boolean
  /** Required of a new object only: PUT may leave it out. */
  requiredToCreate?: boolean
  /** What the document says of the input where rules, not the input schema, check its parts. */
  shape?: (mode: BodyMode) => TSchema
  /** Taken on create and PUT when the field is left out; undefined leaves it to the column's default. */
  default?: unknown
  createOnly?: boolean
  /** Of a field that cannot change: PUT names it all the same, as it is; a handler demands that. */
  repeated?: boolean
  /** Accepted, never shown. */
  writeOnly?: boolean
  /** The value for the response. */
  show?: (row: Row, caller: Caller, path: string) => unknown
  /** For values that need a query: called once per page. */
  load?: (rows: Row[], caller: Caller) => Promise<(row: Row) => unknown>
  /** Columns to write. Throws FieldError with a sentence when the value does not fit. */
  accept?: (value: unknown, caller: Caller) => Promise<Row> | Row
  /** Writes that need the row's id, in the same transaction. */
  after?: (id: number, value: unknown, caller: Caller) => Promise<void>
  description?: string
}

interface Common {
  required?: boolean
  default?: unknown
  column?: string
  readOnly?: boolean
  createOnly?: boolean
  nullable?: boolean
  description?: string
}

const orNull = (schema: TSchema, nullable?: boolean) => (nullable ? Type.Union([schema, Type.Null()]) : schema)

/** A field that is one column, shown as it is stored. */
function plain(output: TSchema, options: Common & { json?: boolean } = {}, input = output): (name: string) => Field {
  return (name) => {
    const column = options.column ?? name
    const schema = orNull(output, options.nullable)
    const words = options.description ? { description: options.description } : {}
    return {
      output: { ...schema, ...words },
      ...(options.readOnly ? {} : { input: { ...orNull(input, options.nullable), ...words } }),
      ...(options.required ? { required: true } : {}),
      ...('default' in options ? { default: options.default } : {}),
      ...(options.createOnly ? { createOnly: true } : {}),
      show: (row) => row[column] ?? null,
      accept: (value) => ({ [column]: options.json ? JSON.stringify(value) : value }),
    }
  }
}

type Named = (name: string) => Field
const readOnly = { readOnly: true }

const Time = Type.String({ format: 'date-time' })
const Url = Type.String({ format: 'uri' })
/** A URL of an object of this collection; the documentation and the tests of tenants read which. */
const urlOf = (collection: string, schema: TSchema = Url): TSchema => ({ ...schema, 'x-references': collection })
/** At most 4 kB as JSON (api.md, conventions 7). */
const Metadata = Type.Record(Type.String(), Type.Unknown())

const make = {
  id: (): Named => plain(Type.Integer(), readOnly),
  self: (): Named => () => ({ output: Url, show: (row, { urls }, path) => urls.of(path, row.id) }),
  text: (options: Common & { max?: number; min?: number; pattern?: string } = {}): Named =>
    plain(
      Type.String(),
      options,
      Type.String({
        ...(options.max ? { maxLength: options.max } : {}),
        ...(options.required || options.min ? { minLength: options.min ?? 1 } : {}),
        ...(options.pattern ? { pattern: options.pattern } : {}),
      }),
    ),
  integer: (options: Common & { min?: number; max?: number } = {}): Named =>
    plain(Type.Integer(), options, Type.Integer(range(options))),
  number: (options: Common & { min?: number; max?: number } = {}): Named =>
    plain(Type.Number(), options, Type.Number(range(options))),
  bool: (options: Common = {}): Named => plain(Type.Boolean(), options),
  time: (options: Common = {}): Named => plain(Time, { ...options, readOnly: options.readOnly ?? true }),
  oneOf: (values: readonly string[], options: Common = {}): Named =>
    plain(Type.Union(values.map((value) => Type.Literal(value))), options, Type.String({ enum: [...values] })),
  json: (schema: TSchema, options: Common = {}): Named => plain(schema, { ...options, json: true }),
  metadata: (): Named => (name) => ({
    ...plain(Metadata, { json: true, default: {} })(name),
    accept: (value) => {
      const text = JSON.stringify(value)
      if (Buffer.byteLength(text) > 4096) throw new FieldError('Metadata must not exceed 4 kB.')
      return { [name]: text }
    },
  }),
  /** Always this value; for parts of an object that cannot hold anything else. */
  constant:
    (output: TSchema, value: unknown): Named =>
    () => ({ output, show: () => value }),
  /** Computed from the row. */
  computed:
    (output: TSchema, show: (row: Row, caller: Caller) => unknown): Named =>
    () => ({ output, show }),
  /** Computed from queries over the whole page. */
  loaded:
    (output: TSchema, load: NonNullable<Field['load']>): Named =>
    () => ({ output, load }),
  /** The URL of one other object, kept in `<name>_id` unless `column` says otherwise. */
  ref:
    (collection: string, options: Common = {}): Named =>
    (name) => {
      const column = options.column ?? `${name}_id`
      const schema = orNull(urlOf(collection), options.nullable)
      return {
        output: schema,
        ...(options.readOnly ? {} : { input: schema }),
        ...(options.required ? { required: true } : {}),
        ...('default' in options ? { default: options.default } : {}),
        ...(options.createOnly ? { createOnly: true } : {}),
        show: (row, { urls }) => urls.maybe(collection, row[column]),
        accept: async (value, caller) => ({
          [column]: value === null ? null : (await resolveReferences(collection, [value], caller))[0],
        }),
      }
    },
  /** A reference to a collection that is not served yet: always empty, and any URL is refused like one of a missing object. */
  unserved:
    (collection: string, many: boolean): Named =>
    () => ({
      output: many ? Type.Array(Url) : Type.Union([Url, Type.Null()]),
      input: many ? Type.Union([Type.Array(Type.String()), Type.Null()]) : Type.Union([Type.String(), Type.Null()]),
      show: () => (many ? [] : null),
      accept: async (value, caller) => {
        await resolveReferences(collection, [value ?? []].flat(), caller)
        return {}
      },
    }),
  /** URLs of other objects, kept in a table of pairs. */
  refs:
    (collection: string, pairs: { table: string; own: string; other: string }, options: Common = {}): Named =>
    () => ({
      output: Type.Array(Url),
      ...(options.readOnly ? {} : { input: Type.Array(urlOf(collection, Type.String())) }),
      ...(options.required ? { required: true } : {}),
      ...('default' in options ? { default: options.default } : {}),
      ...(options.createOnly ? { createOnly: true } : {}),
      load: (rows, caller) => showReferences(collection, pairs, rows, caller),
      accept: async (value, caller) => {
        await resolveReferences(collection, value as unknown[], caller)
        return {}
      },
      after: async (id, value, caller) => {
        const { db } = caller
        const ids = await resolveReferences(collection, value as unknown[], caller)
        await db(pairs.table).where(pairs.own, id).delete()
        if (ids.length)
          await db(pairs.table).insert([...new Set(ids)].map((other) => ({ [pairs.own]: id, [pairs.other]: other })))
      },
    }),
}

function range({ min, max }: { min?: number; max?: number }): { minimum?: number; maximum?: number } {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) }
}

export const f = {
  ...make,
  /** A field written out in full, for the odd one. */
  custom:
    (field: Field): Named =>
    () =>
      field,
}

/** Gives every field its name; the declaration's keys are the wire names. */
export function fieldsOf(fields: Record<string, Named>): Record<string, Field> {
  return Object.fromEntries(Object.entries(fields).map(([name, make]) => [name, make(name)]))
}

export { Metadata, Time, Url }
