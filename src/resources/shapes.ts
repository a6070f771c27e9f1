/**
 * For readers of the document: the shapes of what rules check, with trees of errors, instead of the schema of a body.
 * A test sends the examples of the document and compares; the rules stay what decides.
 */
import { Type, type TSchema } from 'typebox'
import { OUTPUT_TYPES, TABLE_KINDS } from '../rules/engine-schema/types.ts'

/** May be left out, and null is the same as that. */
const may = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))
const words = (values: readonly string[]) => Type.String({ enum: [...values] })
const texts = Type.Array(Type.String())
const url = (collection: string) => Type.String({ format: 'uri', 'x-references': collection })
const Label = Type.String({ minLength: 1, maxLength: 255 })

const Output = Type.Object({
  category: Type.Literal('datapoint'),
  engine_output_id: Label,
  label: Label,
  type: words(OUTPUT_TYPES),
  trained: may(Type.Boolean()),
  description: may(Type.String()),
  sources: may(Type.Array(Type.Object({ queue: url('queues'), schema_id: Type.String() }))),
})
const OutputTuple = Type.Object({ category: Type.Literal('tuple'), children: Type.Array(Output) })
/** The content of a dedicated engine's schema. */
export const EngineSchemaShape = Type.Object({
  training_queues: Type.Array(url('queues')),
  fields: Type.Array(
    Type.Union([
      Output,
      Type.Object({
        category: Type.Literal('multivalue'),
        engine_output_id: may(Label),
        label: may(Label),
        type: may(words(TABLE_KINDS)),
        trained: may(Type.Boolean()),
        description: may(Type.String()),
        children: Type.Union([OutputTuple, Output]),
      }),
    ]),
  ),
})

const NewValue = Type.Object({
  value: may(Type.Union([Type.String(), Type.Number()])),
  normalized_value: may(Type.Union([Type.String(), Type.Number()])),
  page: may(Type.Integer({ minimum: 1 })),
  position: may(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
})
const change = {
  content: Type.Optional(NewValue),
  validation_sources: Type.Optional(texts),
  hidden: Type.Optional(Type.Boolean()),
}
export const NodeChangeShape = Type.Object(change)
export const TreeChangeShape = Type.Object({
  content: Type.Array(
    Type.Object({ id: Type.Optional(Type.Integer()), schema_id: Type.Optional(Type.String()), ...change }),
  ),
})
const operation = (op: string, rest: Record<string, TSchema> = {}) =>
  Type.Object({ op: Type.Literal(op), id: Type.Integer(), ...rest })
export const OperationsShape = Type.Object({
  operations: Type.Array(
    Type.Union([
      operation('replace', { value: Type.Object(change) }),
      operation('add', {
        value: Type.Union([
          Type.Array(Type.Object({ schema_id: Type.String(), ...change }), { title: 'A row of a table' }),
          Type.Object(change, { title: 'An item of a list' }),
        ]),
        validation_sources: Type.Optional(texts),
      }),
      operation('remove'),
    ]),
  ),
})
