import { beforeAll, describe, expect, it } from 'vitest'
import { storeTree } from '../../src/domain/annotations/content/contents.ts'
import { patchTree, type ContentTree } from '../../src/rules/content/index.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { META_FIELDS } from '../../src/rules/annotations/search-query.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

/** Creates an annotation with these values in its content. */
async function withValues(values: Record<string, string>, given: Record<string, unknown> = {}): Promise<number> {
  const { db } = server.deps
  const { annotation_id } = await anAnnotation(db, tenant, given)
  const { content } = (await db('schemas').where('id', tenant.schema_id).first('content')) as { content: SchemaContent }
  const { tree } = (await db('annotation_contents').where({ annotation_id }).first('tree')) as { tree: ContentTree }
  const patched = patchTree(
    tree,
    content,
    Object.entries(values).map(([schema_id, value]) => ({ schema_id, content: { value } })),
  )
  if ('errors' in patched) throw new Error(JSON.stringify(patched.errors))
  await storeTree(db, annotation_id, patched.tree, content)
  return annotation_id
}

const find = async (body?: object, query = '', client = admin): Promise<number[]> => {
  const answer = await client.post(`/annotations/search?page_size=500${query}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.results.map((row: { id: number }) => row.id)
}
const where = (query: object) => find({ query })

let a: number
let b: number
let c: number

beforeAll(async () => {
  a = await withValues(
    { document_id: 'INV-100', sender_name: 'Acme Widgets, Inc.', amount_total: '100.00', date_issue: '2026-01-15' },
    { status: 'to_review', created_at: '2026-01-10T10:00:00Z' },
  )
  b = await withValues(
    { document_id: 'INV-200', sender_name: 'Bolt & Nut', amount_total: '250.50', date_issue: '2026-02-20' },
    { status: 'postponed', created_at: '2026-02-10T10:00:00Z', automated: true },
  )
  c = await withValues({}, { status: 'exported', created_at: '2026-03-10T10:00:00Z' })
})

describe('POST /v1/annotations/search', () => {
  it('finds all annotations without a body, with an empty body and with empty parts', async () => {
    for (const body of [undefined, {}, { query: {} }, { query: null, query_string: null }, { query: { $and: [] } }])
      expect(await find(body)).toEqual([a, b, c])
  })

  it('accepts every meta field', async () => {
    const operand = { url: 1, date: '2026-01-01', bool: true, string: 'to' }
    for (const [name, type] of META_FIELDS)
      for (const operator of ['$eq', '$ne']) await where({ [name]: { [operator]: operand[type] } })
  })

  it('filters by meta fields', async () => {
    expect(await where({ status: { $in: ['to_review', 'postponed'] } })).toEqual([a, b])
    expect(await where({ status: { $nin: ['to_review', 'postponed'] } })).toEqual([c])
    expect(await where({ status: 'exported' })).toEqual([c])
    expect(await where({ automated: { $eq: true } })).toEqual([b])
    expect(await where({ created_at: { $gte: '2026-02-10T10:00:00Z' } })).toEqual([b, c])
    expect(await where({ created_at: { $gt: '2026-02-10T10:00:00Z', $lt: '2026-04-01' } })).toEqual([c])
    expect(await where({ queue: { $eq: url('queues', tenant.queue_id) } })).toEqual([a, b, c])
    expect(await where({ workspace: { $ne: url('workspaces', tenant.workspace_id) } })).toEqual([])
    expect(await where({ annotation: { $in: [url('annotations', a), url('annotations', c)] } })).toEqual([a, c])
    expect(await where({ original_file_name: { $startsWith: 'INVO' } })).toEqual([a, b, c])
    expect(await where({ confirmed_at: { $emptyOrMissing: true } })).toEqual([a, b, c])
    expect(await where({ modifier: { $ne: url('users', tenant.user_id) } })).toEqual([a, b, c])
    expect(await where({ modifier: { $eq: null } })).toEqual([a, b, c])
    expect(await where({ creator__username: { $anyTokenStartsWith: 'ada' } })).toEqual([a, b, c])
  })

  it('searches assignees, labels, relations and messages', async () => {
    const label = (await admin.post('/labels', { name: 'urgent' })).body as { id: number; url: string }
    await server.deps.db('annotation_labels').insert({ annotation_id: b, label_id: label.id })
    await server.deps
      .db('annotations')
      .where('id', c)
      .update({ messages: JSON.stringify([{ id: 'all', type: 'error', content: 'Connector is down' }]) })
    expect(await where({ labels: { $in: [label.url] } })).toEqual([b])
    expect(await where({ labels: { $ne: label.url } })).toEqual([a, c])
    expect(await where({ labels: { $emptyOrMissing: false } })).toEqual([b])
    expect(await where({ messages: { $containsPrefixes: 'dow conn' } })).toEqual([c])
    expect(await where({ relations__type: { $eq: 'edit' } })).toEqual([])
    expect(await where({ assignees: { $emptyOrMissing: true } })).toEqual([a, b, c])
  })

  it('compares content values by their type', async () => {
    expect(await where({ 'field.amount_total.number': { $gte: 100 } })).toEqual([a, b])
    expect(await where({ 'field.amount_total.number': { $gt: 100, $lte: 250.5 } })).toEqual([b])
    expect(await where({ 'field.amount_total.number': { $eq: 100 } })).toEqual([a])
    expect(await where({ 'field.amount_total.number': { $ne: 100 } })).toEqual([b, c])
    expect(await where({ 'field.amount_total.number': { $emptyOrMissing: true } })).toEqual([c])
    expect(await where({ 'field.date_issue.date': { $lt: '2026-02-01' } })).toEqual([a])
    expect(await where({ 'field.document_id.string': { $in: ['INV-100', 'INV-200'] } })).toEqual([a, b])
    expect(await where({ 'field.document_id.string': { $nin: ['INV-100'] } })).toEqual([b, c])
    expect(await where({ 'field.document_id.string': { $emptyOrMissing: false } })).toEqual([a, b])
    expect(await where({ 'field.document_id.string': { $gt: 'INV-150' } })).toEqual([b])
    expect(await where({ 'field.no_such_field.string': { $emptyOrMissing: true } })).toEqual([a, b, c])
  })

  it('finds prefixes ignoring case', async () => {
    const sender = 'field.sender_name.string'
    expect(await where({ [sender]: { $startsWith: 'acme w' } })).toEqual([a])
    expect(await where({ [sender]: { $startsWith: 'widgets' } })).toEqual([])
    expect(await where({ [sender]: { $anyTokenStartsWith: 'WIDG' } })).toEqual([a])
    expect(await where({ [sender]: { $containsPrefixes: 'nu bol' } })).toEqual([b])
    expect(await where({ [sender]: { $containsPrefixes: 'nu acme' } })).toEqual([])
    expect(await where({ 'field.document_id.string': { $startsWith: 'widgets' } })).toEqual([])
  })

  it('combines conditions with AND, nested or flat', async () => {
    const query = {
      $and: [{ status: { $in: ['to_review', 'postponed'] } }, { 'field.amount_total.number': { $gte: 200 } }],
    }
    expect(await find({ query })).toEqual([b])
    expect(await where({ status: 'postponed', automated: true })).toEqual([b])
    expect(await find({ query, query_string: { string: 'acme' } })).toEqual([])
  })

  it('finds each term of query_string as a prefix of words in values and page text', async () => {
    const { document_id } = (await server.deps.db('annotations').where('id', c).first('document_id')) as {
      document_id: number
    }
    await server.deps
      .db('document_words')
      .insert({ document_id, words: server.deps.db.raw(`search_words('Unextracted footer of Acme')`) })
    const phrase = (string: string) => find({ query_string: { string } })
    expect(await phrase('acme')).toEqual([a, c])
    expect(await phrase('ACM, foot')).toEqual([c])
    expect(await phrase('inv-20')).toEqual([b])
    expect(await phrase('nothing-like-this')).toEqual([])
  })

  it.each([
    [{ query: { no_such: { $eq: 1 } } }, /"no_such" is not a searchable field/],
    [{ query: { 'field.x.bool': { $eq: true } } }, /"field.x.bool" is not a searchable field/],
    [{ query: { status: { $regex: 'x' } } }, /"\$regex" is not an operator/],
    [{ query: { automated: { $startsWith: 'tr' } } }, /"\$startsWith" cannot be used with "automated"/],
    [{ query: { $or: [{ status: 'x' }] } }, /"\$or" is not supported/],
    [{ query: { status: {} } }, /"status" has no operator/],
    [{ query: { status: { $in: 'x' } } }, /expects a list/],
    [{ query: { status: { $startsWith: 'x' } } }, /at least 2 characters/],
    [{ query: { created_at: { $gt: '2026-02-30' } } }, /not a valid value for "created_at"/],
    [{ query: { queue: { $eq: 'nonsense' } } }, /not a valid value for "queue"/],
    [{ query: { 'field.amount_total.number': { $gt: '1' } } }, /not a valid value/],
    [{ query: { status: { $emptyOrMissing: 1 } } }, /expects true or false/],
    [{ query: { 'field.x.string': { $eq: 'x'.repeat(257) } } }, /not a valid value/],
    [{ query_string: { string: 'x' } }, /at least 2 characters/],
    [{ query_string: { string: 'x'.repeat(257) } }, /no more than 256/],
  ])('refuses %j', async (body, detail) => {
    const answer = await admin.post('/annotations/search', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request', detail: expect.stringMatching(detail) } })
  })

  it('sorts by meta fields and by values, empty values last', async () => {
    expect(await find({}, '&ordering=field.amount_total.number')).toEqual([a, b, c])
    expect(await find({}, '&ordering=-field.date_issue.date')).toEqual([c, b, a])
    expect(await find({}, '&ordering=-created_at')).toEqual([c, b, a])
    expect(await find({}, '&ordering=field.sender_name.string,id')).toHaveLength(3)
    for (const name of META_FIELDS.keys()) expect(await find({}, `&ordering=${name}`)).toHaveLength(3)
  })

  it('paginates by cursor and number, and refuses a cursor with another body', async () => {
    const body = { query: { created_at: { $gte: '2026-01-01' } } }
    const seen: number[] = []
    let next = '/annotations/search?page_size=1&ordering=-field.amount_total.number'
    for (;;) {
      const page = (await admin.post(next, body)).body
      expect(page.pagination).toMatchObject({ total: 3, total_pages: 3 })
      seen.push(...page.results.map((row: { id: number }) => row.id))
      if (!page.pagination.next) break
      next = page.pagination.next
    }
    expect(seen).toEqual([c, b, a])
    expect(await admin.post(next, {})).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    const older = next.replace('cursor=', 'search_after=')
    expect((await admin.post(older, body)).body.results[0].id).toBe(a)
    expect((await admin.post(older.replace(/search_after=[^&]+/, 'search_after=old'), body)).status).toBe(400)
    const second = (await admin.post('/annotations/search?page_size=2&page=2', body)).body
    expect(second.results.map((row: { id: number }) => row.id)).toEqual([c])
  })

  it('selects fields and sideloads, and limits the page size with content', async () => {
    const query = '?fields=id,document&sideload=documents,content&content.schema_id=document_id&page_size=500'
    const answer = await admin.post(`/annotations/search${query}`, { query: { annotation: { $eq: a } } })
    expect(Object.keys(answer.body.results[0])).toEqual(['id', 'document'])
    expect(answer.body.documents).toHaveLength(1)
    expect(answer.body.content[0].content.value).toBe('INV-100')
  })

  it('returns only annotations visible to the caller', async () => {
    const other = await aTenant(server.deps.db)
    expect(await find({}, '', as(server.root, other.token))).toEqual([])
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const elsewhere = await aPerson(server.deps.db, tenant, 'annotator', [queue_id])
    expect(await find({}, '', as(server.root, elsewhere.token))).toEqual([])
    const here = await aPerson(server.deps.db, tenant, 'viewer')
    expect(await find({ query_string: { string: 'acme' } }, '', as(server.root, here.token))).toEqual([a, c])
  })
})

describe('/v1/annotations/export', () => {
  it('exports annotations of all queues with GET and POST by the filters of the list', async () => {
    const csv = await as(server.root, tenant.token).get(
      `/annotations/export?format=csv&columns=document_id&status=to_review,postponed`,
    )
    expect(csv.body.toString().trim().split(/\r?\n/).slice(1)).toEqual(['INV-100', 'INV-200'])
    for (const path of ['/annotations/export?', '/annotations?format=csv&page_size=1000&']) {
      const posted = await as(server.root, tenant.token).post(`${path}format=csv&columns=document_id&id=${b}`, {})
      expect([posted.status, posted.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')])
      expect(posted.body.toString()).toContain('INV-200')
    }
    const json = await as(server.root, tenant.token).get(`/annotations/export?page_size=2`)
    expect(json.body.pagination).toMatchObject({ total: 3, total_pages: 2 })
  })

  it('changes statuses with POST only', async () => {
    expect((await admin.get('/annotations/export?to_status=exported')).status).toBe(400)
    const moved = await withValues({ document_id: 'M' }, { status: 'confirmed' })
    await as(server.root, tenant.token).post(`/annotations/export?to_status=exported&id=${moved}&format=json`, {})
    expect((await admin.get(`/annotations/${moved}`)).body.status).toBe('exported')
  })

  it('returns nothing of other organizations', async () => {
    const other = await aTenant(server.deps.db)
    const json = await as(server.root, other.token).get('/annotations/export')
    expect(json.body.pagination.total).toBe(0)
  })
})
