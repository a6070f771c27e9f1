/** Builds the first content of an annotation: values of the engine and other sources in the structure of the schema. */
import type { Extraction } from '@sheaf/extraction/types'
import { maxOccurrences } from '../schema/defaults.ts'
import type { SchemaContent, SchemaDatapoint, SchemaMultivalue, SchemaTuple } from '../schema/types.ts'
import { newMultivalue, newTuple } from './new-node.ts'
import { vouchedInRow } from './row-checks.ts'
import { barcodeValues } from './barcode-sources.ts'
import { ownValues } from './own-source.ts'
import { engineNameOf, fillDatapoint, type EngineValues, type Sources } from './sources.ts'
import { numberNodes, UNNUMBERED } from './tree.ts'
import type { ContentTree, DatapointNode, MultivalueNode, TakeIds, TupleNode } from './types.ts'

export interface BuildOptions extends Sources {
  takeIds: TakeIds
}

/**
 * Builds the tree for a schema. A field gets the value of the first source that has one (engine values in the field's format, enums
 * matched). A table gets one row per line item or tax detail that fills at least one column.
 */
export function buildTree(schema: SchemaContent, options: BuildOptions): ContentTree {
  const tree: ContentTree = schema.map((section) => ({
    id: UNNUMBERED,
    schema_id: section.id,
    category: 'section',
    children: section.children.map((child) => {
      const sources = section.disable_prediction ? { ...options, extraction: null } : options
      return child.category === 'datapoint' ? fillHeader(child, sources) : buildMultivalue(child, sources)
    }),
  }))
  numberNodes(tree, options.takeIds)
  return tree
}

/** Fills a field outside of tables. */
export const fillHeader = (field: SchemaDatapoint, sources: Sources): DatapointNode =>
  fillDatapoint(field, headerValues(sources.extraction), vouchedInDocument(sources.extraction), sources)

const headerValues = (extraction: Extraction | null): EngineValues =>
  extraction ? { ...extraction.fields, ...barcodeValues(extraction), ...ownValues(extraction) } : {}

const vouchedInDocument = (extraction: Extraction | null): Set<string> =>
  new Set(extraction?.checks.flatMap((check) => check.fields))

export function buildMultivalue(multivalue: SchemaMultivalue, sources: Sources): MultivalueNode {
  const child = multivalue.children
  const most = maxOccurrences(multivalue)
  if (child.category === 'tuple') return newMultivalue(multivalue, tableRows(multivalue, child, sources).slice(0, most))
  const item = fillHeader(child, multivalue.disable_prediction ? { ...sources, extraction: null } : sources)
  return newMultivalue(multivalue, item.content?.value ? [item] : [])
}

function tableRows(multivalue: SchemaMultivalue, tuple: SchemaTuple, sources: Sources): TupleNode[] {
  return engineRows(multivalue, tuple, sources.extraction)
    .filter((cells) => tuple.children.some((column) => drawsFrom(column, cells)))
    .map((cells) => {
      const vouched = vouchedInRow(cells)
      const filled = tuple.children.map((column) => fillDatapoint(column, cells, vouched, sources))
      return newTuple(tuple, filled)
    })
}

/** Returns the engine's rows for a table, selected by the table's `rir_field_names` (by default line items). */
export function engineRows(
  multivalue: SchemaMultivalue,
  tuple: SchemaTuple,
  extraction: Extraction | null,
): EngineValues[] {
  if (!extraction || multivalue.disable_prediction || tuple.disable_prediction) return []
  const names = multivalue.rir_field_names ?? (tuple.rir_field_names?.length ? tuple.rir_field_names : ['line_items'])
  for (const name of names.map(engineNameOf)) {
    const rows = name === 'line_items' ? extraction.line_items : name === 'tax_details' ? extraction.tax_details : []
    if (rows.length) return rows
  }
  return []
}

const drawsFrom = (column: SchemaDatapoint, cells: EngineValues) =>
  !column.disable_prediction &&
  (column.rir_field_names ?? []).some((name) => cells[engineNameOf(name) ?? '']?.value !== undefined)
