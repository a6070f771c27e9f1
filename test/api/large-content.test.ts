/** Documents with thousands of rows: the shape of answers stays, and their size is bounded. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { storeTree } from '../../src/domain/annotations/contents.ts'
import { contentNodes, type ContentTree } from '../../src/rules/content/index.ts'
import { newDatapoint, newMultivalue, newTuple } from '../../src/rules/content/new-node.ts'
import { numberNodes } from '../../src/rules/content/tree.ts'
import type { SchemaContent } from '../../src/rules/schema-content.ts'
import { answerFiles } from '../support/answer-files.ts'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { type Node, flat, schema_id, useBills } from './content-setup.ts'

useBills()

/** Nodes of a row. */
const ROW = 3

interface LargeOne {
  annotation_id: number
  path: string
  tree: ContentTree
  id: (schema_id: string) => number
}

/** Creates an annotation in review whose table has this number of rows; `text` of row n is `Item n`. */
async function aLargeOne(count: number): Promise<LargeOne> {
  const { db } = server.deps
  const { annotation_id } = await anAnnotation(db, tenant, { schema_id })
  const schema: SchemaContent = (await db('schemas').where('id', schema_id).first('content')).content
  const table = schema[1]!.children[0]!
  if (table.category !== 'multivalue' || table.children.category !== 'tuple') throw new Error('No table.')
  const { children: row } = table
  const rows = Array.from({ length: count }, (_, n) => {
    const cells = row.children.map((column) => newDatapoint(column))
    Object.assign(cells[0]!.content!, { value: `Item ${n}` })
    Object.assign(cells[1]!.content!, { value: `${n}`, normalized_value: `${n}` })
    return newTuple(row, cells)
  })
  const tree: ContentTree = schema.map((section) => ({
    id: 0,
    schema_id: section.id,
    category: 'section',
    children: section.children.map((child) =>
      child.category === 'multivalue' ? newMultivalue(child, rows) : newDatapoint(child),
    ),
  }))
  let next = annotation_id * 1_000_000
  numberNodes(tree, (taken) => Array.from({ length: taken }, () => next++))
  await storeTree(db, annotation_id, tree, schema)
  await admin.post(`/annotations/${annotation_id}/start`, {})
  const ids = new Map([...contentNodes(tree)].map(([node]) => [node.schema_id, node.id]))
  return { annotation_id, path: `/annotations/${annotation_id}/content`, tree, id: (name) => ids.get(name)! }
}

/** Adds the URLs. */
const shown = ({ annotation_id }: LargeOne, nodes: unknown): unknown =>
  JSON.parse(
    JSON.stringify(nodes, (_, value: { id?: number; category?: string }) =>
      value?.category ? { url: `${server.root}/annotations/${annotation_id}/content/${value.id}`, ...value } : value,
    ),
  )

describe('a document of 12,000 nodes', () => {
  let large: LargeOne
  beforeAll(async () => {
    large = await aLargeOne(4000)
  })

  it('is answered in the same form as a small one', async () => {
    const answer = await admin.get(large.path)
    const expected = shown(large, large.tree)
    expect(answer.body).toEqual({ content: expected, results: expected })
    expect(await admin.get(large.path, { 'If-None-Match': answer.headers.get('ETag')! })).toMatchObject({ status: 304 })
  })

  it('answers with a large table, its column, and its rows', async () => {
    const table = (shown(large, large.tree) as Node[])[1]!.children![0]!
    const answer = await admin.get(`${large.path}/${large.id('lines')}`)
    expect(answer.body).toEqual(table)
    const rows = table.children!
    const column = await admin.get(`${large.path}?schema_id=line`)
    expect(column.body).toEqual({ content: rows, results: rows })
  })

  it.each<[string, string, unknown?]>([
    ['the tree', ''],
    ['a table', '/TABLE'],
    ['rows', '?schema_id=line'],
    ['a changed tree', '', { content: [] }],
    ['the tree after operations', '/operations', { operations: [] }],
  ])('keeps %s in a file until the client has read it', async (_, suffix, body) => {
    const method = body === undefined ? 'GET' : suffix === '' ? 'PATCH' : 'POST'
    const path = `${server.root}${large.path}${suffix.replace('TABLE', String(large.id('lines')))}`
    const request = httpRequest(path, {
      method,
      headers: { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' },
    })
    request.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    expect(answerFiles()).toHaveLength(1)
    response.destroy()
    await expect.poll(answerFiles).toEqual([])
  })

  it('answers changes of the whole tree alike', async () => {
    const last = large.tree[1]!.children[0]!
    if (last.category !== 'multivalue') throw new Error('No table.')
    const cell = (last.children.at(-1) as { children: { id: number }[] }).children[0]!.id
    for (const change of [
      () => admin.patch(large.path, { content: [{ id: cell, content: { value: 'New' } }] }),
      () =>
        admin.post(`${large.path}/operations`, {
          operations: [{ op: 'replace', id: cell, value: { content: { value: 'New' } } }],
        }),
    ]) {
      const { body, status } = await change()
      expect(status).toBe(200)
      expect(body.results).toEqual(body.content)
      expect(flat(body.content as Node[])).toHaveLength(4000 * ROW + 7)
      expect(flat(body.content as Node[]).find(({ id }) => id === cell)!.content!.value).toBe('New')
    }
  })
})

describe('sideload=content', () => {
  it('refuses more than 25,000 nodes of a page, with the way out, and works below', async () => {
    const ids = [await aLargeOne(4200), await aLargeOne(4200)].map(({ annotation_id }) => annotation_id)
    const list = `/annotations?id=${ids.join(',')}&sideload=content&content.schema_id=`
    for (const [path, post] of [
      [`${list}line`],
      [`/annotations/search?sideload=content&content.schema_id=line`, true],
    ] as const) {
      const refused = post
        ? await admin.post(path, {
            query: { annotation: { $in: ids.map((id) => `${server.root}/annotations/${id}`) } },
          })
        : await admin.get(path)
      expect(refused.status).toBe(400)
      expect(String(refused.body.sideload)).toMatch(/25000 nodes per page: use a smaller page_size/)
    }
    const { body, status } = await admin.get(`${list}line&page_size=1`)
    expect(status).toBe(200)
    expect(body.results).toHaveLength(1)
    expect(flat(body.content as Node[])).toHaveLength(4200 * ROW)
    const header = await admin.get(`${list}text,bill_no`)
    expect(header.body.content).toHaveLength(2 * (4200 + 1))
  })
})
