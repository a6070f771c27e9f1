/** The types of the content of an annotation in payloads. */
import { Type } from 'typebox'
import { VALIDATION_SOURCES } from '../../src/rules/content/types.ts'
import { integer, list, object, oneOf, open, optional, orNull, ref, text } from './short-forms.ts'

export const position = orNull(Type.Array(Type.Number()), 'Left, top, right and bottom in pixels; null if none.')
const node = { id: integer('Id of the node.'), url: text('URL of the node.'), schema_id: text('Its id in the schema.') }
const times = {
  time_spent: Type.Number({ description: 'Seconds that the last reviewer spent.' }),
  time_spent_overall: Type.Number({ description: 'Seconds that all reviewers spent.' }),
}
export const hidden = Type.Boolean({ description: 'Whether user interfaces hide the node.' })
export const sources = list(oneOf(VALIDATION_SOURCES, 'A source.'), 'What validated the value.')

export const CONTENT = {
  DatapointContent: object(
    {
      value: text('The value as displayed; empty if none.'),
      normalized_value: orNull(Type.String(), 'ISO 8601 date or plain decimal number; null for other values.'),
      page: orNull(Type.Integer(), 'Number of the page, from 1.'),
      position,
      ...Object.fromEntries(
        ['rir_text', 'rir_raw_text', 'connector_text', 'ocr_text', 'ocr_raw_text'].map((name) => [
          name,
          orNull(Type.String(), 'Text that extraction (`rir`), a hook (`connector`) or a selection (`ocr`) has found.'),
        ]),
      ),
      rir_page: orNull(Type.Integer(), 'Page on which extraction found the value.'),
      rir_confidence: orNull(Type.Number(), 'Confidence of extraction, from 0 to 1.'),
      rir_position: position,
      connector_position: position,
      ocr_position: position,
    },
    'Value of a datapoint.',
  ),
  EnumOption: object({ value: text('The value.'), label: text('Its label.') }, 'Option of a field of type enum.'),
  Datapoint: object(
    {
      ...node,
      category: Type.Literal('datapoint'),
      content: orNull(ref('DatapointContent'), 'The value; null for buttons.'),
      validation_sources: sources,
      ...times,
      hidden,
      no_recalculation: optional(Type.Boolean({ description: 'Whether the formula leaves the value unchanged.' })),
      options: optional(list(ref('EnumOption'), 'Options of a field of type enum.')),
    },
    'A field with its value.',
  ),
  Tuple: object(
    { ...node, category: Type.Literal('tuple'), hidden, children: list(ref('Datapoint'), 'Its cells.') },
    'A row of a table.',
  ),
  Multivalue: object(
    {
      ...node,
      category: Type.Literal('multivalue'),
      validation_sources: Type.Array(Type.String()),
      ...times,
      time_spent_grid: Type.Number({ description: 'Seconds that the last reviewer spent on the grid.' }),
      time_spent_grid_overall: Type.Number({ description: 'Seconds that all reviewers spent on the grid.' }),
      hidden,
      grid: orNull(open('Parts of the grid.'), 'Position of the table on the pages; null if none.'),
      children: list(Type.Union([ref('Tuple'), ref('Datapoint')]), 'Rows of a table, or values of a list.'),
    },
    'A table or a list of values.',
  ),
  Section: object(
    {
      ...node,
      category: Type.Literal('section'),
      children: list(Type.Union([ref('Datapoint'), ref('Multivalue')]), 'Fields, tables and lists.'),
    },
    'A section of the content.',
  ),
}
