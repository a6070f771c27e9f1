/** Recipients as clients send them; src/rules/mail/template.ts checks the parts. */
import { Type, type TSchema } from 'typebox'
import { orNull } from '../framework/fields.ts'

/** `{email, name?}` or `{type, value}`, stored as sent. */
export const Recipients = Type.Array(Type.Record(Type.String(), Type.Unknown()))

const optional = (description: string) => Type.Optional({ ...orNull(Type.String()), description })

/** The documented form of `Recipients`. */
export const documentedRecipients = (description: string): TSchema =>
  Type.Array(
    Type.Union([
      Type.Object({
        email: Type.String({ description: 'Email address; may contain placeholders.' }),
        name: optional('Name of the recipient.'),
      }),
      Type.Object({
        type: Type.String({
          enum: ['annotator', 'constant', 'datapoint'],
          description:
            'Source of the addresses: the reviewers of the annotations (`annotator`), the address in `value` (`constant`) or a field (`datapoint`).',
        }),
        value: optional('Email address for `constant`; id of the field in the schema for `datapoint`.'),
      }),
    ]),
    { description },
  )
