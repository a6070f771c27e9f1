/** Content of many annotations is read in groups that fit into the memory, whatever its size. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { groupBySize } from '../../src/domain/annotations/content/contents.ts'
import { reshapeSome } from '../../src/domain/queues/reshape.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { as } from '../support/as.ts'
import { anAnnotation } from '../support/factories.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

let small: number
let large: number
let other: number

/** Text of this length that PostgreSQL cannot compress much. */
const noise = (length: number): string =>
  Array.from({ length: Math.ceil(length / 64) }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join('')

async function annotationOf(length: number): Promise<number> {
  const { db } = server.deps
  const { annotation_id } = await anAnnotation(db, tenant)
  const node = {
    id: annotation_id,
    schema_id: 'x',
    category: 'section',
    children: [],
    content: { value: noise(length) },
  }
  const row = { annotation_id, tree: JSON.stringify([node]) }
  await db('annotation_contents').insert(row).onConflict('annotation_id').merge(['tree'])
  return annotation_id
}

beforeAll(async () => {
  small = await annotationOf(100)
  large = await annotationOf(3_000_000)
  other = await annotationOf(100)
})

describe('content of many annotations', () => {
  it('is read in the order of the ids, a large one alone', async () => {
    const { db } = server.deps
    expect(await groupBySize(db, [small, other, large])).toEqual([[small, other], [large]])
    expect(await groupBySize(db, [other, large, small])).toEqual([[other], [large], [small]])
    expect(await groupBySize(db, [])).toEqual([])
  })

  it('is exported in the order of the ids', async () => {
    const ids = [small, large, other].join()
    const { body } = await as(server.root, tenant.token).get(`/queues/${tenant.queue_id}/export?format=json&id=${ids}`)
    expect((body.results as { url: string }[]).map(({ url }) => Number(url.split('/').at(-1)))).toEqual([
      small,
      large,
      other,
    ])
  })

  it('is converted to another schema in groups, and none is left out', async () => {
    const { db, blobs } = server.deps
    const { content } = (await db('schemas').where('id', tenant.schema_id).first('content')) as {
      content: SchemaContent
    }
    const request = { names: {}, version_id: null, change_id: null, restores: null }
    const change = { schema_id: tenant.schema_id, before: content, after: content, ...request }
    const lasts: (number | null)[] = []
    for (let last: number | null = 0; last !== null; lasts.push(last))
      last = await transact(server.deps, (tx) => reshapeSome(tx, blobs, change, { last: last! }))
    expect(lasts).toEqual([small, large, null])
  })
})
