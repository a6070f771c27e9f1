/** Changes of content for the API document. The rules of content check the parts of such a body and report a tree of errors. */
import { Type, type TSchema } from 'typebox'

/** May be omitted; null means the same. */
const may = (schema: TSchema, description: string) => Type.Optional(Type.Union([schema, Type.Null()], { description }))
const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })

const NewValue = Type.Object(
  {
    value: may(Type.Union([Type.String(), Type.Number()]), 'The value as a person writes it.'),
    normalized_value: may(
      Type.Union([Type.String(), Type.Number()]),
      'The value as an ISO date or a plain decimal number; `value` takes precedence.',
    ),
    page: may(Type.Integer({ minimum: 1 }), 'Page with the value, from 1; null for none.'),
    position: may(
      Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
      'Left, top, right and bottom in pixels of the page; null for none.',
    ),
  },
  { description: 'New value, page and position of a datapoint; what is omitted stays.' },
)
const change = {
  content: Type.Optional(NewValue),
  validation_sources: Type.Optional(texts('Why the value counts as checked; `human` for a check by a person.')),
  hidden: Type.Optional(Type.Boolean({ description: 'Whether user interfaces hide the node.' })),
}

/** Changes of one node. */
export const NodeChange = Type.Object(change)

/** Changes of several nodes. */
export const TreeChange = Type.Object({
  content: Type.Array(
    Type.Object({
      id: Type.Optional(Type.Integer({ description: 'Id of the node.' })),
      schema_id: Type.Optional(text('Id of the node in the schema; used without `id`.')),
      ...change,
    }),
    { description: 'Nodes to change.' },
  ),
})

const operation = (op: string, id: string, rest: Record<string, TSchema> = {}) =>
  Type.Object({
    op: Type.Literal(op, { description: 'The operation.' }),
    id: Type.Integer({ description: id }),
    ...rest,
  })
const column = Type.Object({ schema_id: text('Id of the column in the schema.'), ...change })

/** Operations on the tree. */
export const Operations = Type.Object({
  operations: Type.Array(
    Type.Union([
      operation('replace', 'Id of the datapoint.', {
        value: Type.Object(change, { description: 'Changes of the datapoint.' }),
      }),
      operation('add', 'Id of the multivalue.', {
        value: Type.Union(
          [Type.Array(column, { title: 'A row of a table' }), Type.Object(change, { title: 'An item of a list' })],
          { description: 'First values of the row or item.' },
        ),
        validation_sources: Type.Optional(
          texts('Why the new values count as checked; `human` for a check by a person.'),
        ),
      }),
      operation('remove', 'Id of the row or item.'),
    ]),
    { description: 'Operations in their order. When one of them is invalid, nothing changes.' },
  ),
})
