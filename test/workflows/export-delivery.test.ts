/** Deliveries of export profiles: each document once, whatever fails in between (contract 17.51-17.53). */
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { planDueDeliveries, sendDelivery } from '../../src/domain/exports/deliveries.ts'
import { ensureSchedules, sweepId } from '../../src/domain/outbox/schedules.ts'
import { openOutgoing } from '../../src/outgoing/outgoing-http.ts'
import { as, type Json } from '../support/as.ts'
import { anAnnotation, aTenant, type Tenant } from '../support/factories.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { testS3, type TestS3 } from '../support/s3.ts'
import { described, harness, until, type Harness } from './harness.ts'

let stack: Harness
let api: RunningApi
let store: TestS3
let mailbox: Mailbox
let s3: S3Client

beforeAll(async () => {
  ;[store, mailbox] = [await testS3(), await aMailbox()]
  const { endpoint, region, accessKeyId, secretAccessKey } = store.blobs
  s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
  stack = await harness(({ config }) => ({
    config: {
      ...config,
      smtp: { host: '127.0.0.1', port: mailbox.port, tls: 'off', from: 'Sheaf <sheaf@example.org>' },
    },
    outgoing: openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] }),
  }))
  await ensureSchedules(stack.deps)
  // The tests run it themselves.
  await stack.deps.temporal.schedule.getHandle(sweepId(stack.deps, 'exports')).pause()
  await stack.startWorker()
  api = await startApi({ ...stack.config, port: 0 }, stack.deps)
})
afterAll(async () => {
  await api.stop()
  await stack.stop()
  s3.destroy()
  await Promise.all([store.stop(), mailbox.close()])
})

const toStore = (given: object = {}) => ({
  type: 's3',
  bucket: store.blobs.bucket,
  endpoint: store.blobs.endpoint,
  access_key_id: store.blobs.accessKeyId,
  ...given,
})

async function aProfile(delivery: object, secret: string | null = store.blobs.secretAccessKey) {
  const tenant = await aTenant(stack.deps.db)
  const client = as(`${api.url}/v1`, tenant.token)
  const made = await client.post('/export_profiles', {
    name: 'Accountant',
    queue: `${api.url}/v1/queues/${tenant.queue_id}`,
    columns: [{ heading: 'Id', property: 'id' }],
    file_name: 'bills',
    delivery,
    ...(secret === null ? {} : { delivery_secret: secret }),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const id = made.body.id as number
  const deliveries = async () =>
    (await client.get(`/export_deliveries?export_profile=${id}&ordering=id`)).body.results as Json[]
  return { tenant, client, id, shown: made.body as Json, deliveries }
}
const exported = async (tenant: Tenant) =>
  (await anAnnotation(stack.deps.db, tenant, { status: 'exported' })).annotation_id
/** Runs the schedule, as the minute does. */
const sweep = () => stack.deps.temporal.schedule.getHandle(sweepId(stack.deps, 'exports')).trigger()
const keys = async (prefix: string) =>
  ((await s3.send(new ListObjectsV2Command({ Bucket: store.blobs.bucket, Prefix: prefix }))).Contents ?? []).map(
    ({ Key }) => Key!,
  )
const content = async (key: string) =>
  (await (await s3.send(new GetObjectCommand({ Bucket: store.blobs.bucket, Key: key }))).Body!.transformToString())
    .split('\r\n')
    .slice(1, -1)

it('a store gets each document once, also if an attempt is repeated', async () => {
  const prefix = 'once/'
  const { tenant, client, id, shown, deliveries } = await aProfile(toStore({ prefix }))
  expect(JSON.stringify(shown)).not.toContain(
    store.blobs.secretAccessKey === 'S3RVER' ? 'secret' : store.blobs.secretAccessKey,
  )
  const first = [await exported(tenant), await exported(tenant)]
  await anAnnotation(stack.deps.db, tenant, { status: 'to_review' })
  expect((await client.post(`/export_profiles/${id}/deliver`, {})).status).toBe(202)
  await sweep()
  const [sent] = await until(deliveries, ([one]) => one?.status === 'sent')
  const [key] = await keys(prefix)
  expect(sent).toMatchObject({
    documents: 2,
    error: null,
    file_name: `bills-${sent!.id}.csv`,
    size: expect.any(Number),
  })
  expect(key).toBe(`${prefix}bills-${sent!.id}.csv`)
  expect(await content(key!)).toEqual(first.map(String))
  const run = await described(stack.deps, `export-delivery/${sent!.id}`, ({ status }) => status.name === 'COMPLETED')
  expect(run.searchAttributes).toMatchObject({ SheafQueue: [tenant.queue_id], SheafStatus: ['sent'] })

  // The worker died between sending and recording.
  await stack.deps
    .db('export_deliveries')
    .where({ id: sent!.id as number })
    .update({ status: 'pending' })
  await sendDelivery(stack.deps, sent!.id as number)
  expect(await keys(prefix)).toEqual([key])
  expect((await deliveries())[0]).toMatchObject({ status: 'sent', sha256: sent!.sha256 })

  expect((await client.post(`/export_profiles/${id}/deliver`, {})).status).toBe(409)
  const second = await exported(tenant)
  await client.post(`/export_profiles/${id}/deliver`, {})
  await sweep()
  await until(deliveries, (all) => all.length === 2 && all.every(({ status }) => status === 'sent'))
  expect(await content((await keys(prefix)).find((one) => one !== key)!)).toEqual([String(second)])
})

it('plans what is due by its schedule, once for all runs that were missed', async () => {
  const { tenant, id, deliveries } = await aProfile(toStore({ prefix: 'due/', cron: '*/10 * * * *' }))
  await exported(tenant)
  await planDueDeliveries(stack.deps)
  expect(await deliveries()).toEqual([])
  await stack.deps.db('export_profiles').where({ id }).update({ delivery_planned_at: '2026-01-01T00:00:00Z' })
  await Promise.all([planDueDeliveries(stack.deps), planDueDeliveries(stack.deps)])
  expect(await deliveries()).toMatchObject([{ documents: 1, creator: null }])
})

it('keeps the documents of a delivery that has failed, and repeats it on request', async () => {
  const { tenant, client, id, deliveries } = await aProfile(toStore({ bucket: 'missing-bucket', prefix: 'again/' }))
  const document = await exported(tenant)
  await client.post(`/export_profiles/${id}/deliver`, {})
  await sweep()
  const [failed] = await until(deliveries, ([one]) => one?.status === 'failed')
  expect(failed!.error).toContain('NoSuchBucket')
  expect((await client.post(`/export_profiles/${id}/deliver`, {})).status).toBe(409)

  // The key belongs to the account, which stays.
  await client.patch(`/export_profiles/${id}`, { delivery: toStore({ prefix: 'again/' }) })
  expect((await client.post(`/export_deliveries/${failed!.id}/retry`, {})).body.status).toBe('pending')
  expect((await client.post(`/export_deliveries/${failed!.id}/retry`, {})).status).toBe(409)
  await sweep()
  await until(deliveries, ([one]) => one?.status === 'sent')
  expect(await content((await keys('again/'))[0]!)).toEqual([String(document)])
})

it('forgets the secret key when the store or the access key changes', async () => {
  const { client, id } = await aProfile(toStore())
  const sealed = async () => (await stack.deps.db('export_profiles').where({ id }).first()).sealed_delivery_secret
  expect(await sealed()).not.toBeNull()
  await client.patch(`/export_profiles/${id}`, { delivery: toStore({ endpoint: 'https://evil.example' }) })
  expect(await sealed()).toBeNull()
})

it('refuses a store at a private address that is not allowed', async () => {
  const { tenant, client, id, deliveries } = await aProfile(toStore({ prefix: 'private/' }))
  await exported(tenant)
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [planned] = await deliveries()
  const outgoing = openOutgoing({ allowedPrivateNetworks: [] })
  await expect(sendDelivery({ ...stack.deps, outgoing }, planned!.id as number)).rejects.toMatchObject({ status: 400 })
  expect(await keys('private/')).toEqual([])
  await outgoing.close()
})

it('sends one email with the file', async () => {
  const { tenant, client, id, deliveries } = await aProfile({ type: 'email', to: ['office@example.org'] }, null)
  await exported(tenant)
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [planned] = await deliveries()
  await sendDelivery(stack.deps, planned!.id as number)
  await sendDelivery(stack.deps, planned!.id as number)
  await until(
    () => Promise.resolve(mailbox.letters.length),
    (count) => count > 0,
  )
  const { results } = (await client.get('/emails?type=outgoing')).body as { results: Json[] }
  expect(results).toHaveLength(1)
  expect(results[0]!.subject).toMatch(/^Accountant \d{4}-/)
  expect(JSON.stringify(mailbox.letters.at(-1))).toContain(`bills-${planned!.id}.csv`)
})
