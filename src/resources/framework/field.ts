/** The parts of a field of a resource. `fields.ts` creates the usual kinds. */
import type { TSchema } from 'typebox'
import type { ModelClass } from '../../models/index.ts'
import type { Caller, Writing } from './request.ts'

/** A row of any table. */
export type AnyRow = Record<string, unknown>

/** A JSON object: the body of a request after validation, or an object as it is shown. */
export type Values = Record<string, unknown>

/** POST, PUT and PATCH. */
export type BodyMode = 'create' | 'full' | 'partial'

/** The properties of a field that its declaration states as they are. */
export interface Stated {
  required?: boolean
  /** Required in POST only; PUT may omit it. */
  requiredToCreate?: boolean
  /** The value for POST and PUT when the field is omitted; undefined leaves it to the column's default. */
  default?: unknown
  /** PUT and PATCH ignore the field; `refused`: they answer 400, because the client would believe that the value was changed. */
  createOnly?: boolean | 'refused'
  /** For a field that cannot change: PUT must repeat its value, which a handler checks. */
  repeated?: boolean
  /** Whether the value may have 2 MB instead of 256 kB. */
  large?: boolean
  /** An object without a value lacks the key. */
  omitted?: boolean
  /** A value for the examples of bodies; ids in place of URLs for references. Examples omit a field without one. */
  example?: unknown
}
export const STATED = [
  'required',
  'requiredToCreate',
  'default',
  'createOnly',
  'repeated',
  'large',
  'omitted',
  'example',
] as const

/** The parts of a field that follow from its options. */
export interface Described extends Stated {
  description: string
  output: TSchema
  /** Absent for a read-only field. */
  input?: TSchema
}

/** Its functions are methods, whose parameters TypeScript compares in both directions: a field of one model is also a `Field`. */
export interface Field<Row = AnyRow> extends Described {
  /** The documented input, where rules beyond the input schema check its parts. */
  documented?: (mode: BodyMode) => TSchema
  /** Accepted, never shown. */
  writeOnly?: boolean
  /** The collection it refers to. */
  refersTo?: string
  /** The value for the response; `path` is the path of the collection. */
  show?(row: Row, caller: Caller, path: string): unknown
  /** For values that need a query: called once per page. Returns the function that reads the value of a row. */
  load?(rows: Row[], caller: Caller): Promise<Loaded<Row>['valueOf']>
  /** Columns to write. Throws FieldError if the value cannot be accepted. */
  accept?(value: unknown, caller: Caller): Promise<AnyRow> | AnyRow
  /** Ids behind references to several objects, for `write` and for `save`. Throws FieldError. */
  resolve?(value: unknown, caller: Caller): Promise<number[]>
  /** Writes that need the object's id, in the same transaction. */
  write?(id: number, given: { value: unknown; ids: number[] }, request: Writing): Promise<void>
}
interface Loaded<Row> {
  valueOf(row: Row): unknown
}
/** Creates the field of this name for a model. */
export type FieldBuilder<Row = AnyRow> = (name: string, model: ModelClass) => Field<Row>
