/** What a duplicate means for a review and a confirmation, by `settings.duplicates` of the queue. */
import { beforeAll, describe, expect, it } from 'vitest'
import { assertAllValid } from '../../src/domain/annotations/review/assert-valid.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { aQueue } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { anOpened, aSchema } from './validation-setup.ts'

useTenantServer({ wrap: documented })

let schema: number
const setUp = async (settings: object, queue = tenant.queue_id) => {
  const changed = await admin.patch(`/queues/${queue}`, { settings })
  expect([changed.status, JSON.stringify(changed.body)]).toEqual([200, expect.any(String)])
}
beforeAll(async () => {
  schema = await aSchema()
  await admin.patch(`/queues/${tenant.queue_id}`, { schema: url('schemas', schema) })
  await setUp({ duplicate_rules: [{ schema_ids: ['number', 'amount'] }], confirm_with_errors_allowed: true })
})

/** An annotation in review, of another file unless `of` is another annotation. */
async function opened(values: Record<string, string>, of?: number) {
  const one = await anOpened(schema, values)
  if (of !== undefined) {
    const { db } = server.deps
    const document = (id: number) => db('annotations').where({ id }).select('document_id')
    const { sha256, md5 } = await db('documents').where('id', document(of)).first('sha256', 'md5')
    await db('documents').where('id', document(one.annotation_id)).update({ sha256, md5 })
  }
  return one
}
const confirm = (id: number) => admin.post(`/annotations/${id}/confirm`, {})
const statusOf = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status as string
const aboutFile = (type: string, annotation: number | null) => ({
  id: 'all',
  type,
  content: 'Duplicate: another document has the same file.',
  detail: {
    type: 'duplicate',
    reason: 'same_file',
    annotation: annotation === null ? null : url('annotations', annotation),
  },
})
const aboutValues = (type: string, annotation: number) => ({
  id: 'all',
  type,
  content: 'Duplicate: another document has the same values of amount, number.',
  detail: {
    type: 'duplicate',
    reason: 'same_values',
    schema_ids: ['amount', 'number'],
    annotation: url('annotations', annotation),
  },
})
const REFUSED = {
  status: 400,
  body: {
    code: 'bad_request',
    detail: 'The document is a duplicate, and the queue does not allow duplicates to be confirmed.',
  },
}

describe('with `ask`, the default', () => {
  it('content/validate warns about duplicates with the reason and a link, and clients can confirm', async () => {
    const first = await opened({ number: 'A-1', amount: '10' })
    const file = await opened({ number: 'A-2', amount: '10' }, first.annotation_id)
    const values = await opened({ number: 'A-1', amount: '10.00' })
    expect((await first.validated()).messages).toEqual([])
    expect((await file.validated()).messages).toEqual([aboutFile('warning', first.annotation_id)])
    expect((await values.validated()).messages).toEqual([aboutValues('warning', first.annotation_id)])
    for (const { annotation_id } of [file, values]) expect((await confirm(annotation_id)).status).toBe(204)
    // The earlier one is a duplicate of these now.
    expect((await first.validated()).messages).toEqual([
      aboutFile('warning', file.annotation_id),
      aboutValues('warning', values.annotation_id),
    ])
  })

  it('follows the values that a user enters, and ignores discarded documents', async () => {
    const first = await opened({ number: 'B-1', amount: '10' })
    const second = await opened({ number: 'B-2', amount: '10' })
    expect((await second.validated()).messages).toEqual([])
    await second.set('number', 'B-1')
    expect((await second.validated()).messages).toEqual([aboutValues('warning', first.annotation_id)])
    expect((await admin.post(`/annotations/${first.annotation_id}/delete`, {})).status).toBe(204)
    expect((await second.validated()).messages).toEqual([])
  })

  it('names no document in a queue that the user does not see', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const first = await opened({ number: 'C-1', amount: '10' })
    await server.deps.db('annotations').where('id', first.annotation_id).update({ queue_id, status: 'exported' })
    const second = await opened({ number: 'C-2', amount: '10' }, first.annotation_id)
    const { client, user_id } = await person('annotator', [tenant.queue_id])
    await server.deps.db('annotations').where('id', second.annotation_id).update({ modifier_id: user_id })
    const seen = await client.post(`${second.path}/validate`, {})
    expect(seen.body.messages).toEqual([aboutFile('warning', null)])
    await server.deps.db('automation_blockers').insert({
      annotation_id: second.annotation_id,
      organization_id: tenant.organization_id,
      content: JSON.stringify([
        {
          level: 'annotation',
          type: 'is_duplicate',
          details: { duplicates: [{ annotation_id: first.annotation_id, reason: 'same_file' }] },
        },
      ]),
    })
    const list = `/automation_blockers?annotation=${second.annotation_id}`
    const named = async (caller: typeof admin) => (await caller.get(list)).body.results[0].content[0].details.duplicates
    expect(await named(admin)).toEqual([{ annotation: url('annotations', first.annotation_id), reason: 'same_file' }])
    expect(await named(client)).toEqual([{ annotation: null, reason: 'same_file' }])
  })
})

describe('with `error`', () => {
  beforeAll(() => setUp({ duplicates: 'error' }))

  const WAYS: [string, (id: number) => Promise<{ status: number; body: unknown }>][] = [
    ['confirm', confirm],
    ...['confirmed', 'exporting'].map((status): (typeof WAYS)[number] => [
      `PATCH to ${status}`,
      async (id) => {
        await admin.post(`/annotations/${id}/cancel`, {})
        return admin.patch(`/annotations/${id}`, { status })
      },
    ]),
    ...['exporting', 'exported'].map((status): (typeof WAYS)[number] => [
      `export with to_status ${status}`,
      async (id) => {
        await admin.post(`/annotations/${id}/cancel`, {})
        return admin.send('POST', `/queues/${tenant.queue_id}/export?format=json&to_status=${status}&id=${id}`)
      },
    ]),
  ]
  it.each(WAYS)('%s refuses a duplicate, also where errors are allowed', async (name, act) => {
    const first = await opened({ number: name, amount: '1' })
    const second = await opened({ number: name, amount: '1' })
    expect((await second.validated()).messages).toEqual([aboutValues('error', first.annotation_id)])
    const answer = await act(second.annotation_id)
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(answer.body).toMatchObject({ messages: [{ type: 'error', detail: { reason: 'same_values' } }] })
    expect(['reviewing', 'to_review']).toContain(await statusOf(second.annotation_id))
    expect((await confirm(first.annotation_id)).status).toBe(204)
  })

  it('of two equal documents that are confirmed at the same time, exactly one is', async () => {
    const both = [await opened({ number: 'S-1', amount: '1' }), await opened({ number: 'S-2', amount: '1' })]
    await both[0]!.set('number', 'S-2')
    const statuses = await Promise.all(both.map(async ({ annotation_id }) => (await confirm(annotation_id)).status))
    expect(statuses.sort()).toEqual([204, 400])
  })

  it('a confirmation of many documents takes one lock for all', async () => {
    const ids: number[] = []
    for (const n of [1, 2, 3, 4]) ids.push((await opened({ number: `M-${n}`, amount: '1' })).annotation_id)
    const locks = await transact(server.deps, async (tx) => {
      await assertAllValid(tx, ids)
      const { rows } = await tx.raw<{ rows: unknown[] }>(
        `select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
      )
      return rows.length
    })
    expect(locks).toBe(1)
  })

  it('neither of two equal documents is confirmed after the other', async () => {
    const [first, second] = [await opened({ number: 'D-1', amount: '1' }), await opened({ number: 'D-2', amount: '1' })]
    expect((await confirm(second.annotation_id)).status).toBe(204)
    await first.set('number', 'D-2')
    expect(await confirm(first.annotation_id)).toMatchObject(REFUSED)
    await first.set('number', 'D-1')
    expect((await confirm(first.annotation_id)).status).toBe(204)
  })

  it('a round trip of the settings, and a client that knows only automate_duplicates, do not weaken it', async () => {
    const { settings } = (await admin.get(`/queues/${tenant.queue_id}`)).body
    await setUp(settings)
    await setUp({ automation: { automate_duplicates: true } })
    expect((await admin.get(`/queues/${tenant.queue_id}`)).body.settings).toMatchObject({
      duplicates: 'error',
      automation: { automate_duplicates: true },
    })
    const first = await opened({ number: 'E-1', amount: '1' })
    expect(await confirm((await opened({}, first.annotation_id)).annotation_id)).toMatchObject(REFUSED)
  })
})

describe('settings.duplicates', () => {
  it('is `ask` by default, whatever `automate_duplicates` says; other values are refused', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const shown = async () => (await admin.get(`/queues/${queue_id}`)).body.settings.duplicates
    expect(await shown()).toBe('ask')
    await setUp({ automation: { automate_duplicates: true } }, queue_id)
    expect(await shown()).toBe('ask')
    expect((await admin.patch(`/queues/${queue_id}`, { settings: { duplicates: 'never' } })).status).toBe(400)
  })

  it('allow: neither warns nor asks', async () => {
    await setUp({ duplicates: 'allow' })
    const first = await opened({ number: 'F-1', amount: '1' })
    const second = await opened({ number: 'F-1', amount: '1' }, first.annotation_id)
    expect((await second.validated()).messages).toEqual([])
    expect((await confirm(second.annotation_id)).status).toBe(204)
  })
})
