/** Recipients as clients name them; the rules check the parts. */
import { Type, type TSchema } from 'typebox'
import { orNull } from '../engine/fields.ts'

/** `{email, name?}` or `{type, value}`, stored as sent. */
export const Recipients = Type.Array(Type.Record(Type.String(), Type.Unknown()))

const optional = (description: string) => Type.Optional({ ...orNull(Type.String()), description })

/** The same for documentation. */
export const documentedRecipients = (description: string): TSchema =>
  Type.Array(
    Type.Union([
      Type.Object({
        email: Type.String({ description: 'Address, or placeholders that make one.' }),
        name: optional('Name of the recipient.'),
      }),
      Type.Object({
        type: Type.String({
          enum: ['annotator', 'constant', 'datapoint'],
          description: 'Source of the addresses: the reviewers of the annotations, `value`, or a field.',
        }),
        value: optional('The address for `constant`; the id of the field in the schema for `datapoint`.'),
      }),
    ]),
    { description },
  )
