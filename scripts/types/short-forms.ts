/** Short forms for the declarations of types. */
import { Type, type TProperties, type TSchema } from 'typebox'

export const ref = (name: string) => Type.Ref(name)
export const optional = Type.Optional
export const text = (description: string) => Type.String({ description })
export const integer = (description: string) => Type.Integer({ description })
export const orNull = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description })
export const list = (schema: TSchema, description: string) => Type.Array(schema, { description })
export const open = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })
export const oneOf = (values: readonly string[], description: string) => Type.String({ enum: [...values], description })
export const object = (properties: TProperties, description: string) => Type.Object(properties, { description })
