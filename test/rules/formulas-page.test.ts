/** The examples of docs/formulas.md. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACTION_TYPES, RULE_EVENTS } from '../../src/rules/automation-rules/actions.ts'
import { computeFormulas } from '../../src/rules/content/formulas.ts'
import { applyOperations, buildTree, contentDatapoints, contentNodes } from '../../src/rules/content/index.ts'
import { builtins, DateValue, objectOf } from '@sheaf/formula'
import type { SchemaContent, SchemaDatapoint } from '../../src/rules/schema/index.ts'
import { linesTable } from '../support/lines-table.ts'

const page = readFileSync(new URL('../../docs/formulas.md', import.meta.url), 'utf8')

const field = (
  id: string,
  type: SchemaDatapoint['type'] = 'string',
  given: Partial<SchemaDatapoint> = {},
): SchemaDatapoint => ({
  category: 'datapoint',
  id,
  label: id[0]!.toUpperCase() + id.slice(1),
  type,
  ...given,
})

const schemaWith = (formula: string): SchemaContent => [
  {
    category: 'section',
    id: 'head',
    label: 'Head',
    children: [
      field('number'),
      field('issued', 'date'),
      field('amount', 'number'),
      field('currency', 'enum', { options: [{ value: 'eur', label: 'Euro' }] }),
      field('note'),
      field('discount', 'number'),
      field('result', 'string', { formula, ui_configuration: { type: 'formula' } }),
      linesTable([field('text'), field('price', 'number'), field('count', 'number')]),
      { category: 'multivalue', id: 'orders', label: 'Orders', children: field('order') },
    ],
  },
]

/** The value of the formula for the document of the page, or the message with which it fails. */
function resultOf(formula: string): string {
  const schema = schemaWith(formula)
  let next = 0
  const takeIds = (count: number) => Array.from({ length: count }, () => ++next)
  const empty = buildTree(schema, { extraction: null, values: {}, defaultThreshold: 0.8, takeIds })
  const idOf = (name: string) => [...contentNodes(empty)].find(([node]) => node.schema_id === name)![0].id
  const set = (name: string, value: string) => ({ op: 'replace', id: idOf(name), value: { content: { value } } })
  const row = (cells: Record<string, string>) => ({
    op: 'add',
    id: idOf('lines'),
    value: Object.entries(cells).map(([schema_id, value]) => ({ schema_id, content: { value } })),
  })
  const order = (value: string) => ({ op: 'add', id: idOf('orders'), value: { content: { value } } })
  const operations = [
    set('number', 'A-17'),
    set('issued', '2026-01-05'),
    set('amount', '1200.5'),
    set('currency', 'eur'),
    row({ text: 'Water', price: '2', count: '3' }),
    row({ text: 'Power', price: '10', count: '1' }),
    order('PO-1'),
    order('PO-2'),
  ]
  const { tree } = applyOperations(empty, schema, operations, { origin: 'user', takeIds })
  const document = objectOf('document', { original_file_name: 'bill.pdf' })
  const annotation = objectOf(
    'annotation',
    { status: 'reviewing', metadata: { source: 'scanner' } },
    { document, email: null },
  )
  const computed = computeFormulas(tree, schema, {
    today: '2026-11-22',
    objects: new Map([['annotation', annotation]]),
  })
  const failed = computed.messages.find(({ detail }) => detail?.['is_exception'] === true)
  const node = [...contentDatapoints(computed.tree)].find((one) => one.node.schema_id === 'result')!.node
  return failed?.content ?? node.content!.value
}

/** The rows of all tables of formulas: the text in backticks, with `<br>` between lines, and the result. */
const examples = page
  .split('\n')
  .map((line) => /^\| +(`.*?`) +\|(.*)\|$/.exec(line))
  .filter((found) => found !== null)
  .map(([, code, result]) => ({
    formula: code!
      .split('<br>')
      .map((line) => line.replace(/^`|`$/g, ''))
      .join('\n'),
    result: result!.trim(),
  }))
  .filter(({ formula }) => !RULE_EVENTS.some((event) => event === formula))

describe('docs/formulas.md', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(40)
  })

  it.each(examples)('$formula is $result', ({ formula, result }) => {
    expect(resultOf(formula)).toBe(result)
  })

  it('names every function, and every event and type of action except extensions', () => {
    const functions = [...builtins(DateValue.of(2026, 1, 1)).keys()]
    const names = [...functions, ...RULE_EVENTS, ...Object.keys(ACTION_TYPES).filter((type) => type !== 'custom')]
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
  })
})
