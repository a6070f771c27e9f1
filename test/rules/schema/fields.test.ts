/** Keys of single fields and of tables of a schema. */
import { describe, expect, it } from 'vitest'
import { checkSchemaContent } from '../../../src/rules/schema/index.ts'
import { type Json, field, list, section, table } from './nodes.ts'

/** Returns the errors of a single field in a section; undefined if it is valid. */
const errorsOf = (over: Json) => {
  const errors = checkSchemaContent([section([field(over)])])
  return errors && (errors.content[0] as { children: unknown[] }).children[0]
}
const errorsOfColumn = (over: Json) => {
  const errors = checkSchemaContent([section([table([field(over)])])])
  const [first] = (errors?.content ?? []) as { children: [{ children: { children: unknown[] } }] }[]
  return first?.children[0].children.children[0]
}

describe('checkSchemaContent', () => {
  it.each([
    [{ id: 'x'.repeat(51) }, { id: ['Ensure this field has no more than 50 characters.'] }],
    [{ id: '1a' }, { id: ['Use letters, digits and underscores only, and do not start with a digit.'] }],
    [{ id: 'a-b' }, { id: ['Use letters, digits and underscores only, and do not start with a digit.'] }],
    [{ id: 'attr' }, { id: ['"attr" is a reserved word.'] }],
    [{ id: '' }, { id: ['This field may not be blank.'] }],
    [{ label: 'x'.repeat(256) }, { label: ['Ensure this field has no more than 255 characters.'] }],
    [{ hidden: 'yes' }, { hidden: ['Must be a valid boolean.'] }],
    [{ type: 'text' }, { type: ['"text" is not a valid choice.'] }],
    [{ score_threshold: 1.1 }, { score_threshold: ['Ensure this value is less than or equal to 1.'] }],
    [{ score_threshold: '0.5' }, { score_threshold: ['A valid number is required.'] }],
    [{ rir_field_names: 'document_id' }, { rir_field_names: ['Expected a list of items.'] }],
    [{ rir_field_names: [1] }, { rir_field_names: ['Every item must be a string.'] }],
    [{ default_value: 5 }, { default_value: ['Not a valid string.'] }],
    [{ constraints: [] }, { constraints: ['Expected an object.'] }],
    [{ constraints: { required: 1 } }, { constraints: { required: ['Must be a valid boolean.'] } }],
    [
      { constraints: { length: { max: -1 } } },
      { constraints: { length: { max: ['Ensure this value is greater than or equal to 0.'] } } },
    ],
    [
      { constraints: { regexp: { pattern: '(a)\\1' } } },
      { constraints: { regexp: { pattern: ['Not a valid regular expression (RE2 syntax).'] } } },
    ],
    [{ type: 'number', format: '0.00' }, { format: ['"0.00" is not a valid choice.'] }],
    [{ type: 'date', format: 'soon' }, { format: ['"soon" is not a valid date format.'] }],
    [{ type: 'enum' }, { options: ['This field is required.'] }],
    [
      { type: 'enum', options: [{ value: 'x', label: 'X' }, { label: 'Y' }] },
      { options: [{}, { value: ['This field is required.'] }] },
    ],
    [{ type: 'enum', options: [], enum_value_type: 'bool' }, { enum_value_type: ['"bool" is not a valid choice.'] }],
    [{ ui_configuration: { type: 'guess' } }, { ui_configuration: { type: ['"guess" is not a valid choice.'] } }],
    [{ ui_configuration: { edit: 'maybe' } }, { ui_configuration: { edit: ['"maybe" is not a valid choice.'] } }],
    [{ ui_configuration: { type: 'formula' } }, { formula: ['This field is required.'] }],
    [
      { ui_configuration: { type: 'formula' }, formula: 'x'.repeat(2001) },
      { formula: ['Ensure this field has no more than 2000 characters.'] },
    ],
    [
      { ui_configuration: { type: 'reasoning' } },
      { prompt: ['This field is required.'], context: ['This field is required.'] },
    ],
    [
      { ui_configuration: { type: 'lookup' } },
      { matching: ['This field is required.'], type: ['A lookup field must be of type enum.'] },
    ],
    [
      { type: 'number', aggregations: { sum: { label: 'S' } } },
      { aggregations: ['Only columns of a table can be aggregated.'] },
    ],
    [{ type: 'button', rir_field_names: ['x'] }, { rir_field_names: ['Not allowed for buttons.'] }],
    [
      { type: 'button', default_value: 'x', constraints: { required: true } },
      { default_value: ['Not allowed for buttons.'], constraints: ['Not allowed for buttons.'] },
    ],
  ])('refuses %j', (over, errors) => {
    expect(errorsOf(over)).toEqual(errors)
  })

  it.each([
    { constraints: { regexp: { pattern: '^[A-Z]{2}\\d+$' }, length: { min: 1, max: null, exact: null } } },
    { type: 'number', format: null },
    { type: 'enum', options: [{ value: 'x', label: 'X' }], enum_value_type: 'number' },
    { type: 'button', popup_url: 'popup.example', can_obtain_token: true, rir_field_names: [], constraints: {} },
    { ui_configuration: { type: null, edit: 'enabled' } },
    { ui_configuration: { type: 'formula', edit: 'disabled' }, formula: '1 + 1' },
    { ui_configuration: { type: 'reasoning' }, prompt: 'p', context: ['field.x', 'self.attr.label'] },
    {
      ui_configuration: { type: 'lookup' },
      type: 'enum',
      options: [],
      matching: { type: 'master_data_hub', configuration: {} },
    },
    { width: 'wide', stretch: 1, can_collapse: true, width_chars: 'x' },
    {
      score_threshold: null,
      description: null,
      formula: null,
      prompt: null,
      context: null,
      hidden: null,
      constraints: null,
      rir_field_names: null,
    },
    { something: 'unknown' },
  ])('accepts %j', (over) => {
    expect(errorsOf(over)).toBeNull()
  })

  it('checks the layout keys of columns only in columns', () => {
    expect(errorsOfColumn({ width: 'wide' })).toEqual({ width: ['A valid integer is required.'] })
    expect(
      checkSchemaContent([section([table([field({ type: 'number', aggregations: { sum: { label: 'S' } } })])])]),
    ).toBeNull()
    expect(errorsOfColumn({ type: 'number', aggregations: { avg: {} } })).toEqual({
      aggregations: ['"avg" is not a valid choice.'],
    })
    expect(errorsOfColumn({ aggregations: { sum: { label: 'S' } } })).toEqual({
      aggregations: ['Only numbers can be aggregated.'],
    })
  })

  it('refuses enabled_without_warning and options for lookups only', () => {
    const lookup = { type: 'enum', options: [{ value: 'x', label: 'X' }], matching: {}, rir_field_names: ['iban'] }
    expect(errorsOf({ ...lookup, ui_configuration: { type: 'lookup', edit: 'enabled_without_warning' } })).toEqual({
      options: ['The options of a lookup field must be empty.'],
      rir_field_names: ['A lookup field cannot take values from the engine.'],
      ui_configuration: { edit: ['"enabled_without_warning" is not a valid choice.'] },
    })
    expect(errorsOf({ ui_configuration: { type: 'data', edit: 'enabled_without_warning' } })).toBeNull()
  })

  it('allows buttons in a table but not as the only child of a multivalue', () => {
    const button = field({ type: 'button' })
    expect(checkSchemaContent([section([table([button])])])).toBeNull()
    expect(checkSchemaContent([section([list(button)])])).toEqual({
      content: [{ children: [{ children: { type: ['A button may not be the only child of a multivalue.'] } }] }],
    })
  })

  it.each([
    [{ min_occurrences: -1 }, { min_occurrences: ['Ensure this value is greater than or equal to 0.'] }],
    [{ max_occurrences: 0 }, { max_occurrences: ['Ensure this value is greater than or equal to 1.'] }],
    [
      { grid: { row_types: ['data'] } },
      { grid: { default_row_type: ['This field is required.'], row_types_to_extract: ['This field is required.'] } },
    ],
    [
      { grid: { row_types: ['data'], default_row_type: 'header', row_types_to_extract: ['data'] } },
      { grid: { default_row_type: ['"header" is not a valid choice.'] } },
    ],
    [
      { grid: { row_types: ['data'], default_row_type: 'data', row_types_to_extract: ['sum'] } },
      { grid: { row_types_to_extract: ['"sum" is not a valid choice.'] } },
    ],
    [{ show_grid_by_default: 'x' }, { show_grid_by_default: ['Must be a valid boolean.'] }],
  ])('refuses a table with %j', (over, errors) => {
    expect(checkSchemaContent([section([table([], over)])])).toEqual({ content: [{ children: [errors] }] })
  })

  it('allows rir_field_names of a multivalue over a tuple only', () => {
    expect(checkSchemaContent([section([table([], { rir_field_names: ['tax_details'] })])])).toBeNull()
    expect(checkSchemaContent([section([list(field(), { rir_field_names: [] })])])).toBeNull()
    expect(checkSchemaContent([section([list(field(), { rir_field_names: ['iban'] })])])).toEqual({
      content: [{ children: [{ rir_field_names: ['Only allowed when the child is a tuple.'] }] }],
    })
  })
})
