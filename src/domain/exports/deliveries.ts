/**
 * Sends deliveries of export profiles, which `plan-deliveries.ts` has planned. A repeated attempt writes its file under the same name, and
 * each attempt leaves out documents that changed so that they must not be sent any more.
 */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, badRequest, conflictStatus, unavailable } from '../../errors.ts'
import { composeMessage, type Message } from '../../mail/message.ts'
import { ExportDelivery, ExportProfile, Inbox, Organization, Queue, raw, type RowOf } from '../../models/index.ts'
import { headerText } from '../../rules/mail/email.ts'
import { escapeHtml } from '../../rules/mail/template.ts'
import { destinationOf, type Delivery } from '../../rules/export-profiles/delivery.ts'
import { fillIn } from '../../rules/export-profiles/names.ts'
import { emailKey } from '../mail/emails.ts'
import { storeOutgoing } from '../mail/send.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import { auditMoves, writeAudit } from '../requests/audit.ts'
import { unseal } from '../requests/secrets.ts'
import { dropOthers, splitDelivery } from './deliverable.ts'
import { DELIVERY_SECRET } from './delivery-secrets.ts'
import { makeExportFile, type ExportFile, type FileJob } from './make-file.ts'
import { schemaOf } from './profiles.ts'
import { putObject } from './s3.ts'
import { sendBySftp, wasSentBySftp } from './send-by-sftp.ts'
import { FileTooLarge } from './spool.ts'

/** Files are in memory while they are sent. */
const MAX_BYTES = { email: 20 * 1024 * 1024, s3: 100 * 1024 * 1024, sftp: 100 * 1024 * 1024 }

type Sender = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'outgoing' | 'clock' | 'log'>

/** Sends a delivery that was planned. Idempotent by delivery: one that was sent is not sent again. */
export async function sendDelivery(deps: Sender, delivery_id: number): Promise<void> {
  const planned = await ExportDelivery.query(deps.db).findById(delivery_id)
  if (planned?.status === 'pending') await inTurn(planned, () => send(deps, planned))
}

/** Deliveries of an organization that one process sends at a time: slow servers must not occupy the places of calls and emails. */
const MAX_AT_ONCE = 5
const sending = new Map<number, number>()

/** Throws 503, so that Temporal repeats it later, while others of the organization are in progress. */
async function inTurn({ organization_id }: RowOf<ExportDelivery>, work: () => Promise<void>): Promise<void> {
  const count = sending.get(organization_id) ?? 0
  if (count >= MAX_AT_ONCE) throw unavailable('Other deliveries of the organization are in progress.')
  sending.set(organization_id, count + 1)
  try {
    await work()
  } finally {
    const left = sending.get(organization_id)! - 1
    if (left > 0) sending.set(organization_id, left)
    else sending.delete(organization_id)
  }
}

async function send(deps: Sender, planned: ExportDelivery): Promise<void> {
  const { db } = deps
  const profile =
    planned.export_profile_id === null ? undefined : await ExportProfile.query(db).findById(planned.export_profile_id)
  if (!profile) throw conflictStatus(`The export profile "${planned.profile_name}" was deleted.`)
  const { delivery } = profile
  if (!profile.enabled || !delivery) throw conflictStatus(`The export profile "${profile.name}" is disabled.`)
  // It may be sent to another place than was planned.
  planned.destination = destinationOf(delivery)
  if (delivery.type === 'sftp') {
    const sent = await wasSentBySftp(deps, profile, delivery, planned.id)
    if (sent) return void (await transact(deps, (tx) => markSent(tx, planned, sent)))
  }
  const queue = await Queue.query(db).findById(profile.queue_id).throwIfNotFound()
  const facts = {
    queue: queue.name,
    profile: profile.name,
    at: new Date(planned.planned_at).toISOString(),
    number: planned.id,
  }
  const dropChanged = () => transact(deps, (tx) => dropOthers(tx, planned, delivery.status))
  if ((await dropChanged()).left === 0)
    throw badRequest(
      `Nothing was sent: none of the documents is still "${delivery.status}" in the queue with values that were approved.`,
    )
  const file = await makeFitting(deps, planned.id, {
    organization_id: planned.organization_id,
    settings: profile,
    schema: await schemaOf(db, queue.id),
    facts,
    urlOf: (id) => `${baseUrl(deps.config)}/v1/annotations/${id}`,
    most: MAX_BYTES[delivery.type],
  })
  try {
    const { dropped, left } = await dropChanged()
    if (dropped > 0 || left < file.documents)
      throw unavailable('Documents changed while the file of the delivery was made.')
    if (delivery.type === 'email')
      return await sendByEmail(deps, queue, subjectOf(delivery, facts), delivery.to, planned, file)
    if (delivery.type === 'sftp') await sendBySftp(deps, profile, delivery, planned.id, file)
    else await sendToStore(deps, profile, delivery, file)
    await transact(deps, (tx) => markSent(tx, planned, file))
  } finally {
    await file.close()
  }
}

/** Makes the file of a delivery. While it is too large, half of the documents go to a delivery of their own. */
async function makeFitting(
  deps: Sender,
  id: number,
  job: Omit<FileJob, 'ids'> & { most: number },
): Promise<ExportFile> {
  for (;;) {
    try {
      return await makeExportFile(deps, { ...job, ids: idsOf(deps, id) })
    } catch (error) {
      // Other exports of the organization need the space now.
      if (error instanceof ApiError && error.status === 429) throw unavailable(error.message)
      if (!(error instanceof FileTooLarge)) throw error
      if (!(await transact(deps, (tx) => splitDelivery(tx, id))))
        throw badRequest(
          `The file cannot be delivered: with a single document it already has more than ${job.most} bytes.`,
        )
    }
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
async function markSent(
  tx: Tx,
  planned: ExportDelivery,
  file: Pick<ExportFile, 'name' | 'size' | 'sha256' | 'documents'>,
): Promise<number> {
  const { id, organization_id, export_profile_id: profile_id, queue_id, destination, creator_id } = planned
  const { name, size, sha256, documents } = file
  const changed = await ExportDelivery.query(tx)
    .where({ id, status: 'pending' })
    .patch({
      status: 'sent',
      destination,
      documents,
      file_name: name,
      size,
      sha256,
      error: null,
      finished_at: raw('now()'),
    })
  if (!changed) return 0
  await auditMoves(tx, [
    {
      organization_id,
      actor_id: creator_id,
      request_id: null,
      object_type: 'queue',
      object_id: queue_id,
      action: 'export',
      details: { profile_id, delivery: id, destination, annotations: documents, sha256 },
    },
  ])
  return changed
}

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

/**
 * Queues an email with the file, and marks the delivery as sent in the same transaction: the email has retries of its own. If the mail server never
 * accepts it, the delivery fails (`email-delivery.ts`).
 */
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
  const text = `${file.name}: ${file.documents} documents of the queue ${queue.name}.`
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
      if (!(await markSent(tx, planned, file))) return
      const sender = { organization_id: queue.organization_id, user_id: null }
      const email_id = await storeOutgoing({ ...deps, db: tx }, sender, stored)
      await ExportDelivery.query(tx).findById(planned.id).patch({ email_id })
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
    .patch({ status: 'pending', error: null, finished_at: null, started_at: null, email_id: null })
  const repeated = changed ? await ExportDelivery.query(tx).findById(id) : undefined
  if (!repeated) throw conflictStatus('Only a delivery that has failed can be repeated.')
  const { export_profile_id, profile_name, destination, documents } = repeated
  if (export_profile_id === null) throw conflictStatus(`The export profile "${profile_name}" was deleted.`)
  const details = { delivery: id, annotations: documents, destination }
  await writeAudit(tx, [{ object_type: 'export_profile', object_id: export_profile_id, action: 'export', details }])
}
