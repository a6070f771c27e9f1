/** The body of a request as the domain accepts it: columns to write, and ids in place of URLs. */
import { invalid, type FieldErrors } from '../../errors.ts'
import type { BaseModel, RowOf } from '../../models/index.ts'
import { FieldError } from './field-error.ts'
import type { Field, Values } from './field.ts'
import type { Caller } from './request.ts'

/** `V` is the part of the values that a declaration reads, in the types that the schemas of its fields guarantee. */
export interface Input<M extends BaseModel, V = Values> {
  /** As sent, with defaults on POST and PUT. */
  values: V
  columns: Partial<RowOf<M>>
  /** The ids of the objects in fields that refer to several, by the name of the field. */
  ids: Record<string, number[]>
}

/** Resolves the references in the values. Throws `invalid` with the errors of all fields. */
export async function inputOf<M extends BaseModel>(
  fields: Record<string, Field>,
  values: Values,
  caller: Caller,
): Promise<Input<M>> {
  const input: Input<M> = { values, columns: {}, ids: {} }
  const errors: FieldErrors = {}
  for (const [name, value] of Object.entries(values)) {
    try {
      Object.assign(input.columns, await fields[name]!.accept?.(value, caller))
      if (fields[name]!.resolve) input.ids[name] = await fields[name]!.resolve(value, caller)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      errors[name] = [error.message]
    }
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return input
}
