/** Formats extracted values as a table: field, value, confidence, page. Dates and numbers are normalized, so that they are unambiguous. */
import { align } from '../align.ts'
import type { ContentNode, ContentTree, DatapointNode, MultivalueNode } from '../../rules/content/types.ts'

const MAX_VALUE = 56
const MAX_CELL = 40

const shorten = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

function* below(nodes: readonly ContentNode[]): Generator<DatapointNode | MultivalueNode> {
  for (const node of nodes) {
    if (node.category === 'section') yield* below(node.children)
    else if (node.category === 'datapoint' || node.category === 'multivalue') yield node
  }
}

/** The queue's own format would depend on its locale: `08/04/2026` is a different day in the United States. */
const valueOf = (node: DatapointNode): string => node.content?.normalized_value ?? node.content?.value ?? ''

const percent = (confidence: number | null | undefined): string =>
  typeof confidence === 'number' ? `${Math.round(confidence * 100)} %` : ''

function fieldRow(node: DatapointNode): string[] {
  const { content } = node
  return [
    node.schema_id,
    shorten(valueOf(node), MAX_VALUE),
    percent(content?.rir_confidence),
    String(content?.page ?? ''),
  ]
}

/** Formats the rows of a table, with the columns that have values. */
function rowsOf(node: MultivalueNode): string[] {
  const tuples = node.children.flatMap((child) => (child.category === 'tuple' ? [child.children] : []))
  const cells = tuples.map((children) => new Map(children.map((child) => [child.schema_id, valueOf(child)])))
  const names = [...new Set(tuples.flat().map((child) => child.schema_id))].filter((name) =>
    cells.some((row) => row.get(name)),
  )
  if (!names.length) return []
  const head = names.map((name) => name.replace(/^(item|tax_detail)_/, ''))
  return align([head, ...cells.map((row) => names.map((name) => shorten(row.get(name) ?? '', MAX_CELL)))])
}

/** Returns the number of values and the lines to print. */
export function describeContent(tree: ContentTree): { values: number; lines: string[] } {
  const nodes = [...below(tree)]
  const fields = nodes.flatMap((node) => (node.category === 'datapoint' && valueOf(node) ? [fieldRow(node)] : []))
  const lines = align([['field', 'value', 'confidence', 'page'], ...fields], [2, 3])
  for (const node of nodes) {
    if (node.category !== 'multivalue') continue
    const rows = rowsOf(node)
    if (rows.length) lines.push('', `${node.schema_id}:`, ...rows.map((row) => `  ${row}`))
  }
  return { values: fields.length, lines: lines.map((line) => (line ? `  ${line}` : '')) }
}
