import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

interface Node {
  id: number
  url: string
  schema_id: string
  category: string
  content?: { value: string; normalized_value: string | null; page: number | null; position: number[] | null }
  validation_sources?: string[]
  children?: Node[]
}

let server: TestServer
let tenant: Tenant
let admin: Client
let schema_id: number
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
  const point = (id: string, type: string, given: object = {}) => ({
    category: 'datapoint',
    id,
    label: id,
    type,
    constraints: { required: false },
    rir_field_names: ['document_id'],
    ...given,
  })
  const created = await admin.post('/schemas', {
    name: 'Bills',
    content: [
      {
        category: 'section',
        id: 'head',
        label: 'Header',
        children: [
          point('bill_no', 'string'),
          point('issued', 'date', { format: 'D.M.YYYY' }),
          point('kind', 'enum', { options: [{ value: 'a', label: 'Bill' }] }),
          { category: 'datapoint', id: 'press', label: 'Press', type: 'button' },
        ],
      },
      {
        category: 'section',
        id: 'lines_section',
        label: 'Lines',
        children: [
          {
            category: 'multivalue',
            id: 'lines',
            label: 'Lines',
            children: {
              category: 'tuple',
              id: 'line',
              label: 'Line',
              children: [point('text', 'string'), point('sum', 'number', { format: '#,##0.#' })],
            },
          },
        ],
      },
    ],
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  schema_id = created.body.id
})
afterAll(() => server.stop())

async function anOpenOne(client = admin) {
  const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id })
  await client.post(`/annotations/${annotation_id}/start`, {})
  const path = `/annotations/${annotation_id}/content`
  const read = async () => (await admin.get(path)).body.content as Node[]
  const named = new Map(flat(await read()).map((node) => [node.schema_id, node.id]))
  return { annotation_id, path, read, id: (name: string) => named.get(name)! }
}

describe('GET /v1/annotations/{id}/content', () => {
  it('returns the tree with its URLs under both keys', async () => {
    const { annotation_id, path, id } = await anOpenOne()
    const added = await admin.post(`${path}/operations`, {
      operations: [{ op: 'add', id: id('lines'), value: [{ schema_id: 'text', content: { value: 'Water' } }] }],
    })
    const row = flat(added.body.content as Node[]).find((node) => node.category === 'tuple')!
    const url = (node: number) => `${server.root}/annotations/${annotation_id}/content/${node}`
    const times = { time_spent: 0, time_spent_overall: 0 }
    const content = {
      value: '',
      normalized_value: null,
      page: null,
      position: null,
      rir_text: null,
      rir_raw_text: null,
      rir_page: null,
      rir_position: null,
      rir_confidence: null,
      connector_text: null,
      connector_position: null,
      ocr_text: null,
      ocr_raw_text: null,
      ocr_position: null,
    }
    const datapoint = (name: string, node = id(name)) => ({
      id: node,
      url: url(node),
      schema_id: name,
      category: 'datapoint',
      content,
      validation_sources: [],
      hidden: false,
      ...times,
    })
    const firstRow = {
      id: row.id,
      url: url(row.id),
      schema_id: 'line',
      category: 'tuple',
      hidden: false,
      children: [
        { ...datapoint('text', row.children![0]!.id), content: { ...content, value: 'Water' } },
        datapoint('sum', row.children![1]!.id),
      ],
    }
    const tree = [
      {
        id: id('head'),
        url: url(id('head')),
        schema_id: 'head',
        category: 'section',
        children: [
          datapoint('bill_no'),
          datapoint('issued'),
          { ...datapoint('kind'), options: [{ value: 'a', label: 'Bill' }] },
          { ...datapoint('press'), content: null, validation_sources: ['NA'] },
        ],
      },
      {
        id: id('lines_section'),
        url: url(id('lines_section')),
        schema_id: 'lines_section',
        category: 'section',
        children: [
          {
            id: id('lines'),
            url: url(id('lines')),
            schema_id: 'lines',
            category: 'multivalue',
            validation_sources: [],
            ...times,
            time_spent_grid: 0,
            time_spent_grid_overall: 0,
            hidden: false,
            grid: null,
            children: [firstRow],
          },
        ],
      },
    ]
    expect((await admin.get(path)).body).toEqual({ content: tree, results: tree })
    expect(added.body).toEqual({ content: tree, results: tree })
    const some = (await admin.get(`${path}?schema_id=text,bill_no`)).body
    expect(some.content.map((node: Node) => node.schema_id)).toEqual(['bill_no', 'text'])
    expect((await admin.get(url(row.id))).body).toEqual(firstRow)
  })

  it('is empty before extraction', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id, status: 'importing' })
    await server.deps.db('annotation_contents').where({ annotation_id }).delete()
    expect((await admin.get(`/annotations/${annotation_id}/content`)).body).toEqual({ content: [], results: [] })
  })
})

describe('PATCH /v1/annotations/{id}/content', () => {
  it('finds nodes by id or else by schema id, and keeps the others', async () => {
    const { path, id, read } = await anOpenOne()
    const changed = await admin.patch(path, {
      content: [
        {
          id: id('bill_no'),
          content: { value: 'B-9', page: 1, position: [1, 2, 3, 4] },
          validation_sources: ['human'],
        },
        { schema_id: 'issued', content: { value: '2026-02-01' } },
      ],
    })
    expect(changed.status).toBe(200)
    const nodes = new Map(flat(await read()).map((node) => [node.schema_id, node]))
    expect(nodes.get('bill_no')).toMatchObject({
      content: { value: 'B-9', page: 1, position: [1, 2, 3, 4] },
      validation_sources: ['human'],
    })
    expect(nodes.get('issued')!.content).toMatchObject({ value: '1.2.2026', normalized_value: '2026-02-01' })
    expect(nodes.get('kind')!.content).toMatchObject({ value: '' })
    expect(changed.body.content).toEqual(await read())
  })

  it('returns errors in the structure of the input and then changes nothing', async () => {
    const { path, id, read } = await anOpenOne()
    const before = await read()
    const answer = await admin.patch(path, {
      content: [
        { id: id('bill_no'), content: { value: 'kept out' } },
        { id: id('issued'), content: { value: 'x'.repeat(1501) } },
      ],
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'bad_request',
      content: [{}, { content: { value: [expect.any(String)] } }],
    })
    expect(await read()).toEqual(before)
    expect(await admin.patch(path, {})).toMatchObject({ status: 400, body: { content: ['This field is required.'] } })
    expect(await admin.patch(path, { content: {} })).toMatchObject({
      status: 400,
      body: { content: ['Expected a list of items.'] },
    })
  })
})

describe('PATCH /v1/annotations/{id}/content/{node}', () => {
  it('changes one node and returns it', async () => {
    const { path, id } = await anOpenOne()
    const changed = await admin.patch(`${path}/${id('bill_no')}`, { content: { value: 'X' }, hidden: true })
    expect(changed).toMatchObject({ status: 200, body: { id: id('bill_no'), content: { value: 'X' }, hidden: true } })
    expect((await admin.get(`${path}/${id('bill_no')}`)).body).toEqual(changed.body)
  })

  it('returns 404 for missing nodes and nodes of another annotation', async () => {
    const [one, two] = [await anOpenOne(), await anOpenOne()]
    for (const node of [two.id('bill_no'), 999999, 'abc'])
      for (const answer of [
        await admin.get(`${one.path}/${node}`),
        await admin.patch(`${one.path}/${node}`, { content: { value: 'X' } }),
      ])
        expect(answer, String(node)).toMatchObject({
          status: 404,
          body: { code: 'not_found', detail: 'Datapoint not found.' },
        })
    expect((await admin.patch(`${one.path}/${one.id('bill_no')}`, { content: { value: { a: 1 } } })).status).toBe(400)
  })
})

describe('POST /v1/annotations/{id}/content/operations', () => {
  it('replaces, adds and removes in order', async () => {
    const { path, id } = await anOpenOne()
    const value = (text: string, sum: string) => [
      { schema_id: 'text', content: { value: text } },
      { schema_id: 'sum', content: { value: sum, page: 1, position: [1, 1, 2, 2] } },
    ]
    const added = await admin.post(`${path}/operations`, {
      operations: [
        { op: 'replace', id: String(id('bill_no')), value: { content: { value: 'B-1' } } },
        { op: 'add', id: id('lines'), value: value('Water', '1200') },
        { op: 'add', id: id('lines'), value: value('Power', '80.5') },
      ],
    })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    const rows = flat(added.body.content as Node[]).filter((node) => node.category === 'tuple')
    const texts = (nodes: Node[]) => nodes.map((row) => row.children!.map((cell) => cell.content!.value))
    expect(texts(rows)).toEqual([
      ['Water', '1,200'],
      ['Power', '80.5'],
    ])
    const removed = await admin.post(`${path}/operations`, { operations: [{ op: 'remove', id: rows[0]!.id }] })
    expect(texts(flat(removed.body.content as Node[]).filter((node) => node.category === 'tuple'))).toEqual([
      ['Power', '80.5'],
    ])
  })

  it('applies all operations or none, and reports invalid ones by index', async () => {
    const { path, id, read } = await anOpenOne()
    const before = await read()
    const answer = await admin.post(`${path}/operations`, {
      operations: [
        { op: 'replace', id: id('bill_no'), value: { content: { value: 'kept out' } } },
        { op: 'replace', id: 999999999, value: { content: { value: 'x' } } },
        { op: 'remove', id: id('bill_no') },
        { op: 'replace', id: id('lines'), value: {} },
        { op: 'move', id: id('bill_no') },
      ],
    })
    expect(answer.status).toBe(400)
    const { detail, code, ...rest } = answer.body
    expect([detail, code]).toEqual(['operations.1: Datapoint 999999999 not found.', 'bad_request'])
    expect(rest).toEqual({
      operations: {
        1: ['Datapoint 999999999 not found.'],
        2: ['Only children of multivalues can be removed.'],
        3: ['Only datapoints can be replaced.'],
        4: { op: ['"move" is not a valid choice.'] },
      },
    })
    expect(await read()).toEqual(before)
  })

  it('clears validation sources unless the request contains them', async () => {
    const { path, id } = await anOpenOne()
    const replace = (value: object) =>
      admin.post(`${path}/operations`, { operations: [{ op: 'replace', id: id('bill_no'), value }] })
    const sources = (answer: { body: { content: Node[] } }) =>
      flat(answer.body.content).find((node) => node.id === id('bill_no'))!.validation_sources
    expect(sources(await replace({ content: { value: 'a' }, validation_sources: ['human'] }))).toEqual(['human'])
    expect(sources(await replace({ content: { value: 'b' } }))).toEqual([])
  })

  it('keeps the changes of all concurrent clients', async () => {
    const { path, id, read } = await anOpenOne()
    const add = (text: string) =>
      admin.post(`${path}/operations`, {
        operations: [{ op: 'add', id: id('lines'), value: [{ schema_id: 'text', content: { value: text } }] }],
      })
    const texts = Array.from({ length: 8 }, (_, n) => `row ${n}`)
    for (const answer of await Promise.all(texts.map(add))) expect(answer.status).toBe(200)
    const nodes = flat(await read())
    expect(
      nodes
        .filter((node) => node.schema_id === 'text')
        .map((node) => node.content!.value)
        .sort(),
    ).toEqual(texts)
    expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length)
  })
})

describe('permission to write content', () => {
  const writes = (client: Client, path: string, node: number) => [
    client.patch(path, { content: [{ schema_id: 'bill_no', content: { value: 'w' } }] }),
    client.patch(`${path}/${node}`, { content: { value: 'w' } }),
    client.post(`${path}/operations`, {
      operations: [{ op: 'replace', id: node, value: { content: { value: 'w' } } }],
    }),
  ]

  it('is granted to the reviewer', async () => {
    const person = await aPerson(server.deps.db, tenant, 'annotator')
    const client = as(server.root, person.token)
    const { annotation_id, path, id } = await anOpenOne(client)
    for (const answer of await Promise.all(writes(client, path, id('bill_no')))) expect(answer.status).toBe(200)
    expect((await admin.get(`/annotations/${annotation_id}`)).body.modified_by).toBe(
      `${server.root}/users/${person.user_id}`,
    )
    const second = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    for (const answer of await Promise.all(writes(second, path, id('bill_no'))))
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'conflict_status',
          detail: 'Start the review of the annotation before you change its content.',
        },
      })
    await client.post(`/annotations/${annotation_id}/cancel`, {})
    for (const answer of await Promise.all(writes(client, path, id('bill_no')))) expect(answer.status).toBe(409)
  })

  it.each(['to_review', 'postponed', 'confirmed', 'exported', 'rejected'])(
    'is granted to administrators also in status %s',
    async (status) => {
      const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id, status })
      const path = `/annotations/${annotation_id}/content`
      expect((await admin.patch(path, { content: [{ schema_id: 'bill_no', content: { value: 'w' } }] })).status).toBe(
        200,
      )
    },
  )

  it.each(['in_workflow', 'exporting', 'purged', 'deleted'])('is denied to all in status %s', async (status) => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id, status })
    const path = `/annotations/${annotation_id}/content`
    for (const answer of await Promise.all(writes(admin, path, 1)))
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'conflict_status', detail: `The content cannot be changed while the annotation is ${status}.` },
      })
  })
})
