import { beforeAll, describe, expect, it } from 'vitest'
import { anAnnotation, aPerson } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

// Large enough that lists sorted by user name are read user by user, and that a word has more hits than a search returns.
const COUNT = 21_000

useTenantServer()

/** Ids ordered by the modifier's name, then by id. */
let byName: number[]
let special: number

beforeAll(async () => {
  const { db } = server.deps
  const anna = await aPerson(db, tenant, 'annotator')
  const zoe = await aPerson(db, tenant, 'annotator')
  for (const [id, username] of [
    [anna.user_id, 'zoe'],
    [zoe.user_id, 'anna'],
  ] as const)
    await db('users').where('id', id).update({ username })
  const { annotation_id, document_id } = await anAnnotation(db, tenant)
  special = annotation_id
  await db('documents').where('id', document_id).update({ original_file_name: 'common-file.pdf' })
  await db('annotations')
    .where('id', special)
    .update({ messages: JSON.stringify([{ type: 'info', content: 'zebra' }]) })
  await db.raw(
    `insert into annotations (organization_id, queue_id, schema_id, document_id, status, modifier_id)
     select ?, ?, ?, ?, 'to_review', case when i % 100 = 0 then ?::bigint when i % 100 = 1 then ?::bigint end from generate_series(2, ?::int) i`,
    [tenant.organization_id, tenant.queue_id, tenant.schema_id, document_id, anna.user_id, zoe.user_id, COUNT],
  )
  const rows = await db('annotations')
    .leftJoin('users', 'users.id', 'annotations.modifier_id')
    .where('annotations.organization_id', tenant.organization_id)
    .orderByRaw('users.username nulls last, annotations.id')
    .select('annotations.id')
  byName = rows.map((row) => row.id as number)
})

const read = async (path: string) => {
  const { status, body } = await admin.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return {
    ids: body.results.map((row: { id: number }) => row.id) as number[],
    ...(body.pagination as { total: number; next: string | null; previous: string | null }),
  }
}
const below = (url: string | null) => url!.slice(url!.indexOf('/annotations'))

describe('long lists sorted by the name of a user', () => {
  for (const [direction, sign] of [
    ['upwards', ''],
    ['downwards', '-'],
  ]) {
    it(`can be read ${direction} page by page, and back`, async () => {
      const expected = sign ? byName.toReversed() : byName
      let page = await read(`/annotations?ordering=${sign}modifier__username&page_size=100&fields=id`)
      expect(page.total).toBe(COUNT)
      for (const number of [0, 1, 2, 3, 4]) {
        expect(page.ids).toEqual(expected.slice(number * 100, number * 100 + 100))
        if (number < 4) page = await read(below(page.next))
      }
      const back = await read(below(page.previous))
      expect(back.ids).toEqual(expected.slice(300, 400))
    })
  }

  it('can be read by page number across the boundary between two users', async () => {
    const { ids } = await read('/annotations?ordering=modifier__username&page_size=100&page=5&fields=id')
    expect(ids).toEqual(byName.slice(400, 500))
  })

  it('can be filtered', async () => {
    const { ids, total } = await read(
      '/annotations?ordering=modifier__username&status=to_review&page_size=100&fields=id',
    )
    expect(total).toBe(COUNT)
    expect(ids).toEqual(byName.slice(0, 100))
    expect((await read('/annotations?ordering=modifier__username&status=exported')).ids).toEqual([])
  })
})

describe('a search for words that nearly all annotations contain', () => {
  it('counts and returns at most 10,000 hits in the requested order', async () => {
    const { ids, total } = await read('/annotations?search=comm&ordering=-id&page_size=100&fields=id')
    expect(total).toBe(10_000)
    expect(ids).toEqual(byName.toSorted((a, b) => b - a).slice(0, 100))
    expect((await admin.get('/annotations?search=comm&page_size=100&page=101')).status).toBe(404)
  })

  it('requires all words', async () => {
    expect((await read('/annotations?search=common file&page_size=1')).total).toBe(10_000)
    expect(await read('/annotations?search=common zebra')).toMatchObject({ total: 1, ids: [special] })
    expect((await read('/annotations?search=common giraffe')).total).toBe(0)
  })
})
