/** The kinds of fields that declarations choose from. */
import { Type, type TSchema } from 'typebox'
import type { BaseModel, IdOf, RowOf } from '../../models/index.ts'
import type { Id } from '../../rules/access/ids.ts'
import { replaceLinks } from '../../domain/links.ts'
import { STATED, type AnyRow, type Described, type Field, type FieldBuilder, type Stated } from './field.ts'
import { FieldError } from './field-error.ts'
import { collectionOf, linkOf, pointsTo, resolveReferences, showLinks } from './relations.ts'
import type { Caller, Writing } from './request.ts'

export type { AnyRow, BodyMode, Field, FieldBuilder, Values } from './field.ts'

interface Options extends Stated {
  column?: string
  readOnly?: boolean
  nullable?: boolean
}
interface Range {
  min?: number
  max?: number
}
/** Columns of ids keep their types, so that a field of another kind cannot write numbers that were not checked. */
type Written<Row> = { [Column in keyof Row]?: Extract<Row[Column], Id<string>> extends never ? unknown : Row[Column] }
interface Accepts<Row> {
  accept?: (value: unknown, caller: Caller) => Promise<Written<Row>> | Written<Row>
}
interface LinkOptions<Row, To extends string> extends Options {
  /** Name of the relation; by default that of the field. */
  relation?: string
  /** Shows only objects that the caller sees. */
  visible?: boolean
  /** The collection of the objects, for a `write` that needs their ids as those of its table; another one than that of the relation throws. */
  to?: To
  /** Replaces the default, which replaces all links. */
  write?: (id: IdOf<Row>, ids: Id<NoInfer<To>>[], request: Writing) => Promise<void>
}

export const orNull = (schema: TSchema, nullable = true): TSchema =>
  nullable ? Type.Union([schema, Type.Null()]) : schema
export const Time = Type.String({ format: 'date-time' })
export const Url = Type.String({ format: 'uri' })
/** Bytes of a file in a form. */
export const File = Type.String({ format: 'binary' })
/** Any JSON object. */
export const Metadata = Type.Record(Type.String(), Type.Unknown())
/** A URL of an object of this collection; the documentation and the tests of tenants read which. */
export const urlOf = (collection: string, schema: TSchema = Url): TSchema => ({ ...schema, 'x-references': collection })

const defined = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

function field(description: string, options: Options, output: TSchema, input = output): Described {
  const described = (schema: TSchema): TSchema => ({ ...orNull(schema, options.nullable ?? false), description })
  return {
    description,
    output: described(output),
    ...(options.readOnly ? {} : { input: described(input) }),
    ...Object.fromEntries(STATED.flatMap((name) => (name in options ? [[name, options[name]]] : []))),
  }
}

/** A field that is one column, shown as it is stored. */
function plain(description: string, options: Options, output: TSchema, input = output): FieldBuilder {
  return (name, model) => {
    const column = options.column ?? name
    // Only `ref` looks up whose object it is.
    if (!options.readOnly && pointsTo(model, column)) throw new Error(`${name} would write ids that were not checked.`)
    return {
      ...field(description, options, output, input),
      show: (row) => row[column] ?? null,
      accept: (value) => ({ [column]: value }),
    }
  }
}

const reference =
  (description: string, options: Options = {}): FieldBuilder =>
  (name, model) => {
    const column = options.column ?? `${name}_id`
    const collection = collectionOf(model, column)
    return {
      ...field(description, options, urlOf(collection)),
      refersTo: collection,
      show: (row: Record<string, number | null>, { urls }) => urls.maybe(collection, row[column]),
      accept: async (value, caller) => ({
        [column]: value === null ? null : (await resolveReferences(collection, value, caller))[0],
      }),
    }
  }

/** A field with the objects that a relation leads to: their URLs or, if `single`, one URL or null. */
const references =
  <Row>(single: boolean) =>
  <To extends string>(description: string, options: LinkOptions<Row, To> = {}): FieldBuilder =>
  (name, model) => {
    const link = linkOf(model, options.relation ?? name)
    const { collection } = link
    if ((options.to ?? collection) !== collection)
      throw new Error(`${name} leads to ${collection}, not to ${options.to}.`)
    const write = options.write ?? ((id, ids, { db }) => replaceLinks(db, link, id, ids))
    const common = single
      ? field(description, { ...options, nullable: true }, urlOf(collection))
      : field(description, options, Type.Array(urlOf(collection)), Type.Array(urlOf(collection, Type.String())))
    return {
      ...common,
      refersTo: collection,
      load: async (rows: { id: number }[], caller) => {
        const urlsOf = await showLinks(link, rows, caller, options.visible)
        return (row: { id: number }) => (single ? (urlsOf(row)[0] ?? null) : urlsOf(row))
      },
      resolve: (value, caller) => resolveReferences(collection, value ?? [], caller),
      write: (id, { ids }, request) => write(id as IdOf<Row>, ids as Id<To>[], request),
    }
  }

/** A text or reference that is read-only and shown as an empty text in place of null, because typed clients need a text. */
export const neverNull =
  (make: FieldBuilder): FieldBuilder =>
  (name, model) => {
    const { show, output, ...made } = make(name, model)
    // An empty text is not a URL.
    const { format: _format, ...text } = output as TSchema & { format?: string }
    return { ...made, output: text, show: (row, caller, path) => show?.(row, caller, path) ?? '' }
  }

const readOnly = { readOnly: true }
const time = (description: string, options: Options = {}): FieldBuilder =>
  plain(description, { ...readOnly, ...options }, Time)
const person = (description: string, column: string): FieldBuilder =>
  reference(description, { ...readOnly, nullable: true, column })

/** The kinds of fields for rows of one type. */
export const fieldBuilders = <Row>() => ({
  id: (): FieldBuilder => plain('Id, the last part of the URL.', readOnly, Type.Integer()),
  /** The object's own URL. */
  url: (): FieldBuilder => () => ({
    ...field('URL of the object.', readOnly, Url),
    show: (row: { id: number }, { urls }, path) => urls.of(path, row.id),
  }),
  text: (description: string, options: Options & Range & { pattern?: string; format?: string } = {}): FieldBuilder => {
    const { required, min = required ? 1 : undefined, max, pattern, format } = options
    const limits = defined({ maxLength: max, minLength: min, pattern, format })
    return plain(description, options, Type.String(), Type.String(limits))
  },
  integer: (description: string, { min, max, ...options }: Options & Range = {}): FieldBuilder =>
    plain(description, options, Type.Integer(), Type.Integer(defined({ minimum: min, maximum: max }))),
  number: (description: string, { min, max, ...options }: Options & Range = {}): FieldBuilder =>
    plain(description, options, Type.Number(), Type.Number(defined({ minimum: min, maximum: max }))),
  bool: (description: string, options: Options = {}): FieldBuilder => plain(description, options, Type.Boolean()),
  /** A moment; read-only unless the options state otherwise. */
  time,
  oneOf: (values: readonly string[], description: string, options: Options = {}): FieldBuilder => {
    const output = Type.Union(values.map((value) => Type.Literal(value)))
    return plain(description, options, output, Type.String({ enum: [...values] }))
  },
  json: (schema: TSchema, description: string, options: Options = {}): FieldBuilder =>
    plain(description, options, schema),
  metadata: ({ example }: Pick<Options, 'example'> = {}): FieldBuilder => {
    const options = { default: {}, ...defined({ example }) }
    const make = plain('Any JSON object of at most 4 kB, stored unchanged.', options, Metadata)
    return (name, model) => ({
      ...make(name, model),
      accept: (value) => {
        if (Buffer.byteLength(JSON.stringify(value)) > 4096) throw new FieldError('Metadata must not exceed 4 kB.')
        return { [name]: value }
      },
    })
  },
  /** Always this value; for parts of an object that cannot have another one. */
  constant:
    (description: string, output: TSchema, value: unknown): FieldBuilder =>
    () => ({ ...field(description, readOnly, output), show: () => value }),
  /** Computed from the row. */
  computed:
    (description: string, output: TSchema, show: NonNullable<Field<Row>['show']>): FieldBuilder<Row> =>
    () => ({ ...field(description, readOnly, output), show }),
  /** Computed from queries over the whole page. */
  loaded:
    (description: string, output: TSchema, load: NonNullable<Field<Row>['load']>): FieldBuilder<Row> =>
    () => ({ ...field(description, readOnly, output), load }),
  /** The URL of one other object; its id is in the column `<name>_id` unless `column` names another one. */
  ref: reference,
  /** The URLs of the objects that a relation leads to. */
  refs: references<Row>(false),
  /** The URL of the one object that a relation to at most one leads to; null for none. */
  onlyRef: references<Row>(true),
  organization: (): FieldBuilder => reference('URL of the organization.', readOnly),
  createdBy: (): FieldBuilder => person('URL of the user who created it; null for the service itself.', 'created_by'),
  createdAt: (options: Options = {}): FieldBuilder => time('Time of creation, UTC.', options),
  modifiedBy: (): FieldBuilder =>
    person('URL of the user who changed it last; null for the service itself.', 'modified_by'),
  modifiedAt: (options: Options = {}): FieldBuilder => time('Time of the last change, UTC.', options),
  /** A field of another kind: `rest` contains its functions. */
  custom:
    (
      description: string,
      options: Options & { output: TSchema; input?: TSchema },
      rest: Omit<Partial<Field<Row>>, keyof Described | 'accept'> & Accepts<Row>,
    ): FieldBuilder<Row> =>
    () => ({ ...field(description, options, options.output, options.input), ...rest }),
})
/** The kinds of fields for rows of one model. */
export type FieldBuilders<M extends BaseModel> = ReturnType<typeof fieldBuilders<RowOf<M>>>
/** The kinds of fields for rows of any table. */
export const makers = fieldBuilders<AnyRow>()
