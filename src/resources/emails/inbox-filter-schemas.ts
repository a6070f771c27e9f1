import { Type, type TSchema } from 'typebox'
import { orNull } from '../framework/fields.ts'

const senders = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: 1000, description }))
const optional = (description: string, schema: TSchema) => Type.Optional({ ...orNull(schema), description })
const Pattern = Type.String({ minLength: 1, maxLength: 1000 })
const Pixels = Type.Integer({ minimum: 0, maximum: 1_000_000 })

// A filter with a misspelt name would accept everything.
const closed = { additionalProperties: false }

const Conditions = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the conditions apply.' })),
    resolution_lower_than_px: optional(
      'Width and height in pixels; rejects pictures that are smaller in both.',
      Type.Array(Pixels, { minItems: 2, maxItems: 2 }),
    ),
    file_size_less_than_b: optional(
      'Number of bytes; rejects smaller files.',
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    ),
    mime_types: optional(
      'Media types to reject; `image/*` for all pictures.',
      Type.Array(Type.String({ pattern: '^[^/]+/.+$', maxLength: 255 }), { maxItems: 1000 }),
    ),
    file_name_regexes: Type.Optional(
      Type.Union([Type.Array(Pattern, { maxItems: 100 }), Pattern, Type.Null()], {
        description: 'Regular expressions (RE2); rejects files with a matching name.',
      }),
    ),
  },
  {
    ...closed,
    description:
      'Conditions for rejecting files; a file that meets one of them is rejected. Null disables a condition.',
  },
)

export const InboxFilters = Type.Object(
  {
    allowed_senders: senders('Accepted senders, with the wildcards `*` and `?`; empty for all senders.'),
    denied_senders: senders('Rejected senders, with the wildcards `*` and `?`.'),
    document_rejection_conditions: Type.Optional(Conditions),
  },
  closed,
)
