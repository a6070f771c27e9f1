/** Filters and search of `GET /v1/annotations`. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url } from '../support/tenant-server.ts'
import {
  annotator,
  created,
  found,
  label_id,
  other,
  second,
  useAnnotationList,
  workspace_id,
} from './annotation-list-setup.ts'

useAnnotationList()

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

  it('requires each of many words', async () => {
    const nine = 'plain file pdf RE 2026 77 überw p f'
    expect(await found(`search=${encodeURIComponent(nine)}`)).toEqual(['plain'])
    expect(await found(`search=${encodeURIComponent(`${nine} zeppelin`)}`)).toEqual([])
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

describe('filters by email threads', () => {
  const replies = 'has_email_thread_with_replies'
  const newReplies = 'has_email_thread_with_new_replies'

  it('find annotations with and without such a thread, and count what they find', async () => {
    const { db } = server.deps
    const { queue_id } = await aQueue(db, tenant)
    const made: Record<string, number> = {}
    for (const [name, thread] of Object.entries({
      none: null,
      quiet: {},
      answered: { has_replies: true },
      unread: { has_replies: true, has_new_replies: true },
    })) {
      const row = { organization_id: tenant.organization_id, queue_id, ...thread }
      const [one] = thread ? await db('email_threads').insert(row).returning('id') : [null]
      made[name] = (await anAnnotation(db, tenant, { queue_id, email_thread_id: one?.id ?? null })).annotation_id
    }
    const list = async (query: string, client = admin) => {
      const { results, pagination } = (await client.get(`/annotations?queue=${queue_id}&${query}`)).body
      const ids = results.map(({ id }: { id: number }) => id)
      expect(pagination.total).toBe(ids.length)
      return Object.keys(made).filter((name) => ids.includes(made[name]))
    }
    expect(await list(`${replies}=true`)).toEqual(['answered', 'unread'])
    expect(await list(`${replies}=0`)).toEqual(['none', 'quiet'])
    expect(await list(`${newReplies}=1`)).toEqual(['unread'])
    expect(await list(`${newReplies}=false`)).toEqual(['none', 'quiet', 'answered'])
    expect(await list(`${newReplies}=false&status=to_review`)).toEqual(['none', 'quiet', 'answered'])
    expect(await list(`${newReplies}=false&automated=true`)).toEqual([])
    expect(await list(`${replies}=true&${newReplies}=false`)).toEqual(['answered'])
    expect(await list(`${replies}=false&${newReplies}=false`)).toEqual(['none', 'quiet'])
    expect(await list(`${replies}=true,false`)).toEqual(['none', 'quiet', 'answered', 'unread'])
    expect(await list(`${replies}=false`, annotator.client)).toEqual([])
    const all = async (query: string) => (await admin.get(`/annotations?${query}`)).body.pagination.total
    expect((await all(`${replies}=true`)) + (await all(`${replies}=false`))).toBe(await all(''))
    expect(await admin.get(`/annotations?${replies}=maybe`)).toMatchObject({ status: 400 })
  })
})
