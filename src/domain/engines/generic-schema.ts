/**
 * The output of the generic engine, as the schema of an engine. Computed from the catalogue, so it lists the fields that are actually read.
 */
import { HEADER, LINES, SECTION_LABELS, TAXES } from '../queues/templates/catalogue.ts'
import { PRE_TRAINED_FIELDS } from './pre-trained-fields.ts'

export interface OutputField {
  category: 'multivalue' | 'tuple' | 'datapoint'
  engine_output_id?: string
  label?: string
  trained?: boolean
  type?: string
  description?: string | null
  children?: OutputField | OutputField[]
  sources?: { queue: string; schema_id: string }[]
}

const DESCRIPTIONS = new Map(PRE_TRAINED_FIELDS.map(({ name, description }) => [name, description]))

const datapoint = ({ name, type, labels }: { name: string; type: string; labels: { en: string } }): OutputField => ({
  category: 'datapoint',
  engine_output_id: name,
  label: labels.en,
  trained: true,
  type,
  description: DESCRIPTIONS.get(name) ?? null,
  sources: [],
})

const table = (name: 'line_items' | 'tax_details', description: string, columns: OutputField[]): OutputField => ({
  category: 'multivalue',
  engine_output_id: name,
  label: SECTION_LABELS[name].en,
  trained: true,
  type: 'grid',
  description,
  children: { category: 'tuple', children: columns },
})

/** No queue trains the generic engine, and its outputs come from no queue. */
export const GENERIC_SCHEMA: { training_queues: string[]; fields: OutputField[] } = {
  training_queues: [],
  fields: [
    ...HEADER.map(datapoint),
    table('tax_details', 'The amounts of the document by tax rate.', TAXES.map(datapoint)),
    table('line_items', 'The rows of the document.', LINES.map(datapoint)),
  ],
}
