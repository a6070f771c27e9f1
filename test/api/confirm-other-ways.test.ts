/** Ways to confirm or export an annotation other than `confirm`: they check the data, and skip no approval. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aQueue } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { anOpened, aSchema, field } from './validation-setup.ts'
import { step, workflow } from './workflows-setup.ts'

useTenantServer({ wrap: documented })

const allowErrors = (queue_id: number, allowed: boolean) =>
  admin.patch(`/queues/${queue_id}`, { settings: { confirm_with_errors_allowed: allowed } })
let schema: number
beforeAll(async () => {
  await allowErrors(tenant.queue_id, false)
  schema = await aSchema([field('due', 'string', { constraints: { required: true } })])
})

/** Creates an annotation that waits for review; its required field has this value. */
async function waiting(due: string, status: 'to_review' | 'postponed' = 'to_review'): Promise<number> {
  const opened = await anOpened(schema, { due })
  const { annotation_id: id } = opened
  expect((await admin.post(`/annotations/${id}/${status === 'to_review' ? 'cancel' : 'postpone'}`, {})).status).toBe(
    204,
  )
  return id
}
const statusOf = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status as string
const refused = { status: 400, body: { code: 'bad_request', messages: [{ type: 'error', content: 'required' }] } }
const patch = (id: number, status: string) => admin.patch(`/annotations/${id}`, { status })

describe('PATCH annotations/{id} of the status', () => {
  it.each([
    ['confirmed', 'to_review'],
    ['exporting', 'to_review'],
    ['confirmed', 'postponed'],
    ['exporting', 'postponed'],
  ] as const)('to %s from %s checks the data like a confirmation', async (to, from) => {
    const id = await waiting('', from)
    expect(await patch(id, to)).toMatchObject(refused)
    expect(await statusOf(id)).toBe(from)
    const valid = await waiting('now', from)
    expect((await patch(valid, to)).status).toBe(200)
    expect(await statusOf(valid)).toBe(to)
  })

  it('checks nothing of other statuses, of a confirmed annotation, or if the queue allows errors', async () => {
    const id = await waiting('')
    expect((await patch(id, 'postponed')).status).toBe(200)
    await allowErrors(tenant.queue_id, true)
    expect((await patch(id, 'confirmed')).status).toBe(200)
    await allowErrors(tenant.queue_id, false)
    expect((await patch(id, 'exporting')).status).toBe(200)
  })
})

describe('POST annotations/{id}/cancel of the review of a confirmed annotation', () => {
  /** Reviews a confirmed annotation again, with another value unless it is null, and cancels. Returns the status. */
  async function reviewedAgain(value: string | null): Promise<string> {
    const { annotation_id: id, set } = await anOpened(schema, { due: 'now' })
    expect((await admin.post(`/annotations/${id}/cancel`, {})).status).toBe(204)
    expect((await patch(id, 'confirmed')).status).toBe(200)
    expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
    if (value !== null) await set('due', value)
    expect((await admin.post(`/annotations/${id}/cancel`, {})).status).toBe(204)
    return statusOf(id)
  }

  it('returns to confirmed unless the review has made the data invalid', async () => {
    expect([await reviewedAgain(null), await reviewedAgain('later'), await reviewedAgain('')]).toEqual([
      'confirmed',
      'confirmed',
      'to_review',
    ])
  })
})

describe('POST queues/{id}/export with to_status', () => {
  const exportTo = (to: string, ids: number[]) =>
    admin.send('POST', `/queues/${tenant.queue_id}/export?format=json&to_status=${to}&id=${ids.join(',')}`)

  it.each(['exporting', 'exported'])('%s is refused with the messages, and moves nothing', async (to) => {
    const [good, bad, worse] = [await waiting('now'), await waiting(''), await waiting('', 'postponed')]
    const answer = await exportTo(to, [good, bad, worse])
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(answer.body.detail).toContain(`annotations ${bad}, ${worse} `)
    expect(answer.body.messages).toHaveLength(2)
    expect([await statusOf(good), await statusOf(bad), await statusOf(worse)]).toEqual([
      'to_review',
      'to_review',
      'postponed',
    ])
    expect((await exportTo(to, [good])).status).toBe(200)
    expect(await statusOf(good)).toMatch(/^export/)
  })

  it('moves annotations with errors if the queue allows it', async () => {
    const id = await waiting('')
    await allowErrors(tenant.queue_id, true)
    expect((await exportTo('exported', [id])).status).toBe(200)
    await allowErrors(tenant.queue_id, false)
    expect(await statusOf(id)).toBe('exported')
  })
})

/** Creates a queue with the schema of the test that allows no errors; with `approval` confirmations need one. */
async function target(approval = false): Promise<number> {
  const { queue_id } = await aQueue(server.deps.db, tenant)
  const flow = approval ? await workflow() : null
  if (flow) await step(flow, 1)
  const changed = await admin.patch(`/queues/${queue_id}`, {
    schema: url('schemas', schema),
    settings: { confirm_with_errors_allowed: false, workflows: { enabled: approval } },
    ...(flow ? { workflows: [{ url: flow.url, priority: 1 }] } : {}),
  })
  expect(changed.status).toBe(200)
  return queue_id
}

describe('PATCH annotations/{id} of the queue', () => {
  it('of a confirmed annotation waits for review in a queue that would not have confirmed it', async () => {
    const moved = async (id: number, queue_id: number) => {
      expect((await admin.patch(`/annotations/${id}`, { queue: url('queues', queue_id) })).status).toBe(200)
      return statusOf(id)
    }
    const confirmed = async () => {
      const id = await waiting('now')
      expect((await patch(id, 'confirmed')).status).toBe(200)
      return id
    }
    expect(await moved(await confirmed(), await target())).toBe('confirmed')
    expect(await moved(await confirmed(), await target(true))).toBe('to_review')
    const reviewed = await confirmed()
    expect((await admin.post(`/annotations/${reviewed}/start`, {})).status).toBe(200)
    expect(await moved(reviewed, await target(true))).toBe('reviewing')
    expect((await admin.post(`/annotations/${reviewed}/cancel`, {})).status).toBe(204)
    expect(await statusOf(reviewed)).toBe('to_review')
  })
})

describe('POST annotations/{id}/copy', () => {
  const copy = (id: number, queue_id: number, target_status?: string) =>
    admin.post(`/annotations/${id}/copy`, {
      target_queue: url('queues', queue_id),
      ...(target_status ? { target_status } : {}),
    })
  const copied = async (id: number, queue_id: number, target_status?: string) => {
    const answer = await copy(id, queue_id, target_status)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return statusOf(Number(/\d+$/.exec(answer.body.annotation)![0]))
  }
  const copies = async (queue_id: number) =>
    (await admin.get(`/annotations?queue=${queue_id}`)).body.pagination.total as number

  it.each(['confirmed', 'exporting', 'exported', 'failed_export'])(
    'with target_status %s checks the data like a confirmation',
    async (status) => {
      const queue_id = await target()
      expect(await copy(await waiting(''), queue_id, status)).toMatchObject(refused)
      expect(await copies(queue_id)).toBe(0)
      expect(await copied(await waiting('now'), queue_id, status)).toBe(status)
      expect(await copied(await waiting(''), queue_id, 'postponed')).toBe('postponed')
      await allowErrors(queue_id, true)
      expect(await copied(await waiting(''), queue_id, status)).toBe(status)
    },
  )

  it.each(['confirmed', 'exporting', 'exported', 'failed_export'])(
    'with target_status %s skips no approval',
    async (status) => {
      const queue_id = await target(true)
      const id = await waiting('now')
      const answer = await copy(id, queue_id, status)
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
      expect(answer.body.detail).toContain('requires an approval')
      expect(await copies(queue_id)).toBe(0)
    },
  )

  it('of a confirmed annotation waits for review in a queue that would not have confirmed it', async () => {
    const id = await waiting('now')
    expect((await patch(id, 'confirmed')).status).toBe(200)
    expect(await copied(id, await target())).toBe('confirmed')
    expect(await copied(id, await target(true))).toBe('to_review')
    expect((await copy(id, await target(true), 'confirmed')).status).toBe(409)
    // In the queue that has confirmed it, a copy is confirmed as well.
    expect(await copied(id, tenant.queue_id)).toBe('confirmed')
  })
})
