/** Training queues with schemas, and outputs that they train. */
import type { QueueOf, TrainingQueue } from '../../../src/rules/engine-schema/index.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'

/** A field. */
export const point = (id: string, given: object = {}) => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  ...given,
})
/** A section. */
export const section = (...children: object[]) => ({ category: 'section', id: 'section', label: 'Section', children })
/** A table. */
export const table = (id: string, columns: object[], given: object = {}) => ({
  category: 'multivalue',
  id,
  label: id,
  children: { category: 'tuple', id: `${id}_row`, label: id, children: columns },
  ...given,
})
const list = (item: object) => ({ category: 'multivalue', id: 'list', label: 'List', children: item })
/** A training queue with sections. */
export const queue = (id: number, ...sections: object[]): TrainingQueue => ({
  id,
  url: `https://host/api/v1/queues/${id}`,
  deleting: false,
  content: sections as SchemaContent,
})
/** Returns a function that finds a queue by URL. */
export const finder =
  (...queues: TrainingQueue[]): QueueOf =>
  (url) =>
    queues.find((one) => one.url === url)

/** An output with its sources. */
export const output = (id: string, sources: [TrainingQueue, string][], given: object = {}) => ({
  category: 'datapoint',
  engine_output_id: id,
  label: id,
  type: 'string',
  sources: sources.map(([{ url }, schema_id]) => ({ queue: url, schema_id })),
  ...given,
})
/** A table of outputs. */
export const outputTable = (id: string, children: object[], type = 'grid') => ({
  category: 'multivalue',
  engine_output_id: id,
  label: id,
  type,
  children: { category: 'tuple', children },
})
const grid = (row_types_to_extract: string[]) => ({
  grid: { row_types: ['data'], default_row_type: 'data', row_types_to_extract },
})

/** A queue with every kind of field. */
export const first = queue(
  1,
  section(
    point('number', { rir_field_names: ['document_id'] }),
    point('sum', { type: 'number' }),
    point('kind', {
      type: 'enum',
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    }),
  ),
  section(table('lines', [point('text'), point('price')]), list(point('tag')), table('taxes', [point('base')])),
)
/** A queue with other names for some fields. */
export const second = queue(
  2,
  section(
    point('no', { rir_field_names: ['rir:document_id'] }),
    point('total', { type: 'number' }),
    point('kind', { type: 'enum', options: [{ value: 'a', label: 'A' }] }),
  ),
  section(table('rows', [point('what')], grid([]))),
)
/** Finds both queues. */
export const queueOf = finder(first, second)
