/**
 * Deliveries of export profiles. A delivery is planned in one transaction with its documents, so that no document is in two deliveries of a
 * profile. Its file depends on the plan only: a repeated attempt sends the same file under the same name.
 */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Knex } from 'knex'
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, badRequest, conflictStatus } from '../../errors.ts'
import { composeMessage, type Message } from '../../mail/message.ts'
import {
  ExportDelivery,
  ExportProfile,
  Inbox,
  Organization,
  Queue,
  raw,
  type Annotation,
  type RowOf,
} from '../../models/index.ts'
import { headerText } from '../../rules/email.ts'
import { escapeHtml } from '../../rules/email-template.ts'
import { destinationOf, isDue, type Delivery } from '../../rules/export-profiles/delivery.ts'
import { fillIn } from '../../rules/export-profiles/names.ts'
import type { ExportDeliveryInput } from '../../workflows/contract.ts'
import { emailKey } from '../mail/emails.ts'
import { storeOutgoing } from '../mail/send.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import { unseal } from '../requests/secrets.ts'
import { makeExportFile, type ExportFile } from './make-file.ts'
import { schemaOf } from './profiles.ts'
import { putObject } from './s3.ts'

/** The place for which the secrets of deliveries are sealed. */
export const DELIVERY_SECRET = 'export_profiles.delivery_secret'

/** Documents of one delivery; the others are in the next one. */
const MOST_DOCUMENTS = 10_000
/** Files are in memory while they are sent. */
const MOST_BYTES = { email: 20 * 1024 * 1024, s3: 100 * 1024 * 1024 }

type Sender = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'outgoing' | 'clock' | 'log'>

/** Plans the deliveries that are due, and returns their number. */
export async function planDueDeliveries(deps: Pick<Deps, 'db' | 'signals' | 'clock'>): Promise<number> {
  const { db, clock } = deps
  const now = clock()
  const profiles = await ExportProfile.query(db)
    .whereRaw(`delivery->>'cron' is not null`)
    .where('enabled', true)
    .whereExists(Queue.query(db).whereRaw('queues.id = export_profiles.queue_id').where('queues.status', 'active'))
    .orderBy('id')
  let planned = 0
  for (const { id, delivery, delivery_planned_at } of profiles)
    if (delivery && delivery_planned_at && isDue(delivery.cron, new Date(delivery_planned_at), now))
      if (await transact(deps, (tx) => planDelivery(tx, id, now, null))) planned++
  return planned
}

/** Deliveries whose workflows one run of the sweep starts. */
const AT_ONCE = 200

/** Returns the deliveries that are not sent yet, whose workflows must run. */
export async function pendingDeliveries(db: Knex): Promise<ExportDeliveryInput[]> {
  const rows = await ExportDelivery.query(db).where('status', 'pending').orderBy('id').limit(AT_ONCE)
  return rows.map(({ id, organization_id, queue_id }) => ({ delivery_id: id, organization_id, queue_id }))
}

/** Plans a delivery of all documents that the profile has not delivered. Returns its id; null if there are none. */
export async function planDelivery(tx: Tx, profile_id: number, now: Date, creator_id: number | null) {
  const profile = await tx<RowOf<ExportProfile>>('export_profiles').where({ id: profile_id }).forUpdate().first('*')
  if (!profile?.delivery || !profile.enabled) return null
  const { organization_id, queue_id, delivery } = profile
  await tx('export_profiles').where({ id: profile_id }).update({ delivery_planned_at: now })
  const ids = await tx<RowOf<Annotation>>('annotations')
    .where({ queue_id, status: delivery.status })
    .whereNotExists(
      tx('export_delivery_documents as sent')
        .whereRaw('sent.annotation_id = annotations.id')
        .where('sent.export_profile_id', profile_id),
    )
    .orderBy('id')
    .limit(MOST_DOCUMENTS)
    .pluck<number[]>('id')
  if (ids.length === 0) return null
  const { id } = await ExportDelivery.query(tx)
    .insert({
      organization_id,
      queue_id,
      export_profile_id: profile_id,
      destination: destinationOf(delivery),
      planned_at: now.toISOString(),
      documents: ids.length,
      creator_id,
    })
    .returning('id')
  await tx.raw(
    `insert into export_delivery_documents (export_profile_id, annotation_id, export_delivery_id)
     select ?, annotation_id, ? from unnest(?::bigint[]) as annotation_id`,
    [profile_id, id, ids],
  )
  return id
}

/** Sends a delivery that was planned. Idempotent by delivery: one that was sent is not sent again. */
export async function sendDelivery(deps: Sender, delivery_id: number): Promise<void> {
  const { db } = deps
  const planned = await ExportDelivery.query(db).findById(delivery_id)
  if (planned?.status !== 'pending') return
  const profile = await ExportProfile.query(db).findById(planned.export_profile_id).throwIfNotFound()
  const { delivery } = profile
  if (!profile.enabled || !delivery) throw conflictStatus(`The export profile "${profile.name}" is disabled.`)
  const queue = await Queue.query(db).findById(profile.queue_id).throwIfNotFound()
  const facts = {
    queue: queue.name,
    profile: profile.name,
    at: new Date(planned.planned_at).toISOString(),
    number: planned.id,
  }
  const file = await makeExportFile(deps, {
    organization_id: planned.organization_id,
    settings: profile,
    schema: await schemaOf(db, queue.id),
    facts,
    ids: idsOf(deps, planned.id),
    urlOf: (id) => `${baseUrl(deps.config)}/v1/annotations/${id}`,
  })
  try {
    if (file.size > MOST_BYTES[delivery.type])
      throw badRequest(`The file has ${file.size} bytes; at most ${MOST_BYTES[delivery.type]} can be delivered.`)
    if (delivery.type === 's3') await sendToStore(deps, profile, delivery, file)
    else await sendByEmail(deps, queue, subjectOf(delivery, facts), delivery.to, planned, file)
    await transact(deps, (tx) => markSent(tx, planned.id, file))
  } finally {
    await file.close()
  }
}

async function* idsOf({ db }: Pick<Deps, 'db'>, export_delivery_id: number): AsyncGenerator<number[]> {
  const ids = await db('export_delivery_documents')
    .where({ export_delivery_id })
    .orderBy('annotation_id')
    .pluck<number[]>('annotation_id')
  for (let start = 0; start < ids.length; start += 500) yield ids.slice(start, start + 500)
}

/** Returns how many deliveries have changed: none if another attempt was faster. */
const markSent = async (tx: Tx, id: number, { name, size, sha256 }: ExportFile): Promise<number> =>
  await ExportDelivery.query(tx)
    .where({ id, status: 'pending' })
    .patch({ status: 'sent', file_name: name, size, sha256, error: null, finished_at: raw('now()') })

async function sendToStore(
  { outgoing, config }: Sender,
  { sealed_delivery_secret: sealed }: RowOf<ExportProfile>,
  delivery: Delivery & { type: 's3' },
  file: ExportFile,
): Promise<void> {
  if (!sealed) throw badRequest('The delivery has no secret key.')
  const secret = unseal<string>(config, DELIVERY_SECRET, sealed)
  const body = await buffer(file.read())
  await putObject(outgoing, delivery, secret, { key: delivery.prefix + file.name, body, type: file.type })
}

const subjectOf = ({ subject }: Delivery & { type: 'email' }, facts: Parameters<typeof fillIn>[1]): string =>
  headerText(fillIn(subject, facts))

/** Queues an email with the file, and marks the delivery as sent in the same transaction: the email is sent with retries of its own. */
async function sendByEmail(
  deps: Sender,
  queue: Queue,
  subject: string,
  to: readonly string[],
  planned: ExportDelivery,
  file: ExportFile,
): Promise<void> {
  const { db, config, blobs } = deps
  if (!config.smtp) throw badRequest('The service has no mail server.')
  const inbox = await Inbox.query(db).findOne('queue_id', queue.id)
  const { name } = await Organization.query(db).findById(queue.organization_id).throwIfNotFound()
  const text = `${file.name}: ${planned.documents} documents of the queue ${queue.name}.`
  const message: Message = {
    message_id: `<export-${planned.id}-${Date.parse(planned.planned_at)}@${config.mailDomain}>`,
    from: { email: inbox?.email ?? `no-reply@${config.mailDomain}`, name: headerText(name) },
    to: to.map((email) => ({ email })),
    cc: [],
    bcc: [],
    subject,
    text,
    html: `<p>${escapeHtml(text)}</p>`,
    in_reply_to: null,
    automatic: 'auto-generated',
    attachments: [{ filename: file.name, contentType: file.type, content: await buffer(file.read()) }],
  }
  const s3_name = randomBytes(16).toString('hex')
  const bytes = await composeMessage(message)
  await blobs.put(emailKey(s3_name), bytes, { contentType: 'message/rfc822' })
  const stored = {
    message,
    s3_name,
    size: bytes.length,
    queue_id: queue.id,
    inbox_id: inbox?.id ?? null,
    parent_id: null,
    email_template_id: null,
    labels: [],
    document_ids: [],
    related_annotation_ids: [],
    related_document_ids: [],
    reset: false,
    automated: true,
  }
  let isStored = false
  try {
    await transact(deps, async (tx) => {
      // Another attempt may have queued it.
      if (!(await markSent(tx, planned.id, file))) return
      await storeOutgoing({ ...deps, db: tx }, { organization_id: queue.organization_id, user_id: null }, stored)
      isStored = true
    })
  } finally {
    if (!isStored) await blobs.delete(emailKey(s3_name))
  }
}

/** Marks a delivery as failed, with the reason. Its documents stay with it, until it is repeated. */
export async function failDelivery(deps: Transactor, { id, reason }: { id: number; reason: string }): Promise<void> {
  await transact(deps, async (tx) => {
    await ExportDelivery.query(tx)
      .where({ id, status: 'pending' })
      .patch({ status: 'failed', error: reason, finished_at: raw('now()') })
  })
}

/** Repeats a delivery that has failed. Throws 409 otherwise. */
export async function retryDelivery(tx: Tx, id: number): Promise<void> {
  const changed = await ExportDelivery.query(tx)
    .where({ id, status: 'failed' })
    .patch({ status: 'pending', error: null, finished_at: null })
  if (!changed) throw new ApiError(409, 'conflict_status', 'Only a delivery that has failed can be repeated.')
}
