/** New nodes for a schema node, without ids, with every key of the wire format. */
import { isComputed, isEditableFormula, isRequired } from '../schema/defaults.ts'
import type { SchemaDatapoint, SchemaMultivalue, SchemaTuple } from '../schema/types.ts'
import { UNNUMBERED } from './tree.ts'
import type { DatapointContent, DatapointNode, MultivalueNode, TupleNode, ValidationSource } from './types.ts'

export const emptyContent = (): DatapointContent => ({
  value: '',
  normalized_value: null,
  page: null,
  position: null,
  rir_text: null,
  rir_raw_text: null,
  rir_page: null,
  rir_position: null,
  rir_confidence: null,
  connector_text: null,
  connector_position: null,
  ocr_text: null,
  ocr_raw_text: null,
  ocr_position: null,
})

/** An empty optional field without a source needs no review. */
export const sourcesWhenEmpty = (field: SchemaDatapoint): ValidationSource[] =>
  !isRequired(field) && !field.rir_field_names?.length && !isComputed(field) ? ['non_required'] : []

/** Returns an empty datapoint; the content of a button is null. */
export function newDatapoint(field: SchemaDatapoint): DatapointNode {
  const button = field.type === 'button'
  return {
    id: UNNUMBERED,
    schema_id: field.id,
    category: 'datapoint',
    content: button ? null : emptyContent(),
    validation_sources: button ? ['NA'] : sourcesWhenEmpty(field),
    time_spent: 0,
    time_spent_overall: 0,
    hidden: field.hidden ?? false,
    ...(isEditableFormula(field) ? { no_recalculation: false } : {}),
    ...(field.type === 'enum' ? { options: (field.options ?? []).map(({ value, label }) => ({ value, label })) } : {}),
  }
}

export const newTuple = (tuple: SchemaTuple, children: DatapointNode[]): TupleNode => ({
  id: UNNUMBERED,
  schema_id: tuple.id,
  category: 'tuple',
  hidden: tuple.hidden ?? false,
  children,
})

export const newMultivalue = (
  multivalue: SchemaMultivalue,
  children: TupleNode[] | DatapointNode[],
): MultivalueNode => ({
  id: UNNUMBERED,
  schema_id: multivalue.id,
  category: 'multivalue',
  validation_sources: [],
  time_spent: 0,
  time_spent_overall: 0,
  time_spent_grid: 0,
  time_spent_grid_overall: 0,
  hidden: multivalue.hidden ?? false,
  grid: null,
  children,
})
