/** Content of schemas as documented; src/rules/schema validates it and returns a tree of errors. */
import { Type, type TSchema } from 'typebox'
import { NUMBER_FORMATS } from '../../rules/content/formats.ts'
import { FIELD_TYPES, UI_EDITS, UI_TYPES } from '../../rules/schema/types.ts'

/** An optional, nullable property. */
const maybe = (schema: TSchema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))
const oneOf = (values: readonly string[], description: string) => Type.String({ enum: [...values], description })
const component = (name: string) => Type.Unsafe<unknown>({ $ref: `#/components/schemas/${name}` })
const texts = Type.Array(Type.String())
const Label = Type.String({ minLength: 1, maxLength: 255 })
const Count = Type.Integer({ minimum: 0 })

const node = (category: string) => ({
  category: Type.Literal(category, { description: 'Kind of node.' }),
  id: Type.String({
    maxLength: 50,
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    description: 'Identifier of the node (`schema_id` in content), unique in the schema.',
  }),
  label: { ...Label, description: 'Display name of the node.' },
  description: maybe(Type.String(), 'Description for users.'),
  hidden: maybe(Type.Boolean(), 'Whether user interfaces hide the node.'),
  disable_prediction: maybe(Type.Boolean(), 'Whether the engine skips the node.'),
  renamed_from: maybe(
    Type.String({ maxLength: 50 }),
    'In changes only: the former `id` of the node. Values, formulas and everything that names the node follow; without it, a node with another ' +
      '`id` is a new one.',
  ),
})
const sources = maybe(
  texts,
  'Sources of values: names of engine outputs, or sources such as `upload:NAME`, `edit:NAME` and `email_header:NAME`.',
)

const Grid = Type.Object({
  row_types: { ...texts, description: 'Types of rows.' },
  default_row_type: Type.String({ description: 'Type of a new row.' }),
  row_types_to_extract: { ...texts, description: 'Types of rows to extract.' },
})
const Constraints = Type.Object({
  required: maybe(Type.Boolean(), 'Whether a value is required; true by default.'),
  length: maybe(
    Type.Object({
      min: maybe(Count, 'Minimum number of characters.'),
      max: maybe(Count, 'Maximum number of characters.'),
      exact: maybe(Count, 'Exact number of characters.'),
    }),
    'Length of the value.',
  ),
  regexp: maybe(Type.Object({ pattern: maybe(Type.String(), 'Regular expression (RE2).') }), 'Pattern of the value.'),
})
const UiConfiguration = Type.Object({
  type: maybe(
    oneOf(UI_TYPES, 'Origin of the value: extracted, external data, manual, formula, reasoning or lookup.'),
    'Origin of the value: extracted, external data, manual, formula, reasoning or lookup.',
  ),
  edit: maybe(oneOf(UI_EDITS, 'Whether users may change the value.'), 'Whether users may change the value.'),
})

/** OpenAPI components for the nodes in the content of schemas; each contains the following ones. */
export const schemaComponents: Record<string, TSchema> = {
  SchemaSection: Type.Object({
    ...node('section'),
    icon: maybe(Type.String(), 'Name of an icon.'),
    children: Type.Array(Type.Union([component('SchemaDatapoint'), component('SchemaMultivalue')]), {
      description: 'Fields and tables of the section.',
    }),
  }),
  SchemaMultivalue: Type.Object({
    ...node('multivalue'),
    children: Type.Union([component('SchemaTuple'), component('SchemaDatapoint')], {
      description: 'The row of a table, or the field of a list of values.',
    }),
    min_occurrences: maybe(Count, 'Minimum number of rows or values.'),
    max_occurrences: maybe(Type.Integer({ minimum: 1 }), 'Maximum number of rows or values.'),
    grid: maybe(Grid, 'Grid that marks rows and columns on the page.'),
    show_grid_by_default: maybe(Type.Boolean(), 'Whether user interfaces show the grid initially.'),
    rir_field_names: sources,
  }),
  SchemaTuple: Type.Object({
    ...node('tuple'),
    children: Type.Array(component('SchemaDatapoint'), { description: 'Columns of the table.' }),
    rir_field_names: sources,
  }),
  SchemaDatapoint: Type.Object({
    ...node('datapoint'),
    type: oneOf(FIELD_TYPES, 'Type of the value.'),
    can_export: maybe(Type.Boolean(), 'Whether the field is exported.'),
    can_collapse: maybe(Type.Boolean(), 'Whether user interfaces may collapse it.'),
    rir_field_names: sources,
    default_value: maybe(Type.String({ maxLength: 1500 }), 'Value to use if none is extracted.'),
    constraints: maybe(Constraints, 'Conditions that a value must meet.'),
    ui_configuration: maybe(UiConfiguration, 'Origin of the value, and whether users may edit it.'),
    width: maybe(Type.Integer(), 'Width of the column; in tables only.'),
    stretch: maybe(Type.Boolean(), 'Whether the column takes the remaining width; in tables only.'),
    width_chars: maybe(Type.Integer(), 'Width of the column in characters; in tables only.'),
    score_threshold: maybe(
      Type.Number({ minimum: 0, maximum: 1 }),
      'Confidence from which the value requires no review; by default the threshold of the queue.',
    ),
    formula: maybe(Type.String({ maxLength: 2000 }), 'Formula, for `ui_configuration.type` `formula`.'),
    prompt: maybe(
      Type.String({ maxLength: 2000 }),
      'Prompt, for `ui_configuration.type` `reasoning`. Stored without effect: such fields stay empty.',
    ),
    context: maybe(
      texts,
      'Fields to send with the prompt, for `ui_configuration.type` `reasoning`. Stored without effect.',
    ),
    matching: maybe(
      Type.Record(Type.String(), Type.Unknown()),
      'Configuration of the lookup of options, for `ui_configuration.type` `lookup`. Stored without effect: such fields stay empty.',
    ),
    format: maybe(
      Type.String({ examples: [...NUMBER_FORMATS, 'YYYY-MM-DD', 'D/M/YYYY'] }),
      'Format of numbers and dates, e.g. `# ##0.#` or `D/M/YYYY`.',
    ),
    aggregations: maybe(
      Type.Object({
        sum: maybe(Type.Object({ label: maybe(Label, 'Display name of the sum.') }), 'Sum of the column.'),
      }),
      'Aggregations of a column of numbers.',
    ),
    options: maybe(
      Type.Array(
        Type.Object({
          value: Type.String({ description: 'Stored value.' }),
          label: maybe(Type.String(), 'Displayed text.'),
        }),
      ),
      'Options of an enum.',
    ),
    enum_value_type: maybe(Type.String({ enum: ['string', 'number', 'date'] }), 'Type of the values of an enum.'),
    popup_url: maybe(Type.String(), 'URL that a button opens.'),
    can_obtain_token: maybe(Type.Boolean(), 'Whether the page that a button opens may request a token.'),
  }),
}
export const SchemaContentSchema = Type.Array(component('SchemaSection'))
