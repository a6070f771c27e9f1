/** Small contents of annotations for tests. */
import type { Datapoint, Multivalue, SchemaDatapoint, SchemaSection, Section } from '../../src/api/types.ts'

const nothing = {
  page: null,
  position: null,
  normalized_value: null,
  rir_text: null,
  rir_raw_text: null,
  rir_page: null,
}
const rest = {
  rir_position: null,
  rir_confidence: null,
  connector_text: null,
  connector_position: null,
  ocr_text: null,
  ocr_raw_text: null,
  ocr_position: null,
}

export function datapoint(id: number, schema_id: string, value: string, more: Partial<Datapoint> = {}): Datapoint {
  return {
    id,
    url: `/api/v1/annotations/1/content/${id}`,
    schema_id,
    category: 'datapoint',
    content: { value, ...nothing, ...rest },
    validation_sources: [],
    time_spent: 0,
    time_spent_overall: 0,
    hidden: false,
    ...more,
  }
}

export const field = (id: string, more: Partial<SchemaDatapoint> = {}): SchemaDatapoint => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  ...more,
})

export const SCHEMA: SchemaSection[] = [
  {
    category: 'section',
    id: 'head',
    label: 'Head',
    children: [field('number'), field('secret', { hidden: true }), field('note', { constraints: { required: false } })],
  },
  {
    category: 'section',
    id: 'lines',
    label: 'Lines',
    children: [
      {
        category: 'multivalue',
        id: 'items',
        label: 'Items',
        children: { category: 'tuple', id: 'item', label: 'Item', children: [field('text'), field('amount')] },
      },
      { category: 'multivalue', id: 'orders', label: 'Orders', children: field('order') },
    ],
  },
]

const table = (id: number, schema_id: string, children: Multivalue['children']): Multivalue => ({
  id,
  url: '',
  schema_id,
  category: 'multivalue',
  validation_sources: [],
  time_spent: 0,
  time_spent_overall: 0,
  time_spent_grid: 0,
  time_spent_grid_overall: 0,
  hidden: false,
  grid: null,
  children,
})

export const tree = (): Section[] => [
  {
    id: 1,
    url: '',
    schema_id: 'head',
    category: 'section',
    children: [datapoint(2, 'number', 'A-1'), datapoint(3, 'secret', 'x', { hidden: true }), datapoint(4, 'note', '')],
  },
  {
    id: 10,
    url: '',
    schema_id: 'lines',
    category: 'section',
    children: [
      table(11, 'items', [
        {
          id: 12,
          url: '',
          schema_id: 'item',
          category: 'tuple',
          hidden: false,
          children: [datapoint(13, 'text', 'Water'), datapoint(14, 'amount', '3.00')],
        },
      ]),
      table(15, 'orders', [datapoint(16, 'order', 'PO-1')]),
    ],
  },
]
