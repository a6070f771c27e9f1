/** Deliveries of export profiles: each document once, whatever fails in between (contract 17.51-17.53). */
import { randomBytes } from 'node:crypto'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { splitDelivery } from '../../src/domain/exports/deliverable.ts'
import { sendDelivery } from '../../src/domain/exports/deliveries.ts'
import { pendingDeliveries, planDueDeliveries } from '../../src/domain/exports/plan-deliveries.ts'
import { failQueued } from '../../src/domain/mail/outgoing.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { ensureSchedules, sweepId } from '../../src/domain/outbox/schedules.ts'
import { ApiError } from '../../src/errors.ts'
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

async function aProfile(delivery: object, secret: string | null = store.blobs.secretAccessKey, given: object = {}) {
  const tenant = await aTenant(stack.deps.db)
  const client = as(`${api.url}/v1`, tenant.token)
  const made = await client.post('/export_profiles', {
    name: 'Accountant',
    queue: `${api.url}/v1/queues/${tenant.queue_id}`,
    columns: [{ heading: 'Id', property: 'id' }],
    file_name: 'bills',
    delivery,
    ...given,
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

  const nothing = await client.post(`/export_profiles/${id}/deliver`, {})
  expect([nothing.status, nothing.body.detail]).toEqual([409, expect.stringContaining('Retry deliveries that failed.')])
  const second = await exported(tenant)
  await client.post(`/export_profiles/${id}/deliver`, {})
  await sweep()
  await until(deliveries, (all) => all.length === 2 && all.every(({ status }) => status === 'sent'))
  expect(await content((await keys(prefix)).find((one) => one !== key)!)).toEqual([String(second)])
})

it('sends only documents that are still in the status, with values that were approved', async () => {
  const { db } = stack.deps
  const { tenant, client, id, deliveries } = await aProfile(toStore({ prefix: 'approved/' }))
  await db('queues')
    .where({ id: tenant.queue_id })
    .update({ settings: db.raw(`settings || '{"workflows": {"enabled": true}}'`) })
  const change = (annotation: number, columns: object) => db('annotations').where({ id: annotation }).update(columns)
  const approved = async () => {
    const annotation = await exported(tenant)
    await change(annotation, { approved_values: db.raw('values_digest(id)') })
    return annotation
  }
  const [kept, changed, moved] = [await approved(), await approved(), await exported(tenant)]
  const never = await approved()
  await change(never, { approved_values: 'other' })
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [planned] = await deliveries()
  expect(planned).toMatchObject({ documents: 3 })

  await change(changed, { approved_values: 'other' })
  await change(moved, { status: 'to_review' })
  await sendDelivery(stack.deps, planned!.id as number)
  expect(await content((await keys('approved/'))[0]!)).toEqual([String(kept)])
  expect((await deliveries())[0]).toMatchObject({ status: 'sent', documents: 1 })
  const audited = (await client.get(`/audit_logs?object_type=queue&object_id=${tenant.queue_id}&action=export`)).body
  expect(audited.results[0].content.details).toMatchObject({ delivery: planned!.id, annotations: 1 })

  // Those that were left out are in a later delivery, unless that is too late too.
  await change(moved, { status: 'exported' })
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [, second] = await deliveries()
  expect(second).toMatchObject({ documents: 1 })
  await change(moved, { status: 'to_review' })
  await expect(sendDelivery(stack.deps, second!.id as number)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Nothing was sent'),
  })
  expect(await keys('approved/')).toHaveLength(1)
})

it('starts the deliveries of all organizations in turn, and none twice within minutes', async () => {
  const { db } = stack.deps
  await pendingDeliveries(db)
  const [many, one] = [await aProfile(toStore()), await aProfile(toStore())]
  const plan = async ({ tenant, id }: typeof many, count: number) => {
    const { organization_id, queue_id } = tenant
    const row = { organization_id, queue_id, export_profile_id: id, destination: '', planned_at: new Date() }
    await db('export_deliveries').insert(Array.from({ length: count }, () => ({ ...row, documents: 0 })))
  }
  await plan(many, 250)
  await plan(one, 1)
  const started = await pendingDeliveries(db)
  expect(started).toHaveLength(200)
  expect(started.filter(({ queue_id }) => queue_id === one.tenant.queue_id)).toHaveLength(1)
  expect(await pendingDeliveries(db)).toHaveLength(51)
  expect(await pendingDeliveries(db)).toEqual([])
  await db('export_deliveries').whereIn('export_profile_id', [many.id, one.id]).delete()
})

it('has a document in one delivery of a profile, whatever else fails to notice', async () => {
  const { db } = stack.deps
  const { tenant, client, id, deliveries } = await aProfile(toStore())
  const annotation_id = await exported(tenant)
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [planned] = await deliveries()
  const again = { export_profile_id: id, annotation_id, export_delivery_id: planned!.id as number }
  await expect(db('export_delivery_documents').insert(again)).rejects.toMatchObject({ code: '23505' })
  await db('export_deliveries').where({ export_profile_id: id }).delete()
})

it('divides a delivery whose file is larger than its destination takes', async () => {
  const {
    db,
    blobs,
    config: { smtp: _, ...config },
  } = stack.deps
  const settings = { include_documents: true }
  const { tenant, client, id, deliveries } = await aProfile({ type: 'email', to: ['a@example.org'] }, null, settings)
  const annotations = [await exported(tenant), await exported(tenant)]
  const documents = db('annotations').whereIn('id', annotations).select('document_id')
  for (const { s3_name } of await db('documents').whereIn('id', documents).select('s3_name'))
    await blobs.put(`documents/${s3_name}`, randomBytes(11 * 1024 * 1024))
  await db('documents')
    .whereIn('id', documents)
    .update({ has_content: true, size: 11 * 1024 * 1024 })
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [planned] = await deliveries()
  // Ends after the file was made.
  const sent = sendDelivery({ ...stack.deps, config }, planned!.id as number)
  await expect(sent).rejects.toMatchObject({ message: 'The service has no mail server.' })
  expect(await deliveries()).toMatchObject([{ documents: 1 }, { documents: 1, status: 'pending' }])
  // Later runs of the schedule would send them.
  await db('export_deliveries').where({ export_profile_id: id }).delete()
})

it('gives half of the documents to another delivery if they are too many for a file', async () => {
  const { tenant, client, id, deliveries } = await aProfile(toStore({ prefix: 'split/' }))
  const documents = [await exported(tenant), await exported(tenant), await exported(tenant)]
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [planned] = await deliveries()
  const split = () => transact(stack.deps, (tx) => splitDelivery(tx, planned!.id as number))
  expect(await split()).toBe(true)
  expect(await deliveries()).toMatchObject([{ documents: 2 }, { documents: 1, status: 'pending' }])
  for (const one of await deliveries()) await sendDelivery(stack.deps, one.id as number)
  const sent = await Promise.all((await keys('split/')).map(content))
  expect(sent.flat().sort()).toEqual(documents.map(String).sort())
  expect(await split()).toBe(false)
})

it('waits for room for its file', async () => {
  const { tenant, client, id, deliveries } = await aProfile(toStore({ prefix: 'room/' }), undefined, {
    include_documents: true,
  })
  const { db, blobs } = stack.deps
  await db('documents')
    .whereIn(
      'id',
      db('annotations')
        .where('id', await exported(tenant))
        .select('document_id'),
    )
    .update({ has_content: true, size: 1 })
  await client.post(`/export_profiles/${id}/deliver`, {})
  const [planned] = await deliveries()
  const full = Object.create(blobs, {
    stream: { value: () => Promise.reject(new ApiError(429, 'rate_limited', 'No room.')) },
  }) as typeof blobs
  await expect(sendDelivery({ ...stack.deps, blobs: full }, planned!.id as number)).rejects.toMatchObject({
    status: 503,
  })
})

it('plans what is due by its schedule, once for all runs that were missed', async () => {
  const broken = await aProfile(toStore({ cron: '0/15 * * * *' }))
  await stack.deps
    .db('export_profiles')
    .where({ id: broken.id })
    .update({
      delivery: stack.deps.db.raw(`delivery || '{"cron": "unreadable"}'`),
      delivery_planned_at: '2026-01-01T00:00:00Z',
    })
  // No run lies between two steps of the test.
  const { tenant, id, deliveries } = await aProfile(toStore({ prefix: 'due/', cron: '0 0 1 1 *' }))
  await exported(tenant)
  await planDueDeliveries(stack.deps)
  expect(await deliveries()).toEqual([])
  await stack.deps.db('export_profiles').where({ id }).update({ delivery_planned_at: '2020-06-01T00:00:00Z' })
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

  // The mail server refuses it for good.
  const email = results[0]!.id as number
  await failQueued(stack.deps, { kind: 'email', id: email, reason: 'No such mailbox.' })
  expect((await deliveries())[0]).toMatchObject({ status: 'failed', error: 'No such mailbox.' })
  expect((await client.post(`/export_deliveries/${planned!.id}/retry`, {})).body.status).toBe('pending')
  await sendDelivery(stack.deps, planned!.id as number)
  await failQueued(stack.deps, { kind: 'email', id: email, reason: 'An earlier email.' })
  expect((await deliveries())[0]).toMatchObject({ status: 'sent', error: null })
})
