/** Values taken from the page: `select`, PATCH of a position, candidates, rows and grids. */
import { beforeAll, describe, expect, it } from 'vitest'
import { wordsKey } from '../../src/domain/intake/stored-extraction.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { documented } from '../support/openapi.ts'
import { aTenant } from '../support/factories.ts'
import { as } from '../support/as.ts'
import { admin, person, server, url } from '../support/tenant-server.ts'
import { fakeDocuments } from '../workflows/fake-documents.ts'
import { anOpenOne, flat, useBills, type Node } from './content-setup.ts'

type Region = { page: number; rotation?: number; box: [number, number, number, number] }
/** The regions that were read by OCR. */
const scanned: Region[] = []
useBills({
  wrap: documented,
  deps: {
    documents: {
      ...fakeDocuments(),
      readRegion: (_bytes, region) => {
        scanned.push(region)
        const [left, top] = region.box
        return Promise.resolve([
          { text: 'STAMP', box: [left + 5, top + 5, left + 60, top + 20], confidence: 0.9, size: 10 },
        ])
      },
    },
  },
})
beforeAll(() => scanned.splice(0))

const word = (text: string, left: number, top: number) => ({
  text,
  box: [left, top, left + 50, top + 12],
  confidence: 1,
})
const WORDS = [
  word('Invoice', 10, 10),
  word('B-17', 70, 10),
  word('5.', 10, 40),
  word('March', 70, 40),
  word('2026', 130, 40),
  word('Water', 10, 100),
  word('€1.200,50', 200, 100),
  word('Power', 10, 120),
  word('7.00', 200, 120),
]

/** An annotation in review with two pages; the text of the first was read. */
async function aReadOne(reviewer = admin) {
  const opened = await anOpenOne(reviewer)
  const { db, blobs } = server.deps
  const { document_id, organization_id } = await db('annotations').where('id', opened.annotation_id).first()
  const { s3_name } = await db('documents').where('id', document_id).first('s3_name')
  const page = { number: 1, width: 400, height: 300, source: 'text', words: WORDS, lines: [] }
  await blobs.put(wordsKey(s3_name), Buffer.from(JSON.stringify({ reader: 'test', page_count: 2, pages: [page] })))
  await blobs.put(documentKey(s3_name), Buffer.from('file'))
  const pages: { id: number }[] = await db('pages')
    .insert(
      [1, 2].map((number) => ({
        organization_id,
        annotation_id: opened.annotation_id,
        document_id,
        number,
        rotation_deg: 90,
        s3_name: `pages/${s3_name}/${number}`,
      })),
    )
    .returning('id')
  const node = async (name: string) => flat(await opened.read()).find(({ schema_id }) => schema_id === name)!
  const select = (name: string, rectangle: unknown, page = url('pages', pages[0]!.id), client = reviewer) =>
    client.post(`${opened.path}/${opened.id(name)}/select`, { rectangle, page })
  return { ...opened, pages, node, select }
}

describe('select', () => {
  it('replaces the value by the text inside the rectangle, in the format of the field', async () => {
    const one = await aReadOne()
    const text = await one.select('bill_no', [60, 5, 130, 25])
    expect(text).toMatchObject({
      status: 200,
      body: {
        id: one.id('bill_no'),
        content: {
          value: 'B-17',
          page: 1,
          position: [60, 5, 130, 25],
          ocr_text: 'B-17',
          ocr_raw_text: 'B-17',
          ocr_position: [60, 5, 130, 25],
          rir_text: null,
        },
        validation_sources: [],
      },
    })
    const date = await one.select('issued', [5, 35, 190, 55])
    expect(date.body.content).toMatchObject({
      value: '5.3.2026',
      normalized_value: '2026-03-05',
      ocr_raw_text: '5. March 2026',
    })
    expect((await one.node('issued')).content!.value).toBe('5.3.2026')
  })

  it('takes the word under a click, and empties the field where there is nothing to read', async () => {
    const one = await aReadOne()
    expect((await one.select('bill_no', [80, 15, 81, 16])).body.content).toMatchObject({
      value: 'B-17',
      position: [70, 10, 120, 22],
    })
    await server.deps.db('documents').update({ has_content: false })
    expect((await one.select('bill_no', [300, 200, 380, 220])).body.content).toMatchObject({ value: '', page: 1 })
    await server.deps.db('documents').update({ has_content: true })
  })

  it('reads the file by OCR where no text was read, also on pages without text', async () => {
    const one = await aReadOne()
    expect(
      (await one.select('bill_no', [200, 200, 300, 240], url('pages', one.pages[1]!.id))).body.content,
    ).toMatchObject({
      value: 'STAMP',
      page: 2,
      position: [200, 200, 300, 240],
    })
    expect(scanned.at(-1)).toEqual({ page: 2, rotation: 90, box: [200, 200, 300, 240] })
  })

  it('refuses rectangles and pages that do not fit, and nodes without a value', async () => {
    const [one, other] = [await aReadOne(), await aReadOne()]
    expect((await one.select('bill_no', [50, 5, 10, 25])).body).toHaveProperty('rectangle')
    expect((await one.select('bill_no', [50, 5, 10])).status).toBe(400)
    expect((await one.select('bill_no', [1, 2, 3, 4], url('pages', other.pages[0]!.id))).body).toHaveProperty('page')
    expect((await one.select('bill_no', [1, 2, 3, 4], 'x')).body).toHaveProperty('page')
    expect((await one.select('press', [1, 2, 3, 4])).status).toBe(400)
    expect((await one.select('lines', [1, 2, 3, 4])).status).toBe(400)
    const missing = await admin.post(`${one.path}/1/select`, {
      rectangle: [1, 2, 3, 4],
      page: url('pages', one.pages[0]!.id),
    })
    expect(missing.status).toBe(404)
  })

  it('is refused to others before anything is read', async () => {
    const one = await aReadOne()
    const before = scanned.length
    const annotator = (await person('annotator')).client
    const page = url('pages', one.pages[1]!.id)
    expect((await one.select('bill_no', [1, 2, 30, 40], page, annotator)).status).toBe(409)
    expect((await one.select('bill_no', [1, 2, 30, 40], page, (await person('viewer')).client)).status).toBe(403)
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    expect((await one.select('bill_no', [1, 2, 30, 40], page, stranger)).status).toBe(404)
    await server.deps.db('annotations').where('id', one.annotation_id).update({ status: 'exporting' })
    expect((await one.select('bill_no', [1, 2, 30, 40], page)).status).toBe(409)
    expect(scanned).toHaveLength(before)
  })
})

describe('PATCH of a position', () => {
  it('takes the text at the new position unless a value is sent', async () => {
    const one = await aReadOne()
    const patch = (name: string, content: object) => admin.patch(`${one.path}/${one.id(name)}`, { content })
    const moved = await patch('bill_no', { page: 1, position: [65, 8, 125, 24] })
    expect(moved.body.content).toMatchObject({ value: 'B-17', page: 1, position: [65, 8, 125, 24], ocr_text: 'B-17' })
    const both = await patch('bill_no', { value: 'typed', page: 1, position: [5, 8, 62, 24] })
    expect(both.body.content).toMatchObject({ value: 'typed', position: [5, 8, 62, 24] })
    // The same position again changes nothing, and one without text keeps the value.
    expect((await patch('bill_no', { page: 1, position: [5, 8, 62, 24] })).body.content.value).toBe('typed')
    await server.deps.db('documents').update({ has_content: false })
    expect((await patch('bill_no', { position: [300, 200, 390, 230] })).body.content).toMatchObject({
      value: 'typed',
      position: [300, 200, 390, 230],
    })
    await server.deps.db('documents').update({ has_content: true })
  })

  it('works for several nodes of the tree', async () => {
    const one = await aReadOne()
    const content = [
      {
        schema_id: 'head',
        children: [
          { id: one.id('bill_no'), content: { page: 1, position: [65, 8, 125, 24] } },
          { schema_id: 'issued', content: { page: 1, position: [5, 38, 190, 55] } },
        ],
      },
    ]
    const { body } = await admin.patch(one.path, { content })
    const values = flat(body.content as Node[]).map((node) => node.content?.value)
    expect(values).toContain('B-17')
    expect(values).toContain('5.3.2026')
  })
})

describe('rows of tables', () => {
  it('can be appended empty', async () => {
    const one = await aReadOne()
    const { status, body } = await admin.post(`${one.path}/${one.id('lines')}/add_empty`)
    expect({ status, ...body }).toMatchObject({ status: 200, category: 'tuple', schema_id: 'line' })
    expect(body.children.map((cell: Node) => cell.content!.value)).toEqual(['', ''])
    expect((await one.node('line')).id).toBe(body.id)
    expect((await admin.post(`${one.path}/${one.id('bill_no')}/add_empty`)).status).toBe(400)
    expect((await admin.post(`${one.path}/1/add_empty`)).status).toBe(404)
  })

  const GRID = {
    page: 1,
    width: 390,
    height: 45,
    columns: [
      { left_position: 5, schema_id: 'text', header_texts: ['Item'] },
      { left_position: 150, schema_id: 'sum', header_texts: [] },
    ],
    rows: [
      { top_position: 95, tuple_id: null, type: 'data' },
      { top_position: 115, tuple_id: null, type: 'data' },
    ],
  }
  const cells = (rows: Node[]) => rows.map((row) => row.children!.map((cell) => cell.content!.value))

  it('are read from a grid', async () => {
    const one = await aReadOne()
    const path = `${one.path}/${one.id('lines')}`
    expect((await admin.patch(path, { grid: { parts: [GRID] } })).body.grid.parts).toHaveLength(1)
    const transformed = await admin.post(`${path}/transform_grid_to_datapoints`)
    expect(transformed.status).toBe(200)
    expect(cells(transformed.body.content as Node[])).toEqual([
      ['Water', '1,200.50'],
      ['Power', '7.00'],
    ])
    expect(transformed.body.results).toEqual(transformed.body.content)
    const ids = (transformed.body.content as Node[]).map(({ id }) => id)
    const grid = (await admin.get(path)).body.grid.parts[0]
    expect(grid.rows.map((row: { tuple_id: number }) => row.tuple_id)).toEqual(ids)

    const body = { grid_index: 0, grid, operations: { rows: [{ op: 'update', row_index: 1, tuple_id: ids[1] }] } }
    const changed = await admin.post(`${path}/grid_parts_operations`, body)
    expect({ id: changed.body.id, rows: changed.body.children.length }).toEqual({ id: one.id('lines'), rows: 1 })
    const full = await admin.post(`${path}/grid_parts_operations?full_response=true`, body)
    expect(full.body.children).toHaveLength(2)

    const gone = await admin.post(`${path}/grid_operations`, { operations: [{ op: 'delete', grid_index: 0 }] })
    expect(gone.body).toMatchObject({ children: [], grid: { parts: [] } })
    const made = await admin.post(`${path}/grid_operations`, {
      operations: [{ op: 'create', grid_index: 0, grid: GRID }],
    })
    expect(cells(made.body.children as Node[])).toHaveLength(2)
  })

  it('are left alone by requests that do not fit, and without text of pages', async () => {
    const one = await aReadOne()
    const path = `${one.path}/${one.id('lines')}`
    expect((await admin.post(`${path}/transform_grid_to_datapoints`)).status).toBe(400)
    expect(
      (await admin.post(`${path}/grid_operations`, { operations: [{ op: 'delete', grid_index: 0 }] })).body,
    ).toMatchObject({
      code: 'bad_request',
      operations: { 0: { grid_index: [expect.any(String)] } },
    })
    expect(
      (await admin.post(`${path}/grid_parts_operations`, { grid_index: 0, grid: GRID, operations: {} })).status,
    ).toBe(400)
    const unread = await anOpenOne()
    const answer = await admin.post(`${unread.path}/${unread.id('lines')}/transform_grid_to_datapoints`)
    expect(answer.status).toBe(404)
  })
})

describe('versions of content', () => {
  it('have ETags, and a change with If-Match happens only to the version that was read', async () => {
    const one = await aReadOne()
    const read = await admin.get(one.path)
    const tag = read.headers.get('ETag')!
    expect(tag).toMatch(/^W\/"\d+-\d+"$/)
    expect((await admin.get(one.path, { 'If-None-Match': tag })).status).toBe(304)
    const node = `${one.path}/${one.id('bill_no')}`
    expect((await admin.get(node)).headers.get('ETag')).toBe(tag)
    const patch = (value: string) => admin.patch(node, { content: { value } }, { 'If-Match': tag })
    const both = await Promise.all([patch('one'), patch('two')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const refused = both.find(({ status }) => status === 412)!
    expect(refused.body).toMatchObject({ code: 'precondition_failed' })
    const stale = { 'If-Match': tag }
    const operations = [{ op: 'replace', id: one.id('bill_no'), value: { content: { value: 'x' } } }]
    expect((await admin.post(`${one.path}/operations`, { operations }, stale)).status).toBe(412)
    expect((await admin.patch(one.path, { content: [] }, stale)).status).toBe(412)
    expect((await admin.post(`${one.path}/${one.id('lines')}/add_empty`, undefined, stale)).status).toBe(412)
    const now = both.find(({ status }) => status === 200)!.headers.get('ETag')!
    expect((await admin.get(one.path)).headers.get('ETag')).toBe(now)
    expect((await admin.patch(node, { content: { value: 'y' } }, { 'If-Match': now })).status).toBe(200)
  })
})
