/** Several changes of content in one request. */
import { describe, expect, it } from 'vitest'
import { admin } from '../support/tenant-server.ts'
import { type Node, anOpenOne, flat, useBills } from './content-setup.ts'

useBills()

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
