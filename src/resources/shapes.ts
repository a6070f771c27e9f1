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
