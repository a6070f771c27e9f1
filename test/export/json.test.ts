import { describe, expect, it } from 'vitest'
import type { ExportAnnotation, ExportOptions } from '../../src/export/index.ts'
import { exportJson } from '../../src/export/json.ts'
import { bill, billSchemas, each, field, group, options, readText, rows, section, table, value } from './fixtures.ts'

const pagination = { total: 1, total_pages: 1, next: null, previous: null }

const jsonOf = async (annotations: ExportAnnotation[], given: Partial<ExportOptions> = {}, schemas = billSchemas) =>
  JSON.parse(await readText(exportJson(each(...annotations), schemas, options({ pagination, ...given })))) as {
    pagination: unknown
    results: { content: unknown }[]
  }

describe('JSON export', () => {
  it('writes the documented example and the plain annotation values', async () => {
    expect(await jsonOf([bill])).toEqual({
      pagination: { total: 1, total_pages: 1, next: null, previous: null },
      results: [
        {
          url: 'https://host/api/v1/annotations/55',
          status: 'exported',
          arrived_at: '2026-02-01T09:00:00.000000Z',
          exported_at: '2026-02-01T10:30:00.000000Z',
          document: {
            url: 'https://host/api/v1/documents/70',
            file_name: 'b9.pdf',
            file: 'https://host/api/v1/documents/70/content',
          },
          modifier: null,
          schema: { url: 'https://host/api/v1/schemas/4' },
          metadata: {},
          content: [
            {
              category: 'section',
              schema_id: 'head',
              children: [
                { category: 'datapoint', schema_id: 'bill_no', value: 'B-9', type: 'string', rir_confidence: 0.97 },
              ],
            },
            {
              category: 'section',
              schema_id: 'lines_section',
              children: [
                {
                  category: 'multivalue',
                  schema_id: 'lines',
                  children: [
                    {
                      category: 'tuple',
                      schema_id: 'line',
                      children: [
                        {
                          category: 'datapoint',
                          schema_id: 'text',
                          value: 'Water',
                          type: 'string',
                          rir_confidence: null,
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
          id: 55,
          automated: false,
          confirmed_at: '2026-02-01T10:00:00.000000Z',
          modified_at: '2026-02-01T10:30:00.000000Z',
          assigned_at: null,
          relations: [],
          creator: 'https://host/api/v1/users/3',
        },
      ],
    })
  })

  it('starts with the given pagination, and counts the results if none is given', async () => {
    const page = { total: 30, total_pages: 2, next: 'https://host/next', previous: null }
    const text = await readText(exportJson(each(bill), billSchemas, options({ pagination: page })))
    expect(text).toMatch(/^\{"pagination": \{"total":30,/)
    expect(JSON.parse(text)).toMatchObject({ pagination: page })
    expect(await jsonOf([bill, bill], { pagination: null })).toMatchObject({
      pagination: { total: 2, total_pages: 1, next: null, previous: null },
    })
    expect(await jsonOf([])).toEqual({ pagination, results: [] })
  })

  it('contains the modifier of an annotation', async () => {
    const modifier = { url: 'https://host/api/v1/users/3', username: 'ana' }
    expect((await jsonOf([{ ...bill, modifier }])).results[0]).toMatchObject({ modifier })
  })

  it('limits the data to the requested columns, without groups that become empty', async () => {
    const read = await jsonOf([bill], { columns: ['meta_file_name', 'text'] })
    expect(read.results[0]?.content).toEqual([
      expect.objectContaining({
        schema_id: 'lines_section',
        children: [expect.objectContaining({ schema_id: 'lines' })],
      }),
    ])
  })

  it('keeps an empty table, and omits buttons and fields excluded from export', async () => {
    const schema = [
      section('s', [
        field('press', 'Press', 'button'),
        field('no', 'No', 'string', { can_export: false }),
        table('t', [field('x', 'X')]),
      ]),
    ]
    const press = { category: 'datapoint', schema_id: 'press', content: null }
    const content = [group('section', 's', [press, value('no', '1'), rows('t')])]
    const read = await jsonOf([{ ...bill, content }], {}, new Map([[4, schema]]))
    expect(read.results[0]?.content).toEqual([
      {
        category: 'section',
        schema_id: 's',
        children: [{ category: 'multivalue', schema_id: 't', children: [] }],
      },
    ])
  })
})
