import { describe, expect, it } from 'vitest'
import { checkSchemaContent, type SchemaContent, type SchemaDatapoint } from '../../../src/rules/schema/index.ts'
import { linesTable } from '../../support/lines-table.ts'

const field = (id: string, formula?: string): SchemaDatapoint => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'number',
  ...(formula === undefined ? {} : { ui_configuration: { type: 'formula' }, formula }),
})

/** `a` and `b` in a section, a table `lines` with the column `price`, a list `orders`, and these fields and columns. */
const schemaWith = (fields: SchemaDatapoint[], columns: SchemaDatapoint[] = []): SchemaContent => [
  { category: 'section', id: 'head', label: 'Head', children: [field('a'), field('b'), ...fields] },
  {
    category: 'section',
    id: 'body',
    label: 'Body',
    children: [
      linesTable([field('price'), ...columns]),
      { category: 'multivalue', id: 'orders', label: 'Orders', children: field('order') },
    ],
  },
]

/** The sentences about formulas, in the order of the schema. */
function errorsOf(fields: SchemaDatapoint[], columns: SchemaDatapoint[] = []): string[] {
  const found: string[] = []
  const collect = (value: unknown) => {
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(checkSchemaContent(schemaWith(fields, columns)))
  return found
}

describe('a formula in a schema', () => {
  it.each([
    'field.a + field.b',
    'sum(field.price.all_values)',
    'sum(row.price for row in field.lines)',
    'len(field.line)',
    '[order for order in field.orders][0]',
    "annotation.document.original_file_name or ''",
  ])('is accepted: %s', (formula) => {
    expect(errorsOf([field('result', formula)])).toEqual([])
  })

  it.each([
    ['1 +', 'line 1, column 4: SyntaxError: invalid syntax'],
    ['x = 1\ny = = 2', 'line 2, column 5: SyntaxError: invalid syntax'],
    ['field', "line 1, column 1: SyntaxError: 'field' must be followed by a name, as in field.amount_total"],
    ['import os', "line 1, column 1: SyntaxError: 'import' is not supported in formulas"],
    ['1 +\\\n  field.c', "line 2, column 3: The schema has no field 'c'."],
    ['field.head', "line 1, column 1: The schema has no field 'head'."],
    ['field.result + 1', 'A formula cannot read its own field.'],
  ])('is refused with its line and column: %j', (formula, sentence) => {
    expect(errorsOf([field('result', formula)])).toEqual([sentence])
  })

  it('is reported at its place in the tree', () => {
    const content = schemaWith([field('one', '1 1')], [field('two', 'field.none')])
    expect(checkSchemaContent(content)).toEqual({
      content: [
        { children: [{}, {}, { formula: [expect.stringMatching(/^line 1, column 3: /)] }] },
        {
          children: [
            { children: { children: [{}, { formula: ["line 1, column 1: The schema has no field 'none'."] }] } },
            {},
          ],
        },
      ],
    })
  })

  it('may not be part of a cycle, which the error names', () => {
    const cycle = 'These formulas read each other and cannot be computed: x → y → z → x.'
    expect(errorsOf([field('x', 'field.y'), field('y', 'field.z + field.a'), field('z', 'field.x')])).toEqual(
      Array.from({ length: 3 }, () => cycle),
    )
    const throughTable = 'These formulas read each other and cannot be computed: total → net → total.'
    expect(
      errorsOf([field('total', 'sum(row.net for row in field.lines)')], [field('net', 'field.total / 2')]),
    ).toEqual([throughTable, throughTable])
  })

  it('may read other columns of its own table', () => {
    expect(errorsOf([], [field('share', 'field.price / sum(row.price for row in field.lines)')])).toEqual([])
  })

  it('is not checked if the field is not computed', () => {
    expect(errorsOf([{ ...field('old', '1 +'), ui_configuration: { type: 'manual' } }])).toEqual([])
  })

  it('counts towards limits of the schema', () => {
    const many = (count: number, formula: string) =>
      errorsOf(Array.from({ length: count }, (_, index) => field(`f${index}`, formula)))
    expect(many(500, '1')).toEqual([])
    expect(many(501, '1')).toEqual(['A schema may have at most 500 formula fields.'])
    expect(many(25, `# ${'x'.repeat(1_998)}`)).toEqual([])
    expect(many(26, `# ${'x'.repeat(1_998)}`)).toEqual([
      'The formulas of a schema may have at most 50000 characters together.',
    ])
  })
})
