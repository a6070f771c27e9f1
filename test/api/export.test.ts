/** Exports: formats, filters, errors, permission. */
import { read, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/domain/people/credentials.ts'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { ids, lines, path, queue_id, schema_id, text, useExport } from './export-setup.ts'

useExport()

describe('GET /v1/queues/{id}/export', () => {
  it('has the columns of the queue without a matching annotation', async () => {
    const csv = async (query: string) => text(await admin.get(`${path}?format=csv&${query}`))
    const [header] = (await csv(`id=${ids[0]}`)).split('\r\n')
    expect(await csv('status=purged')).toBe(`${header}\r\n`)
    expect(await csv('status=purged&columns=bill_no')).toMatch(/^[^,]+\r\n$/)
    expect((await admin.get(`${path}?format=csv&status=purged&columns=none`)).status).toBe(400)
  })

  it('returns JSON by default, paginated like a list, with the exportable tree', async () => {
    const answer = await admin.get(`${path}?id=${ids[0]}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/json')
    const cell = (id: string, value: string, type = 'string') => ({
      category: 'datapoint',
      schema_id: id,
      value,
      type,
      rir_confidence: null,
    })
    const row = (words: string, sum: string) => ({
      category: 'tuple',
      schema_id: 'line',
      children: [cell('text', words), cell('sum', sum, 'number')],
    })
    const annotation = (await admin.get(`/annotations/${ids[0]}`)).body
    const document = (await admin.get(annotation.document)).body
    const { username } = (await admin.get('/auth/user')).body
    expect(answer.body).toEqual({
      pagination: { total: 1, total_pages: 1, next: null, previous: null },
      results: [
        {
          ...Object.fromEntries(
            [
              'id',
              'url',
              'status',
              'automated',
              'arrived_at',
              'exported_at',
              'confirmed_at',
              'modified_at',
              'assigned_at',
              'relations',
              'creator',
              'metadata',
            ].map((name) => [name, annotation[name]]),
          ),
          document: { url: document.url, file_name: 'B-9.pdf', file: document.content },
          modifier: { url: `${server.root}/users/${tenant.user_id}`, username },
          schema: { url: `${server.root}/schemas/${schema_id}` },
          content: [
            { category: 'section', schema_id: 'head', children: [cell('bill_no', 'B-9')] },
            {
              category: 'section',
              schema_id: 'lines_section',
              children: [
                { category: 'multivalue', schema_id: 'lines', children: [row('Water', '1,200'), row('Power', '80.5')] },
              ],
            },
          ],
        },
      ],
    })
    const page = (await admin.get(`${path}?page_size=2`)).body
    expect(page.pagination).toMatchObject({
      total: 3,
      total_pages: 2,
      next: expect.stringContaining(`/queues/${queue_id}/export?`),
    })
    const next = (await admin.get(page.pagination.next)).body
    expect([...page.results, ...next.results].map((row: { id: number }) => row.id)).toEqual(ids)
    expect(next.pagination.next).toBeNull()
    expect((await admin.get(`${path}?page=3&page_size=2`)).status).toBe(404)
  })

  it('returns CSV with labels as header and one line per row', async () => {
    const answer = await admin.get(`${path}?format=csv&columns=meta_file_name,bill_no,text,sum`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9A%C4%8Dty%201.csv")
    expect(text(answer)).toBe(
      'meta_file_name,Bill number,Text,Sum\r\nB-9.pdf,B-9,Water,"1,200"\r\nB-9.pdf,B-9,Power,80.5\r\nB-10.pdf,B-10,,\r\nB-11.pdf,B-11,,\r\n',
    )
    expect(lines(await admin.get(`${path}?format=csv&delimiter=;&quoting=quote_all&id=${ids[1]}`))).toEqual([
      '"Bill number";"Text";"Sum"',
      '"B-10";"";""',
    ])
    expect(
      lines(
        await admin.get(`${path}?format=csv&prepend_columns=meta_status&append_columns=meta_automated&id=${ids[2]}`),
      ),
    ).toEqual(['meta_status,Bill number,Text,Sum,meta_automated', expect.stringMatching(/^exported,B-11,,,true$/i)])
  })

  it('returns XML', async () => {
    const answer = await admin.get(`${path}?format=xml&id=${ids[0]}`)
    expect(answer.headers.get('content-type')).toContain('application/xml')
    const xml = text(answer)
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\s*<export>/)
    expect(xml).toContain('<datapoint schema_id="bill_no" type="string">B-9</datapoint>')
    expect(xml).toContain(`<annotation url="${server.root}/annotations/${ids[0]}">`)
    expect(xml).not.toContain('hidden')
    expect(xml).toMatch(/<total>1<\/total>/)
  })

  it('returns XLSX with the rows of the CSV', async () => {
    const answer = await admin.get(`${path}?format=xlsx&columns=bill_no,text,sum`)
    expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const book = read(answer.body as Buffer)
    expect(book.SheetNames).toEqual(['Export'])
    expect(utils.sheet_to_json(book.Sheets.Export!, { header: 1, defval: '' })).toEqual([
      ['Bill number', 'Text', 'Sum'],
      ['B-9', 'Water', 1200],
      ['B-9', 'Power', 80.5],
      ['B-10', '', ''],
      ['B-11', '', ''],
    ])
  })

  it.each([
    ['text/csv', 'text/csv'],
    ['application/xml', 'application/xml'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxml'],
    ['*/*', 'application/json'],
    ['text/csv;q=0.5, application/xml', 'application/xml'],
  ])('selects the format by the Accept header %s', async (Accept, type) => {
    expect((await admin.get(path, { Accept })).headers.get('content-type')).toContain(type)
    expect((await admin.get(`${path}?format=csv`, { Accept })).headers.get('content-type')).toContain('text/csv')
  })

  it('accepts every list filter and returns only its own queue', async () => {
    const numbers = async (query: string) =>
      lines(await admin.get(`${path}?format=csv&columns=bill_no&${query}`)).slice(1)
    expect(await numbers('status=to_review,exported')).toEqual(['B-10', 'B-11'])
    expect(await numbers(`id=${ids[2]},${ids[1]}`)).toEqual(['B-10', 'B-11'])
    expect(await numbers(`modifier=${tenant.user_id}`)).toEqual(['B-9'])
    expect(await numbers('arrived_at_after=2026-02-02&arrived_at_before=2026-02-03')).toEqual(['B-10'])
    expect(await numbers('exported_at_after=2026-02-01')).toEqual(['B-11'])
    expect(await numbers('automated=true')).toEqual(['B-11'])
    expect(await numbers('search=water')).toEqual(['B-9'])
    expect(await numbers(`queue=${tenant.queue_id}`)).toEqual([])
    expect(await numbers('status=split')).toEqual([])
    expect(await numbers('page_size=1&page=2')).toEqual(['B-10'])
    expect(await numbers('page_size=2')).toEqual(['B-9', 'B-10'])
    expect(await numbers('page_size=2&ordering=-id')).toEqual(['B-11', 'B-10'])
  })

  it('reports invalid parameters', async () => {
    for (const [query, field] of [
      ['format=pdf', 'format'],
      ['format=csv&delimiter=ab', 'delimiter'],
      ['format=csv&quoting=quote_none', 'escape_char'],
      ['format=csv&quoting=some', 'quoting'],
      ['format=csv&columns=no_such_field', 'columns'],
      ['format=csv&columns=secret', 'columns'],
      ['status=nonsense', 'status'],
      ['to_status=exported', 'to_status'],
    ]) {
      const answer = await admin.get(`${path}?${query}`)
      expect([answer.status, answer.body?.code], query).toEqual([400, 'bad_request'])
      expect(answer.body[field!], query).toEqual([expect.any(String)])
    }
  })

  it('streams thousands of annotations without omission', async () => {
    const { db } = server.deps
    const { queue_id: big } = await aQueue(db, tenant, 'Big')
    const { document_id } = await db('annotations').where('id', ids[1]!).first('document_id')
    const { tree } = await db('annotation_contents').where('annotation_id', ids[1]!).first('tree')
    const row = { organization_id: tenant.organization_id, queue_id: big, schema_id, document_id, status: 'exported' }
    const created = (await db('annotations')
      .insert(Array.from({ length: 2500 }, () => row))
      .returning('id')) as { id: number }[]
    await db('annotation_contents').insert(created.map(({ id }) => ({ annotation_id: id, tree: JSON.stringify(tree) })))
    const csv = lines(await admin.get(`/queues/${big}/export?format=csv&columns=meta_url,bill_no`))
    expect(csv).toHaveLength(2501)
    expect(new Set(csv.slice(1)).size).toBe(2500)
    expect(lines(await admin.get(`/queues/${big}/export?format=csv&page_size=5000`))).toHaveLength(1001)
    expect((await admin.get(`/queues/${big}/export?page_size=5000`)).body.results).toHaveLength(100)
    expect(text(await admin.get(`/queues/${big}/export?format=xml`)).match(/<annotation url/g)).toHaveLength(2500)
  })
})

describe('permission to export', () => {
  it('is granted to users who can access the queue', async () => {
    const outside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    const foreign = as(server.root, (await aTenant(server.deps.db)).token)
    for (const client of [outside, foreign]) {
      expect((await client.get(path)).status).toBe(404)
      expect((await client.send('POST', `${path}?to_status=exported`)).status).toBe(404)
    }
    expect((await outside.get(`/queues/${tenant.queue_id}/export?id=${ids[0]}`)).body.results).toEqual([])
  })

  it('is also granted for Basic credentials', async () => {
    const person = await aPerson(server.deps.db, tenant, 'viewer', [queue_id])
    const [row] = await server.deps
      .db('users')
      .where('id', person.user_id)
      .update({ password_hash: await hashPassword('a basic passphrase') })
      .returning('username')
    const Authorization = `Basic ${Buffer.from(`${row.username}:a basic passphrase`).toString('base64')}`
    expect(lines(await as(server.root).get(`${path}?format=csv&id=${ids[1]}`, { Authorization }))).toHaveLength(2)
  })
})
