/** Reading and changing the content of annotations. */
import { describe, expect, it } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { type Node, anOpenOne, flat, schema_id, useBills } from './content-setup.ts'

useBills()

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
