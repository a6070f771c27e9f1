/** Documents with thousands of rows: the shape of answers stays, and their size is bounded. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { storeTree } from '../../src/domain/annotations/content/contents.ts'
import { contentNodes, type ContentTree } from '../../src/rules/content/index.ts'
import { newDatapoint, newMultivalue, newTuple } from '../../src/rules/content/new-node.ts'
import { numberNodes } from '../../src/rules/content/tree.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { answerFiles as quota } from '../../src/resources/framework/large-json.ts'
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

describe('large answers that clients have not read', () => {
  it('are limited for an organization, and free when they were read', async () => {
    const { path } = await aLargeOne(4000)
    const { organization_id } = tenant
    expect(quota.take(organization_id, 499e6)).toBe(true)
    const refused = await admin.get(path)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('10')
    quota.give(organization_id, 499e6)
    expect((await admin.get(path)).status).toBe(200)
    await expect.poll(() => quota.held(organization_id)).toBe(0)
  })
})

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
    // The files of answers that were read before are closed by now or soon.
    await expect.poll(answerFiles).toEqual([])
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

describe('the parts in which large content is stored', () => {
  const partsOf = async ({ annotation_id }: LargeOne): Promise<{ place: number; written: string }[]> =>
    server.deps
      .db('content_parts')
      .where({ annotation_id })
      .orderBy('place')
      .select('place', server.deps.db.raw('xmin::text as written'))
  /** The number of parts written since. */
  const written = async (large: LargeOne, before: { place: number; written: string }[]) => {
    const old = new Map(before.map((part) => [part.place, part.written]))
    return (await partsOf(large)).filter((part) => old.get(part.place) !== part.written).length
  }
  const cellOf = ({ tree }: LargeOne, row: number, column = 0): number => {
    const table = tree[1]!.children[0]!
    if (table.category !== 'multivalue') throw new Error('No table.')
    return (table.children[row] as { children: { id: number }[] }).children[column]!.id
  }
  /** The number of rows that the largest answer of the database has during some work. */
  const mostRows = async (work: () => Promise<unknown>): Promise<number> => {
    let most = 0
    const count = (rows: unknown) => {
      const list = Array.isArray(rows) ? rows : (rows as { rows?: unknown[] } | undefined)?.rows
      most = Math.max(most, list?.length ?? 0)
    }
    server.deps.db.on('query-response', count)
    await work()
    server.deps.db.removeListener('query-response', count)
    return most
  }

  it('are read and written one at a time for one node', async () => {
    const large = await aLargeOne(4000)
    const parts = await partsOf(large)
    expect(parts.length).toBeGreaterThan(50)
    for (const node of [cellOf(large, 3999), large.id('bill_no')]) {
      const path = `${large.path}/${node}`
      const read = await admin.get(path)
      const named = flat(shown(large, large.tree) as Node[]).find(({ id }) => id === node)
      expect(read.body).toEqual(named)
      expect(await mostRows(() => admin.get(path))).toBeLessThan(10)
      const before = await partsOf(large)
      let changed: Awaited<ReturnType<typeof admin.patch>> | undefined
      expect(
        await mostRows(async () => (changed = await admin.patch(path, { content: { value: 'Changed' } }))),
      ).toBeLessThan(10)
      expect(changed).toMatchObject({ status: 200, body: { id: node, content: { value: 'Changed' } } })
      expect(changed!.headers.get('ETag')).not.toBe(read.headers.get('ETag'))
      expect((await admin.get(path)).body).toEqual(changed!.body)
      expect(await written(large, before)).toBe(node === large.id('bill_no') ? 0 : 1)
    }
    const after = flat((await admin.get(large.path)).body.content as Node[])
    expect(after).toHaveLength(4000 * ROW + 7)
    expect(after.filter(({ content }) => content?.value === 'Changed')).toHaveLength(2)
    expect(await mostRows(() => admin.get(`${large.path}?schema_id=bill_no`))).toBeLessThan(10)
    // The whole document is read some parts at a time.
    expect(await mostRows(() => admin.get(large.path))).toBeLessThan(10)
    expect(await mostRows(() => admin.get(`${large.path}/${large.id('lines')}`))).toBeLessThan(10)
    expect((await admin.get(`${large.path}/5`)).status).toBe(404)
    expect((await admin.patch(`${large.path}/5`, {})).status).toBe(404)
  })

  it('are written by other changes only where they differ', async () => {
    const large = await aLargeOne(1000)
    const operate = (operations: object[]) => admin.post(`${large.path}/operations`, { operations })
    // The order of keys is that of the database from the first change on.
    await operate([{ op: 'replace', id: cellOf(large, 0), value: { content: { value: 'A' } } }])
    const before = await partsOf(large)
    const value = [{ schema_id: 'text', content: { value: 'Last' } }]
    const { status, body } = await operate([
      { op: 'add', id: large.id('lines'), value },
      { op: 'remove', id: flat(shown(large, large.tree) as Node[]).find(({ schema_id: name }) => name === 'line')!.id },
    ])
    expect(status).toBe(200)
    const values = flat(body.content as Node[]).filter(({ schema_id: name }) => name === 'text')
    expect([values.length, values[0]!.content!.value, values.at(-1)!.content!.value]).toEqual([1000, 'Item 1', 'Last'])
    expect(await written(large, before)).toBe(2)
    expect((await admin.get(large.path)).body.content).toEqual(body.content)
  })

  it('are searched, sorted and sideloaded like small content', async () => {
    const large = await aLargeOne(1000)
    const mine = { annotation: { $in: [`${server.root}/annotations/${large.annotation_id}`] } }
    const hits = async (condition: object) =>
      (await admin.post('/annotations/search', { query: { $and: [mine, condition] } })).body.results.length as number
    for (const [condition, expected] of [
      [{ 'field.text.string': 'Item 999' }, 1],
      [{ 'field.text.string': { $ne: 'Item 999' } }, 0],
      [{ 'field.text.string': { $startsWith: 'item 99' } }, 1],
      [{ 'field.text.string': { $containsPrefixes: '998 it' } }, 1],
      [{ 'field.text.string': 'Item 1000' }, 0],
      [{ 'field.sum.number': { $gt: 998 } }, 1],
      [{ 'field.sum.number': { $gt: 999 } }, 0],
      [{ 'field.text.string': { $emptyOrMissing: true } }, 0],
    ] as const)
      expect(await hits(condition), JSON.stringify(condition)).toBe(expected)
    const words = await admin.get(`/annotations?search=item 997&id=${large.annotation_id}`)
    expect(words.body.results).toHaveLength(1)
    const sorted = await admin.post('/annotations/search?ordering=-field.sum.number', { query: mine })
    expect(sorted).toMatchObject({ status: 200, body: { results: [{ id: large.annotation_id }] } })
    const { body } = await admin.get(`/annotations?id=${large.annotation_id}&sideload=content&content.schema_id=sum`)
    expect(body.content.map(({ content }: Node) => content!.value)).toEqual(
      Array.from({ length: 1000 }, (_, n) => `${n}`),
    )
    const { rows } = await server.deps.db.raw('select content_fields(?) as fields', [large.annotation_id])
    expect(rows[0].fields.text.map(({ string }: { string: string }) => string)).toEqual(
      Array.from({ length: 1000 }, (_, n) => `Item ${n}`),
    )
  })

  it('are copied and exported, and leave with the content', async () => {
    const large = await aLargeOne(1000)
    const copied = await admin.post(`/annotations/${large.annotation_id}/copy`, {
      target_queue: `${server.root}/queues/${tenant.queue_id}`,
    })
    expect(copied.status, JSON.stringify(copied.body)).toBeLessThan(300)
    const exported = await admin.get(`/queues/${tenant.queue_id}/export?format=json&id=${large.annotation_id}`)
    expect(
      flat(exported.body.results[0].content as Node[]).filter(({ schema_id: name }) => name === 'text'),
    ).toHaveLength(1000)
    const { db } = server.deps
    const small = large.tree.slice(0, 1)
    // As the previous release does, which knows no parts.
    await db('annotation_contents')
      .where({ annotation_id: large.annotation_id })
      .update({ tree: JSON.stringify(small) })
    expect(await partsOf(large)).toEqual([])
    expect((await admin.get(large.path)).body.content).toEqual(shown(large, small))
    const other = await aLargeOne(1000)
    await db('annotation_contents').where({ annotation_id: other.annotation_id }).delete()
    expect(await partsOf(other)).toEqual([])
  })

  it('are made when a tree that is stored whole is changed', async () => {
    const large = await aLargeOne(1000)
    const { db } = server.deps
    await db('annotation_contents')
      .where({ annotation_id: large.annotation_id })
      .update({ tree: JSON.stringify(large.tree) })
    expect(await partsOf(large)).toEqual([])
    const path = `${large.path}/${cellOf(large, 500)}`
    expect((await admin.get(path)).body).toMatchObject({ content: { value: 'Item 500' } })
    expect((await admin.patch(path, { content: { value: 'New' } })).body).toMatchObject({ content: { value: 'New' } })
    expect((await partsOf(large)).length).toBeGreaterThan(10)
  })
})
