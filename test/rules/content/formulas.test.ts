import { describe, expect, it } from 'vitest'
import { computeFormulas, type Computed } from '../../../src/rules/content/formulas.ts'
import { contentDatapoints, type ContentTree } from '../../../src/rules/content/index.ts'
import type { SchemaContent, SchemaDatapoint } from '../../../src/rules/schema/index.ts'
import { formulaOrder } from '../../../src/rules/schema/formulas.ts'
import { aField, build, nodeOf, schema } from './fixtures.ts'

const circumstances = { today: '2026-11-22', objects: new Map() }
const formula = (id: string, text: string, over: Partial<SchemaDatapoint> = {}): SchemaDatapoint =>
  aField({
    id,
    formula: text,
    ui_configuration: { type: 'formula', edit: 'enabled' },
    constraints: { required: false },
    ...over,
  })

/** The bill with these formula fields in its header and as columns of its lines. */
function withFormulas(header: SchemaDatapoint[], columns: SchemaDatapoint[] = []): SchemaContent {
  const copy = structuredClone(schema)
  copy[0]!.children.push(...header)
  const lines = copy[1]!.children[0]!
  if (lines.category === 'multivalue' && lines.children.category === 'tuple') lines.children.children.push(...columns)
  return copy
}

const compute = (content: SchemaContent, tree = build({}, content)): Computed =>
  computeFormulas(tree, content, circumstances)

const valuesOf = (tree: ContentTree, id: string) =>
  [...contentDatapoints(tree)].filter(({ node }) => node.schema_id === id).map(({ node }) => node.content?.value)

/** The value of one formula in a text field, or its error. */
function resultOf(text: string, over: Partial<SchemaDatapoint> = {}): string {
  const { tree, messages } = compute(withFormulas([formula('result', text, over)]))
  return messages.find(({ detail }) => detail?.['is_exception'])?.content ?? nodeOf(tree, 'result').content!.value
}

describe('a formula field', () => {
  it.each([
    ['field.bill_no', 'B-9'],
    ['field.total * 2', '2400'],
    ['field.total / 7', '171.42857142857142'],
    ['field.issued + timedelta(days=30)', '2026-02-04'],
    ['field.issued.year', '2026'],
    ['field.currency', 'eur'],
    ["field.note or 'none'", 'none'],
    [
      'is_empty(field.note), is_empty(field.total)',
      "TypeError: the result must be a text, a number or a date, not 'tuple'",
    ],
    ['None', ''],
    ["''", ''],
    ['1 == 1', 'True'],
    ['2.0', '2'],
    ['1e-7', '0.0000001'],
    ['10 ** 25 * 1.0', '10000000000000000905969664'],
    ['len(field.lines)', '2'],
    ['sum(field.sum.all_values)', '1200'],
    ['sum(field.sum.all_values * 2)', '2400'],
    ["' + '.join(row.text for row in field.lines)", 'Water + Power'],
    ['[o for o in field.orders][0]', 'PO-1'],
    ['field.total.attr.rir_confidence', '0.5'],
    ['field.total.attr.label', 'X'],
    ['field.total.attr.page', '1'],
    ['field.note.attr.page is None', 'True'],
    ['field.lines.attr.label', 'Lines'],
    ['field.total.attr.hidden', 'False'],
    ['today().isoformat()', '2026-11-22'],
    ["substitute(r'\\D', '', field.bill_no)", '9'],
    ['field.missing', "line 1, column 1: AttributeError: 'field' object has no attribute 'missing'"],
    ['1 / 0', 'line 1, column 1: ZeroDivisionError: division by zero'],
    [
      'f = field\nf.total',
      "line 1, column 5: SyntaxError: 'field' must be followed by a name, as in field.amount_total",
    ],
    ["'x' * 2000", 'LimitError: A value may have at most 1500 characters.'],
    ["float('inf')", 'ValueError: the result is not a finite number: inf'],
  ])('computes %j', (text, value) => {
    expect(resultOf(text)).toBe(value)
  })

  it.each<[Partial<SchemaDatapoint>, string, string, string | null]>([
    [{ type: 'number', format: '#,##0.#' }, 'field.total * 2', '2,400', '2400'],
    [{ type: 'number', format: '# ##0,#' }, '1234.5', '1 234,5', '1234.5'],
    [{ type: 'date', format: 'D.M.YYYY' }, 'field.issued', '5.1.2026', '2026-01-05'],
    [{ type: 'enum', options: [{ value: 'eur', label: 'Euro' }] }, "'EURO'", 'eur', null],
    [{ type: 'number', format: '#,##0.#' }, "'1,500'", '1,500', '1500'],
  ])('writes a result in the format of the field: %j', (over, text, value, normalized_value) => {
    const { tree } = compute(withFormulas([formula('result', text, over)]))
    expect(nodeOf(tree, 'result').content).toMatchObject({ value, normalized_value })
    expect(nodeOf(tree, 'result').validation_sources).toEqual(['formula'])
  })

  it('in a table reads the columns of its row', () => {
    const { tree } = compute(withFormulas([], [formula('half', 'field.sum / 2', { type: 'number', format: '0' })]))
    expect(valuesOf(tree, 'half').map(Number)).toEqual(
      valuesOf(tree, 'sum').map((sum) => Number(sum!.replace(',', '')) / 2),
    )
  })

  it('follows the formulas that it reads, in any order of the schema', () => {
    const content = withFormulas(
      [
        formula('last', 'field.middle + 1', { type: 'number' }),
        formula('middle', 'sum(field.double.all_values)', { type: 'number' }),
      ],
      [formula('double', 'field.sum * 2', { type: 'number' })],
    )
    const order = formulaOrder(content).order.map(({ id }) => id)
    expect(order.filter((id) => id !== 'sum_all')).toEqual(['double', 'middle', 'last'])
    expect(valuesOf(compute(content).tree, 'last')).toEqual(['2 401'])
  })

  it('that reads itself by others is a cycle', () => {
    const content = withFormulas([formula('a', 'field.b'), formula('b', 'field.c + 1'), formula('c', 'field.a')])
    expect(formulaOrder(content).cycle).toEqual(['a', 'b', 'c', 'a'])
    expect(formulaOrder(withFormulas([formula('a', 'field.total')])).cycle).toBeNull()
  })

  it('keeps the value of a user while no_recalculation is set', () => {
    const content = withFormulas([formula('result', 'field.bill_no')])
    const tree = build({}, content)
    Object.assign(nodeOf(tree, 'result'), { no_recalculation: true })
    nodeOf(tree, 'result').content!.value = 'by hand'
    expect(valuesOf(compute(content, tree).tree, 'result')).toEqual(['by hand'])
    nodeOf(tree, 'result').no_recalculation = false
    expect(valuesOf(compute(content, tree).tree, 'result')).toEqual(['B-9'])
  })

  it('that fails is empty and adds an error with its line', () => {
    const content = withFormulas([formula('result', 'x = 1\nx / 0')])
    const { tree, messages } = compute(content)
    const { id } = nodeOf(tree, 'result')
    expect(valuesOf(tree, 'result')).toEqual([''])
    expect(messages).toEqual([
      {
        id: String(id),
        type: 'error',
        content: 'line 2, column 1: ZeroDivisionError: division by zero',
        detail: {
          is_exception: true,
          hook_id: null,
          traceback_line_number: 2,
          source_id: id,
          source_schema_id: 'result',
        },
      },
    ])
  })

  it('shows messages and blocks automation, of the document or of a field', () => {
    const text =
      "show_error('bad', field.total)\nshow_warning('odd')\nshow_info('fyi', field=field.bill_no)\nautomation_blocker('stop', field.total)\n'done'"
    const { tree, messages, blockers } = compute(withFormulas([formula('result', text)]))
    const detail = {
      is_exception: false,
      hook_id: null,
      traceback_line_number: null,
      source_id: nodeOf(tree, 'result').id,
      source_schema_id: 'result',
    }
    expect(messages).toEqual([
      { id: String(nodeOf(tree, 'total').id), type: 'error', content: 'bad', detail },
      { id: 'all', type: 'warning', content: 'odd', detail },
      { id: String(nodeOf(tree, 'bill_no').id), type: 'info', content: 'fyi', detail },
    ])
    expect(blockers).toEqual([{ id: String(nodeOf(tree, 'total').id), content: 'stop' }])
    expect(valuesOf(tree, 'result')).toEqual(['done'])
  })

  it('returns the same tree if no value changes', () => {
    const content = withFormulas([formula('result', 'field.bill_no')])
    const { tree } = compute(content)
    expect(compute(content, tree).tree).toBe(tree)
  })
})
