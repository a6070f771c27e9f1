/** The parts of export profiles as the API describes them. */
import { Type } from 'typebox'
import { PROPERTIES } from '../../rules/export-profiles/types.ts'
import { orNull } from '../framework/fields.ts'

const text = (description: string, maxLength: number) => Type.Optional(Type.String({ description, maxLength }))
const decimals = Type.Integer({ minimum: 0, maximum: 10 })

export const Columns = Type.Array(
  Type.Object(
    {
      heading: Type.String({ maxLength: 255, description: 'Heading of the column; may be empty.' }),
      field: text('Schema id of the field whose values it has.', 255),
      property: Type.Optional(
        Type.String({ enum: [...PROPERTIES], description: 'Property of the document that it has.' }),
      ),
      constant: text('Text that all lines have.', 1000),
      expression: text('Formula that computes the value of each line, in the language of formula fields.', 5000),
      decimals: Type.Optional({
        ...orNull(decimals),
        description: 'Digits after the decimal separator, instead of those of the profile.',
      }),
      date_format: text('Format of dates, instead of that of the profile.', 50),
      max_length: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1500,
          description: 'Longer values are shortened to this many characters.',
        }),
      ),
      quoted: Type.Optional(
        Type.Boolean({ description: 'Whether values are always quoted, or only if necessary, instead of `quoting`.' }),
      ),
      first_line_only: Type.Optional(
        Type.Boolean({ description: 'Whether only the first line of each document has the value.' }),
      ),
    },
    { additionalProperties: false },
  ),
  { maxItems: 300 },
)

export const Preamble = Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 20 })
