/** Order, visibility and pages of `GET /v1/annotations`. */
import { describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import {
  annotator,
  found,
  label_id,
  names,
  other,
  second,
  useAnnotationList,
  workspace_id,
} from './annotation-list-setup.ts'

useAnnotationList()

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
