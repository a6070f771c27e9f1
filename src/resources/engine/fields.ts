/** The kinds of fields a declaration is made of. A field knows its words, its schemas, its column and how it is shown. */
import { Type, type TSchema } from 'typebox'
import type { BaseModel, ModelClass, RowOf } from '../../models/index.ts'
import { replaceLinks } from '../../domain/links.ts'
import { FieldError } from './field-error.ts'
import { collectionOf, linkOf, resolveReferences, showLinks, type Link } from './relations.ts'
import type { Caller, Writing } from './request.ts'

/** What a client sent, after validation. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies differ per resource; schemas check them at run time
export type Values = Record<string, any>

/** A body that creates, one that replaces (PUT), one that changes (PATCH). */
export type BodyMode = 'create' | 'full' | 'partial'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a field of a row of any table
export interface Field<Row = any> {
  description: string
  output: TSchema
  /** Absent: read-only. */
  input?: TSchema
  required?: boolean
  /** Required of a new object only: PUT may leave it out. */
  requiredToCreate?: boolean
  /** The input as documented, where rules beyond the input schema check its parts. */
  documented?: (mode: BodyMode) => TSchema
  /** Taken on create and PUT when the field is left out; undefined leaves it to the column's default. */
  default?: unknown
  createOnly?: boolean
  /** Of a field that cannot change: PUT names it all the same, as it is; a handler demands that. */
  repeated?: boolean
  /** Accepted, never shown. */
  writeOnly?: boolean
  /** A value for the examples of bodies; ids in place of URLs for references. Without one the field is left out there. */
  example?: unknown
  /** The collection that it refers to. */
  refersTo?: string
  /** The value for the response; `path` is that of the collection. */
  show?(row: Row, caller: Caller, path: string): unknown
  /** For values that need a query: called once per page. */
  load?(rows: Row[], caller: Caller): Promise<(row: Row) => unknown>
  /** Columns to write. Throws FieldError with a sentence when the value does not fit. */
  accept?(value: unknown, caller: Caller): Promise<Values> | Values
  /** Ids behind references to several objects, for `write` and for `save`. Throws FieldError. */
  resolve?(value: unknown, caller: Caller): Promise<number[]>
  /** Writes that need the object's id, in the same transaction. */
  write?(id: number, given: { value: unknown; ids: number[] }, request: Writing): Promise<void>
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a field of a row of any table
export type Maker = (name: string, model: ModelClass) => Field<any>

interface Options {
  required?: boolean
  requiredToCreate?: boolean
  default?: unknown
  column?: string
  readOnly?: boolean
  createOnly?: boolean
  repeated?: boolean
  nullable?: boolean
  example?: unknown
}
interface Range {
  min?: number
  max?: number
}
interface LinkOptions extends Options {
  /** Name of the relation; default the field's. */
  relation?: string
  /** Shows only objects that the caller sees. */
  visible?: boolean
  /** In place of replacing all links. */
  write?: (id: number, ids: number[], request: Writing) => Promise<void>
}

export const orNull = (schema: TSchema, nullable = true): TSchema =>
  nullable ? Type.Union([schema, Type.Null()]) : schema
export const Time = Type.String({ format: 'date-time' })
export const Url = Type.String({ format: 'uri' })
/** Bytes of a file in a form. */
export const File = Type.String({ format: 'binary' })
/** A URL of an object of this collection; the documentation and the tests of tenants read which. */
export const urlOf = (collection: string, schema: TSchema = Url): TSchema => ({ ...schema, 'x-references': collection })

/** What options say of a field, whatever its kind. */
function field(description: string, options: Options, output: TSchema, input = output): Field {
  const { required, requiredToCreate, createOnly, repeated, nullable, readOnly } = options
  return {
    description,
    output: { ...orNull(output, nullable ?? false), description },
    ...(readOnly ? {} : { input: { ...orNull(input, nullable ?? false), description } }),
    ...(required ? { required } : {}),
    ...(requiredToCreate ? { requiredToCreate } : {}),
    ...(createOnly ? { createOnly } : {}),
    ...(repeated ? { repeated } : {}),
    ...('default' in options ? { default: options.default } : {}),
    ...('example' in options ? { example: options.example } : {}),
  }
}

/** A field that is one column, shown as it is stored. */
function plain(description: string, options: Options, output: TSchema, input = output): Maker {
  return (name) => {
    const column = options.column ?? name
    return {
      ...field(description, options, output, input),
      show: (row) => row[column] ?? null,
      accept: (value) => ({ [column]: value }),
    }
  }
}

const limits = ({ min, max }: Range) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
})

/** At most 4 kB as JSON. */
export const Metadata = Type.Record(Type.String(), Type.Unknown())

const reference = (description: string, options: Options = {}): Maker => {
  return (name, model) => {
    const column = options.column ?? `${name}_id`
    const collection = collectionOf(model, column)
    return {
      ...field(description, options, urlOf(collection)),
      refersTo: collection,
      show: (row, { urls }) => urls.maybe(collection, row[column]),
      accept: async (value, caller) => ({
        [column]: value === null ? null : (await resolveReferences(collection, value, caller))[0],
      }),
    }
  }
}

const references =
  (description: string, options: LinkOptions = {}): Maker =>
  (name, model) => {
    const link = linkOf(model, options.relation ?? name)
    const { collection } = link
    const write = options.write ?? ((id, ids, { db }) => replaceLinks(db, link, id, ids))
    return {
      ...field(description, options, Type.Array(urlOf(collection)), Type.Array(urlOf(collection, Type.String()))),
      refersTo: collection,
      load: (rows, caller) => showLinks(link, rows, caller, options.visible),
      resolve: (value, caller) => resolveReferences(collection, value, caller),
      write: (id, { ids }, request) => write(id, ids, request),
    }
  }

/** The one object that a relation to at most one leads to. */
const onlyReference =
  (description: string, options: LinkOptions = {}): Maker =>
  (name, model) => {
    const link: Link = linkOf(model, options.relation ?? name)
    return {
      ...field(description, { ...options, nullable: true }, urlOf(link.collection)),
      refersTo: link.collection,
      load: async (rows, caller) => {
        const urlsOf = await showLinks(link, rows, caller, options.visible)
        return (row) => urlsOf(row)[0] ?? null
      },
      resolve: (value, caller) => resolveReferences(link.collection, value ?? [], caller),
      write: (id, { ids }, request) => options.write!(id, ids, request),
    }
  }

const readOnly = { readOnly: true }
const time = (description: string, options: Options = {}): Maker =>
  plain(description, { ...readOnly, ...options }, Time)

export const makers = {
  id: (): Maker => plain('Id, the last part of the URL.', readOnly, Type.Integer()),
  /** The object's own URL. */
  url: (): Maker => () => ({
    ...field('URL of the object.', readOnly, Url),
    show: (row, { urls }, path) => urls.of(path, row.id),
  }),
  text: (description: string, options: Options & Range & { pattern?: string } = {}): Maker =>
    plain(
      description,
      options,
      Type.String(),
      Type.String({
        ...(options.max ? { maxLength: options.max } : {}),
        ...(options.required || options.min ? { minLength: options.min ?? 1 } : {}),
        ...(options.pattern ? { pattern: options.pattern } : {}),
      }),
    ),
  integer: (description: string, options: Options & Range = {}): Maker =>
    plain(description, options, Type.Integer(), Type.Integer(limits(options))),
  number: (description: string, options: Options & Range = {}): Maker =>
    plain(description, options, Type.Number(), Type.Number(limits(options))),
  bool: (description: string, options: Options = {}): Maker => plain(description, options, Type.Boolean()),
  /** A moment; read-only unless the options say otherwise. */
  time,
  oneOf: (values: readonly string[], description: string, options: Options = {}): Maker =>
    plain(
      description,
      options,
      Type.Union(values.map((value) => Type.Literal(value))),
      Type.String({ enum: [...values] }),
    ),
  json: (schema: TSchema, description: string, options: Options = {}): Maker => plain(description, options, schema),
  metadata:
    (options: Pick<Options, 'example'> = {}): Maker =>
    (name, model) => ({
      ...plain(
        'Any JSON object of at most 4 kB, stored unchanged.',
        { default: {}, ...options },
        Metadata,
      )(name, model),
      accept: (value) => {
        if (Buffer.byteLength(JSON.stringify(value)) > 4096) throw new FieldError('Metadata must not exceed 4 kB.')
        return { [name]: value }
      },
    }),
  /** Always this value; for parts of an object that cannot hold anything else. */
  constant:
    (description: string, output: TSchema, value: unknown): Maker =>
    () => ({ ...field(description, readOnly, output), show: () => value }),
  /** Computed from the row. */
  computed:
    (description: string, output: TSchema, show: NonNullable<Field['show']>): Maker =>
    () => ({ ...field(description, readOnly, output), show }),
  /** Computed from queries over the whole page. */
  loaded:
    (description: string, output: TSchema, load: NonNullable<Field['load']>): Maker =>
    () => ({ ...field(description, readOnly, output), load }),
  /** The URL of one other object; its id is in the column `<name>_id` unless `column` names another one. */
  ref: reference,
  /** The URLs of the objects that a relation leads to. */
  refs: references,
  onlyRef: onlyReference,
  organization: (): Maker => reference('URL of the organization.', readOnly),
  createdBy: (): Maker =>
    reference('URL of the user who created it; null for the service itself.', {
      ...readOnly,
      nullable: true,
      column: 'created_by',
    }),
  createdAt: (options: Options = {}): Maker => time('Time of creation, UTC.', options),
  modifiedBy: (): Maker =>
    reference('URL of the user who changed it last; null for the service itself.', {
      ...readOnly,
      nullable: true,
      column: 'modified_by',
    }),
  modifiedAt: (options: Options = {}): Maker => time('Time of the last change, UTC.', options),
  /** A field of another kind; `field` gives what the options say. */
  custom:
    (
      description: string,
      options: Options & { output: TSchema; input?: TSchema },
      rest: Omit<Partial<Field>, 'description' | 'output' | 'input'>,
    ): Maker =>
    () => ({ ...field(description, options, options.output, options.input ?? options.output), ...rest }),
}

type Typed<Row> = {
  computed: (description: string, output: TSchema, show: (row: Row, caller: Caller) => unknown) => Maker
  loaded: (
    description: string,
    output: TSchema,
    load: (rows: Row[], caller: Caller) => Promise<(row: Row) => unknown>,
  ) => Maker
  custom: (
    description: string,
    options: Options & { output: TSchema; input?: TSchema },
    rest: Omit<Partial<Field<Row>>, 'description' | 'output' | 'input'>,
  ) => Maker
}
/** The kinds of fields for rows of one model. */
export type FieldMakers<M extends BaseModel> = Omit<typeof makers, keyof Typed<never>> & Typed<RowOf<M>>
