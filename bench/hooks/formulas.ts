/** Formulas of an annotation with a table: a formula per row, and sums of the rows in the header. */
import { computeFormulas } from '../../src/rules/content/formulas.ts'
import { anExtraction, aField, build, read, schema } from '../../test/rules/content/fixtures.ts'
import { percentile, type BenchResult } from '../bench.ts'

const ROWS = 50
const ROUNDS = 60
const WARM_UP = 10

const formula = (id: string, text: string) =>
  aField({ id, type: 'number', formula: text, ui_configuration: { type: 'formula' }, constraints: { required: false } })

/** Formulas/s and the time for all formulas of one document. */
export function measureFormulas(): BenchResult[] {
  const content = structuredClone(schema)
  content[0]!.children.push(
    formula('lines_sum', 'sum(field.sum.all_values)'),
    formula('rest', 'round(field.total - field.lines_sum, 2) if not is_empty(field.total) else 0'),
  )
  const lines = content[1]!.children[0]!
  if (lines.category !== 'multivalue' || lines.children.category !== 'tuple')
    throw new Error('The schema has no table.')
  lines.children.children.push(
    formula('with_tax', 'round(field.sum * 1.19, 2)'),
    formula('length', 'len(field.text.strip().upper()) if "a" in field.text.lower() else 0'),
  )
  const line_items = Array.from({ length: ROWS }, (_, row) => ({
    table_column_description: read(`Article ${row}`),
    table_column_amount_total: read(`${row}.50`),
  }))
  const tree = build({ extraction: anExtraction({ line_items }) }, content)
  const formulas = 2 * ROWS + 3
  const times: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const started = performance.now()
    const { messages } = computeFormulas(tree, content, { today: '2026-11-22', objects: new Map() })
    if (messages.length > 0) throw new Error(messages[0]!.content)
    if (round >= 0) times.push(performance.now() - started)
  }
  const p50 = percentile(times, 0.5)
  return [
    { what: `formulas of a document with ${ROWS} rows (${formulas} formulas), p50`, value: p50, unit: 'ms' },
    { what: 'formulas computed on such a document', value: (1000 * formulas) / p50, unit: 'formulas/s' },
  ]
}
