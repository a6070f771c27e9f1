/** Content of the schemas of dedicated and generic engines. */
import { Type, type TSchema } from 'typebox'
import { OUTPUT_TYPES, TABLE_KINDS } from '../../rules/engine-schema/index.ts'
import { Url, urlOf } from '../framework/fields.ts'

const words = (values: readonly string[], description: string) => Type.String({ enum: [...values], description })
/** An optional property; null has the same effect as omitting it. */
const may = (schema: TSchema, description: string) => Type.Optional(Type.Union([schema, Type.Null()], { description }))

const Name = Type.String({ minLength: 1, maxLength: 255 })
const OUTPUT_ID = 'Name of the output, unique in the schema.'
const LABEL = 'Display name of the output.'
const TRAINED = 'Whether the engine is trained for this output; read-only.'
const DESCRIPTION = 'Description for users.'

const Output = Type.Object({
  category: Type.Literal('datapoint', { description: 'Kind of output: a single value.' }),
  engine_output_id: { ...Name, description: OUTPUT_ID },
  label: { ...Name, description: LABEL },
  type: words(OUTPUT_TYPES, 'Type of the values.'),
  trained: may(Type.Boolean(), TRAINED),
  description: may(Type.String(), DESCRIPTION),
  sources: may(
    Type.Array(
      Type.Object({
        queue: { ...urlOf('queues'), description: 'URL of one of the training queues.' },
        schema_id: Type.String({ description: 'Id of the field in the schema of that queue.' }),
      }),
    ),
    'Fields of the training queues that contain the values.',
  ),
})

const OutputTuple = Type.Object({
  category: Type.Literal('tuple', { description: 'Kind of output: a table row.' }),
  children: Type.Array(Output, { description: 'Columns of the row.' }),
})

const OutputList = Type.Object({
  category: Type.Literal('multivalue', { description: 'Kind of output: a list of values or a table.' }),
  engine_output_id: may(Name, OUTPUT_ID),
  label: may(Name, LABEL),
  type: may(words(TABLE_KINDS, 'Kind of table.'), 'Kind of table: `grid` or `freeform`.'),
  trained: may(Type.Boolean(), TRAINED),
  description: may(Type.String(), DESCRIPTION),
  children: Type.Union([OutputTuple, Output], {
    description: 'The repeated datapoint, or the tuple with the columns of the table.',
  }),
})

/** Content as clients send it; src/rules/engine-schema validates it and returns a tree of errors. */
export const EngineSchemaInput = Type.Object({
  training_queues: Type.Array(urlOf('queues'), {
    description: 'URLs of the queues whose annotations train the engine.',
  }),
  fields: Type.Array(Type.Union([Output, OutputList]), { description: 'Outputs of the engine.' }),
})

/** Content as it is returned; `queues` describes the training queues. */
export const engineSchemaOutput = (queues: string): TSchema =>
  Type.Object({
    training_queues: Type.Array(Url, { description: queues }),
    fields: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Outputs: datapoints, or multivalues with a datapoint or a tuple of datapoints.',
    }),
  })
