import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let other: Tenant
let admin: Client
let annotator: { user_id: number; client: Client }
/** Annotations by name; `old` and `far` are in the second queue, which the annotator cannot access. */
const created: Record<'plain' | 'held' | 'done' | 'old' | 'far', number> = {
  plain: 0,
  held: 0,
  done: 0,
  old: 0,
  far: 0,
}
let second: { queue_id: number; schema_id: number }
let workspace_id: number
let label_id: number
const ids = (body: { results: { id: number }[] }) => body.results.map((row) => row.id)
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

beforeAll(async () => {
  server = await testServer()
  const { db } = server.deps
  tenant = await aTenant(db)
  other = await aTenant(db)
  admin = as(server.root, tenant.token)
  const person = await aPerson(db, tenant, 'annotator')
  annotator = { user_id: person.user_id, client: as(server.root, person.token) }
  await db('users').where('id', annotator.user_id).update({ email: 'pat.smith@example.org' })
  second = await aQueue(db, tenant)
  workspace_id = (
    await admin.post('/workspaces', { name: 'Second', organization: url('organizations', tenant.organization_id) })
  ).body.id
  await db('queues').where('id', second.queue_id).update({ workspace_id })
  const make = async (name: keyof typeof created, columns: object) => {
    const { annotation_id, document_id } = await anAnnotation(db, tenant, {
      arrived_at: '2026-03-01T00:00:00Z',
      ...columns,
    })
    created[name] = annotation_id
    await db('documents')
      .where('id', document_id)
      .update({ original_file_name: `${name}-file.pdf` })
  }
  const at = (day: string) => `2026-02-${day}T10:00:00Z`
  await make('plain', { arrived_at: at('01') })
  await make('held', {
    status: 'reviewing',
    modifier_id: annotator.user_id,
    modified_by: annotator.user_id,
    assigned_at: at('02'),
  })
  await make('done', {
    status: 'exported',
    automated: true,
    modifier_id: tenant.user_id,
    confirmed_by: tenant.user_id,
    confirmed_at: at('03'),
    exported_by: annotator.user_id,
    exported_at: at('04'),
    export_failed_at: at('05'),
    messages: JSON.stringify([{ id: 'all', type: 'error', content: 'Zeppelin rejected' }]),
  })
  await make('old', {
    ...second,
    status: 'purged',
    deleted_by: annotator.user_id,
    deleted_at: at('06'),
    purged_by: tenant.user_id,
    purged_at: at('07'),
    created_at: '2025-01-01T00:00:00Z',
    modified_at: '2025-01-02T00:00:00Z',
  })
  await make('far', {
    ...second,
    status: 'rejected',
    rejected_by: tenant.user_id,
    rejected_at: at('08'),
    restricted_access: true,
  })
  await anAnnotation(db, other)

  label_id = (await admin.post('/labels', { name: 'urgent' })).body.id
  await db('annotation_labels').insert({ annotation_id: created.plain, label_id })
  await db('annotation_assignees').insert({ annotation_id: created.held, user_id: annotator.user_id })
  const [relation] = await db('relations')
    .insert({ organization_id: tenant.organization_id, type: 'edit', key: 'k1', parent_id: created.old })
    .returning('id')
  await db('relation_annotations').insert({ relation_id: relation.id, annotation_id: created.plain })
  await db('pages').insert({
    organization_id: tenant.organization_id,
    annotation_id: created.plain,
    document_id: (await db('annotations').where('id', created.plain).first('document_id')).document_id,
    number: 1,
    s3_name: 'list-page',
  })
  await db('automation_blockers').insert({
    organization_id: tenant.organization_id,
    annotation_id: created.plain,
    content: JSON.stringify([{ level: 'annotation', type: 'automation_disabled' }]),
  })
  const written = await admin.patch(`/annotations/${created.plain}/content`, {
    content: [{ schema_id: 'document_id', content: { value: 'RE-2026/77 Überweisung' } }],
  })
  expect(written.status).toBe(200)
})
afterAll(() => server.stop())

const names = (body: { results: { id: number }[] }) =>
  ids(body).map((id) => Object.entries(created).find(([, known]) => known === id)?.[0] ?? 'unknown')
const found = async (query: string, client = admin) => {
  const answer = await client.get(`/annotations?${query}`)
  expect(answer.status, `${query}: ${JSON.stringify(answer.body)}`).toBe(200)
  expect(answer.body.pagination.total, query).toBe(answer.body.results.length)
  return names(answer.body)
}

describe('each filter of GET /v1/annotations selects exactly the matching annotations', () => {
  const cases: [string, (string | (() => string))[], string[]][] = [
    ['status', ['status=reviewing'], ['held']],
    ['several statuses', ['status=reviewing,exported'], ['held', 'done']],
    ['repeated parameters', ['status=reviewing&status=exported'], ['held', 'done']],
    ['id', [() => `id=${created.old},${created.plain}`], ['plain', 'old']],
    ['modifier', [() => `modifier=${annotator.user_id}`], ['held']],
    ['modifier as URL', [() => `modifier=${encodeURIComponent(url('users', tenant.user_id))}`], ['done']],
    ['confirmed_by', [() => `confirmed_by=${tenant.user_id}`], ['done']],
    ['exported_by', [() => `exported_by=${annotator.user_id}`], ['done']],
    ['deleted_by', [() => `deleted_by=${annotator.user_id}`], ['old']],
    ['purged_by', [() => `purged_by=${tenant.user_id}`], ['old']],
    ['rejected_by', [() => `rejected_by=${tenant.user_id}`], ['far']],
    ['assignees', [() => `assignees=${annotator.user_id},999`], ['held']],
    ['labels', [() => `labels=${label_id}`], ['plain']],
    ['queue', [() => `queue=${second.queue_id}`], ['old', 'far']],
    ['workspaces', [() => `queue__workspace=${workspace_id}`, () => `workspace=${workspace_id}`], ['old', 'far']],
    ['relations', [() => `relations__parent=${created.old}`, 'relations__type=edit', 'relations__key=k1'], ['plain']],
    ['relations of another kind', ['relations__type=duplicate', 'relations__key=none'], []],
    ['restricted_access', ['restricted_access=True', 'restricted_access=1'], ['far']],
    ['automated', ['automated=true'], ['done']],
    ['not automated', ['automated=0'], ['plain', 'held', 'old', 'far']],
    ['threads with replies', ['has_email_thread_with_replies=true', 'has_email_thread_with_new_replies=true'], []],
    ['several filters together', [() => `status=exported&queue=${second.queue_id}`], []],
    [
      'empty ones',
      ['status=&queue=&search=&ordering=&sideload=&content.schema_id='],
      ['plain', 'held', 'done', 'old', 'far'],
    ],
    ['arrived_at', ['arrived_at_before=2026-02-02', 'document__arrived_at_before=2026-02-02'], ['plain']],
    [
      'arrived_at from',
      ['arrived_at_after=2026-02-02', 'document__arrived_at_after=2026-02-02'],
      ['held', 'done', 'old', 'far'],
    ],
    ['created_at', ['created_at_before=2025-06-01'], ['old']],
    ['modified_at', ['modified_at_before=2025-06-01T00:00:00Z'], ['old']],
    [
      'an inclusive start',
      ['assigned_at_after=2026-02-02T10:00:00Z', 'assigned_at_after=2026-02-02 10:00:00'],
      ['held'],
    ],
    ['an exclusive end', ['assigned_at_before=2026-02-02T10:00:00Z'], []],
    ['confirmed_at', ['confirmed_at_after=2026-02-03&confirmed_at_before=2026-02-04'], ['done']],
    ['exported_at', ['exported_at_after=2026-02-04'], ['done']],
    ['export_failed_at', ['export_failed_at_before=2027-01-01'], ['done']],
    ['deleted_at', ['deleted_at_after=2026-02-06T12:00:00%2B02:00'], ['old']],
    ['purged_at', ['purged_at_after=2020-01-01'], ['old']],
    ['rejected_at', ['rejected_at_after=2020-01-01'], ['far']],
  ]
  it.each(cases)('%s', async (_name, queries, expected) => {
    for (const query of queries) expect(await found(typeof query === 'function' ? query() : query)).toEqual(expected)
  })
})

describe('search', () => {
  it.each([
    ['words in values by prefix', 'search=überw', ['plain']],
    ['numbers with punctuation', 'search=RE-2026/77', ['plain']],
    ['file names', 'search=far-file', ['far']],
    ['messages', 'search=zeppelin', ['done']],
    ['the modifier’s email', 'search=pat.smith@example.org', ['held']],
    ['every word', 'search=überweisung%2077', ['plain']],
    ['all words, not some', 'search=überweisung%20zeppelin', []],
    ['a word that all contain', 'search=file', ['plain', 'held', 'done', 'old', 'far']],
    ['a phrase with commas', 'search=file,plain', ['plain']],
    ['nothing for punctuation alone', 'search=%25%26%21', []],
    ['no wildcards', 'search=zep%25', ['done']],
    ['no operators', "search=zeppelin'|:*%26(", ['done']],
  ])('finds %s', async (_name, query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  it('accepts at most 256 characters and returns only visible annotations', async () => {
    expect(await admin.get(`/annotations?search=${'x'.repeat(257)}`)).toMatchObject({
      status: 400,
      body: { search: ['Ensure this field has no more than 256 characters.'] },
    })
    expect(await found('search=file', annotator.client)).toEqual(['plain', 'held', 'done'])
    expect((await as(server.root, other.token).get('/annotations?search=file')).body.results).toEqual([])
  })
})

describe('ordering of GET /v1/annotations', () => {
  it.each([
    ['id', ['plain', 'held', 'done', 'old', 'far']],
    ['-id', ['far', 'old', 'done', 'held', 'plain']],
    ['document__original_file_name', ['done', 'far', 'held', 'old', 'plain']],
    ['status,-id', ['done', 'old', 'far', 'held', 'plain']],
    ['-queue,id', ['old', 'far', 'plain', 'held', 'done']],
    ['created_at', ['old', 'plain', 'held', 'done', 'far']],
    ['document__arrived_at,-id', ['plain', 'far', 'old', 'done', 'held']],
    ['no_such_key,-id', ['far', 'old', 'done', 'held', 'plain']],
  ])('%s', async (ordering, expected) => {
    expect(await found(`ordering=${ordering}`)).toEqual(expected)
  })

  it.each([
    ['confirmed_at', 'done'],
    ['exported_at', 'done'],
    ['assigned_at', 'held'],
    ['purged_at', 'old'],
    ['rejected_by', 'far'],
    ['rejected_by__username', 'far'],
    ['purged_by__username', 'old'],
    ['confirmed_by__username', 'done'],
    ['deleted_by__username', 'old'],
    ['modified_by__username', 'plain'],
  ])('by %s puts annotations without a value last, and first when descending', async (key, expected) => {
    expect((await found(`ordering=${key}`))[0]).toBe(expected)
    expect((await found(`ordering=-${key}`)).at(-1)).toBe(expected)
  })

  it('sorts by names of users', async () => {
    const { username } = await server.deps.db('users').where('id', tenant.user_id).first('username')
    expect(username < 'annotator').toBe(true)
    expect((await found('ordering=modifier__username')).slice(0, 2)).toEqual(['done', 'held'])
    expect((await found('ordering=modifier__username,-status')).slice(0, 2)).toEqual(['done', 'held'])
  })

  it('returns every row exactly once across pages when values are empty', async () => {
    for (const ordering of ['modifier__username', '-confirmed_at', 'exported_at,-id', 'status,-modifier']) {
      const walked: string[] = []
      for (let next: string | null = `/annotations?page_size=2&ordering=${ordering}`; next;) {
        const { body }: { body: { results: { id: number }[]; pagination: { next: string | null } } } =
          await admin.get(next)
        walked.push(...names(body))
        next = body.pagination.next
      }
      expect(walked, ordering).toEqual(await found(`ordering=${ordering}`))
    }
  })
})

describe('annotations visible to a caller', () => {
  it.each(['', 'status=exported,purged', 'status=purged', 'automated=true', 'search=file'])(
    'match the counts of the same list for annotators: ?%s',
    async (query) => {
      await found(query, annotator.client)
    },
  )

  it('are limited to the requested queues', async () => {
    expect(await found(`queue=${second.queue_id}`, annotator.client)).toEqual([])
    expect(await found(`queue=${tenant.queue_id},${second.queue_id}`, annotator.client)).toEqual([
      'plain',
      'held',
      'done',
    ])
    const theirs = as(server.root, other.token)
    for (const query of [
      `queue=${tenant.queue_id}`,
      `workspace=${workspace_id}`,
      `labels=${label_id}`,
      `modifier=${tenant.user_id}`,
      'relations__type=edit',
    ])
      expect((await theirs.get(`/annotations?${query}`)).body, query).toMatchObject({
        pagination: { total: 0 },
        results: [],
      })
  })

  it('determine the visible documents, pages, blockers and relations', async () => {
    const total = async (path: string, client: Client) => (await client.get(path)).body.pagination.total
    expect([await total('/documents', admin), await total('/documents', annotator.client)]).toEqual([5, 3])
    const none = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [second.queue_id])).token)
    expect([
      await total('/documents', none),
      await total('/pages', none),
      await total('/automation_blockers', none),
    ]).toEqual([2, 0, 0])
    expect([await total('/pages', annotator.client), await total('/automation_blockers', annotator.client)]).toEqual([
      1, 1,
    ])
    const { body } = await none.get('/documents?page_size=100')
    expect(body.results.every((document: { annotations: string[] }) => document.annotations.length === 1)).toBe(true)
  })
})

describe('sideload', () => {
  const KEYWORDS =
    'assignees automation_blockers confirmed_bys content creators deleted_bys documents emails exported_bys labels modifiers organizations pages purged_bys queues rejected_bys related_emails relations child_relations schemas suggested_edits workflow_runs workspaces notes'.split(
      ' ',
    )

  it('adds a list for every keyword with each complete object once', async () => {
    const { body } = await admin.get(`/annotations?sideload=${KEYWORDS.join(',')}&content.schema_id=document_id`)
    expect(Object.keys(body).sort()).toEqual([...KEYWORDS, 'next', 'pagination', 'results'].sort())
    const people = (...wanted: number[]) => [...wanted].sort((a, b) => a - b)
    expect(body.assignees.map((one: { id: number }) => one.id)).toEqual([annotator.user_id])
    expect(body.modifiers.map((one: { id: number }) => one.id)).toEqual(people(tenant.user_id, annotator.user_id))
    expect(body.exported_bys.map((one: { id: number }) => one.id)).toEqual([annotator.user_id])
    expect(body.creators).toEqual([(await admin.get(`/users/${tenant.user_id}`)).body])
    expect(body.queues).toHaveLength(2)
    expect(body.schemas).toHaveLength(2)
    expect(body.workspaces.map((one: { id: number }) => one.id)).toEqual([tenant.workspace_id, workspace_id])
    expect(body.organizations.map((one: { id: number }) => one.id)).toEqual([tenant.organization_id])
    expect(body.documents).toHaveLength(5)
    expect(body.documents[0]).toEqual((await admin.get(body.results[0].document)).body)
    expect(body.labels.map((one: { id: number }) => one.id)).toEqual([label_id])
    expect(body.pages).toHaveLength(1)
    expect(body.automation_blockers).toEqual([(await admin.get(body.results[0].automation_blocker)).body])
    expect(body.relations).toHaveLength(1)
    expect(body.child_relations).toEqual(body.relations)
    for (const none of ['emails', 'related_emails', 'suggested_edits', 'workflow_runs', 'notes'])
      expect(body[none]).toEqual([])
  })

  it('of content returns a flat list of the requested datapoints and requires their schema ids', async () => {
    const { body } = await admin.get(
      `/annotations?id=${created.plain}&sideload=content&content.schema_id=document_id,line_items`,
    )
    expect(body.content.map((node: { schema_id: string }) => node.schema_id).sort()).toEqual([
      'document_id',
      'line_items',
    ])
    const node = body.content.find((one: { schema_id: string }) => one.schema_id === 'document_id')
    expect(node).toEqual((await admin.get(`/annotations/${created.plain}/content/${node.id}`)).body)
    expect(node.url).toBe(`${url('annotations', created.plain)}/content/${node.id}`)
    expect(await admin.get('/annotations?sideload=content')).toMatchObject({
      status: 400,
      body: { 'content.schema_id': ['This field is required.'] },
    })
    expect(await admin.get('/annotations?sideload=secrets')).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  })

  it('returns only objects that annotators can read', async () => {
    const { body } = await annotator.client.get(
      '/annotations?sideload=queues,schemas,workspaces,documents,organizations',
    )
    for (const collection of ['queues', 'schemas', 'workspaces', 'documents', 'organizations']) {
      for (const one of body[collection]) expect((await annotator.client.get(one.url)).status, one.url).toBe(200)
    }
    expect(body.queues).toHaveLength(1)
    expect(body.workspaces[0].queues).toEqual([url('queues', tenant.queue_id)])
  })

  it('works on a single annotation', async () => {
    const { body } = await admin.get(`/annotations/${created.plain}?sideload=documents`)
    expect(body.documents).toHaveLength(1)
    expect(body.id).toBe(created.plain)
  })
})

describe('fields', () => {
  it('selects the keys of each result, and fields! omits keys', async () => {
    const { body } = await admin.get('/annotations?fields=id,url')
    for (const row of body.results) expect(Object.keys(row)).toEqual(['id', 'url'])
    const without = (await admin.get(`/annotations?fields!=content,url&id=${created.plain}`)).body.results[0]
    const whole = (await admin.get(`/annotations/${created.plain}`)).body
    delete whole.content
    delete whole.url
    expect(without).toEqual(whole)
    expect(Object.keys((await admin.get(`/annotations/${created.plain}?fields=status`)).body)).toEqual(['status'])
  })

  it('can be combined with sideloading', async () => {
    const { body } = await admin.get(`/annotations?fields=id&sideload=documents&id=${created.plain}`)
    expect(body.results).toEqual([{ id: created.plain }])
    expect(body.documents).toHaveLength(1)
  })
})

describe('paging', () => {
  it('caps page_size at 100, uses the default for invalid values and has at least one page', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, other)
    const theirs = as(server.root, other.token)
    expect((await theirs.get('/annotations?page_size=1000')).body.pagination).toMatchObject({
      total: 2,
      total_pages: 1,
      next: null,
    })
    for (const size of ['0', '-5', 'many', '1.5', ''])
      expect((await theirs.get(`/annotations?page_size=${size}`)).body.results).toHaveLength(2)
    expect((await theirs.get('/annotations?status=split')).body).toEqual({
      pagination: { total: 0, total_pages: 1, next: null, previous: null },
      next: null,
      results: [],
    })
    expect((await theirs.get('/annotations?page=2')).status).toBe(404)
    expect((await theirs.get(`/annotations?page_size=1&page=2`)).body.results[0].id).toBe(annotation_id)
  })

  it('keeps filters in its links and refuses forged cursors and cursors of another order', async () => {
    const first = (await admin.get('/annotations?page_size=2&ordering=-status&fields=id')).body
    expect(first.pagination.next).toContain('ordering=-status')
    expect(first.pagination.next).toContain('fields=id')
    const cursor = new URL(first.pagination.next).searchParams.get('cursor')!
    expect((await admin.get(`/annotations?page_size=2&ordering=status&cursor=${cursor}`)).status).toBe(400)
    expect((await admin.get(`/annotations?page_size=2&ordering=-status&cursor=${cursor}x`)).status).toBe(400)
    expect((await admin.get('/annotations?page_size=2&page=1')).body.pagination.next).toContain('page=2')
  })
})
