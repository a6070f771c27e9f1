import { Type, type TSchema } from 'typebox'
import { orNull } from '../engine/fields.ts'

const senders = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: 1000, description }))
const optional = (description: string, schema: TSchema) => Type.Optional({ ...orNull(schema), description })
const Pattern = Type.String({ minLength: 1, maxLength: 1000 })
const Pixels = Type.Integer({ minimum: 0, maximum: 1_000_000 })

// A filter with a misspelt name would let everything in.
const closed = { additionalProperties: false }

const Conditions = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the conditions are in use.' })),
    resolution_lower_than_px: optional(
      'Width and height in pixels: pictures that are smaller in both.',
      Type.Array(Pixels, { minItems: 2, maxItems: 2 }),
    ),
    file_size_less_than_b: optional(
      'Files smaller than this number of bytes.',
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    ),
    mime_types: optional(
      'Files of these media types; `image/*` for all pictures.',
      Type.Array(Type.String({ pattern: '^.+/.+$', maxLength: 255 }), { maxItems: 1000 }),
    ),
    file_name_regexes: Type.Optional(
      Type.Union([Type.Array(Pattern, { maxItems: 100 }), Pattern, Type.Null()], {
        description: 'Files with a name that matches one of these regular expressions (RE2).',
      }),
    ),
  },
  { ...closed, description: 'Files that meet one of these conditions are rejected; null disables a condition.' },
)

export const InboxFilters = Type.Object(
  {
    allowed_senders: senders('Senders that are accepted, with the wildcards `*` and `?`; empty for all.'),
    denied_senders: senders('Senders that are refused, with the wildcards `*` and `?`.'),
    document_rejection_conditions: Type.Optional(Conditions),
  },
  closed,
)
