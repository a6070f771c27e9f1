/** Emails about postponed and deleted annotations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import type { Config } from '../../src/config.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aTenant } from '../support/factories.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { harness, until, type Harness } from './harness.ts'

const SMTP: NonNullable<Config['smtp']> = { host: '127.0.0.1', port: 0, tls: 'off', from: 'sheaf@example.org' }

let stack: Harness
let mailbox: Mailbox
let api: RunningApi
beforeAll(async () => {
  mailbox = await aMailbox()
  SMTP.port = mailbox.port
  stack = await harness(({ config }) => ({ config: { ...config, smtp: SMTP } }))
  await stack.startWorker()
  api = await startApi({ ...stack.config, port: 0 }, stack.deps)
})
afterAll(async () => {
  await api.stop()
  await stack.stop()
  await mailbox.close()
})

/** Postpones an annotation and deletes it; returns the subjects of the emails to this address once both moves are noted. */
async function moveTwice(address: string, notifications: object): Promise<string[]> {
  const tenant = await aTenant(stack.deps.db)
  const client = as(`${api.url}/v1`, tenant.token)
  const settings = { email_notifications: { recipient: { email: address, name: '' }, ...notifications } }
  const changed = await client.patch(`/queues/${tenant.queue_id}`, { settings })
  expect([changed.status, changed.body]).toEqual([200, expect.anything()])
  const { annotation_id: id } = await anAnnotation(stack.deps.db, tenant, { status: 'to_review' })
  expect((await client.post(`/annotations/${id}/start`, {})).status).toBe(200)
  expect((await client.post(`/annotations/${id}/postpone`, {})).status).toBe(204)
  expect((await client.post(`/annotations/${id}/delete`, {})).status).toBe(204)
  await until(
    () => stack.deps.db('deliveries').where({ workflow_id: `annotation/${id}`, state: 'pending' }),
    (pending) => pending.length === 0,
  )
  await until(
    () => stack.deps.db('letters').where({ organization_id: tenant.organization_id }),
    (waiting) => waiting.length === 0,
  )
  const letters = mailbox.letters.filter(({ to }) => to.includes(address))
  for (const { text } of letters) expect(text).toContain(`/v1/annotations/${id}`)
  return letters.map(({ text }) => /^Subject: (Document \w+)/m.exec(text)?.[1] ?? text).sort()
}

describe('email_notifications', () => {
  it('report postponed and deleted annotations, each once', async () => {
    const both = { postponed_annotations: true, deleted_annotations: true }
    expect(await moveTwice('both@ham.example', both)).toEqual(['Document deleted', 'Document postponed'])
  })

  it('report only what they name', async () => {
    expect(await moveTwice('one@ham.example', { deleted_annotations: true })).toEqual(['Document deleted'])
    expect(await moveTwice('none@ham.example', {})).toEqual([])
  })
})
