/** Request bodies that change content, as documented. src/rules/content validates their parts and reports a tree of errors. */
import { Type, type TSchema } from 'typebox'

/** An optional property; null has the same effect as omitting it. */
const may = (schema: TSchema, description: string) => Type.Optional(Type.Union([schema, Type.Null()], { description }))
const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })

const NewValue = Type.Object(
  {
    value: may(Type.Union([Type.String(), Type.Number()]), 'The value as a user enters it.'),
    normalized_value: may(
      Type.Union([Type.String(), Type.Number()]),
      'The value as an ISO 8601 date or a plain decimal number; `value` takes precedence.',
    ),
    page: may(Type.Integer({ minimum: 1 }), 'Number of the page with the value, from 1; null if none.'),
    position: may(
      Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
      'Position on the page as left, top, right and bottom in pixels; null if none.',
    ),
  },
  { description: 'New value, page and position of a datapoint; omitted keys stay unchanged.' },
)
const change = {
  content: Type.Optional(NewValue),
  validation_sources: Type.Optional(texts('Sources that validated the value; `human` for validation by a user.')),
  hidden: Type.Optional(Type.Boolean({ description: 'Whether user interfaces hide the node.' })),
}

/** Changes to one node. */
export const NodeChange = Type.Object(change)

/** Changes to several nodes. */
export const TreeChange = Type.Object({
  content: Type.Array(
    Type.Object({
      id: Type.Optional(Type.Integer({ description: 'Id of the node.' })),
      schema_id: Type.Optional(text('Id of the node in the schema; used if `id` is omitted.')),
      ...change,
    }),
    { description: 'Nodes to change.' },
  ),
})

const operation = (op: string, id: string, rest: Record<string, TSchema> = {}) =>
  Type.Object({
    op: Type.Literal(op, { description: 'Type of the operation.' }),
    id: Type.Integer({ description: id }),
    ...rest,
  })
const column = Type.Object({ schema_id: text('Id of the column in the schema.'), ...change })

/** Operations on the content tree. */
export const Operations = Type.Object({
  operations: Type.Array(
    Type.Union([
      operation('replace', 'Id of the datapoint.', {
        value: Type.Object(change, { description: 'Changes to the datapoint.' }),
      }),
      operation('add', 'Id of the multivalue.', {
        value: Type.Union([Type.Array(column, { title: 'Table row' }), Type.Object(change, { title: 'List item' })], {
          description: 'Initial values of the row or item.',
        }),
        validation_sources: Type.Optional(
          texts('Sources that validated the new values; `human` for validation by a user.'),
        ),
      }),
      operation('remove', 'Id of the row or item.'),
    ]),
    { description: 'Operations, applied in order. If one of them is invalid, none is applied.' },
  ),
})
