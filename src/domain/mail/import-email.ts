/** The steps of a received email after its files have been stored: hooks, then the upload. */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { Document, Email, IncomingMessage, Queue, type RowOf } from '../../models/index.ts'
import type { MailOutcome } from '../../rules/mail/incoming.ts'
import type { EmailState, EmailWork } from '../../workflows/contract.ts'
import { uploadFiles } from '../intake/upload-email.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { emailDecisions, filesOfEmail, planEmailCalls, type EmailDecisions } from './email-hooks.ts'
import { emailKey } from './emails.ts'
import { closeIncoming, finishIncoming } from './finish-incoming.ts'
import { composeAnswer, notifyRecipient, type Answer } from './no-documents.ts'
import { storeUnreadable } from './read-incoming.ts'
import { storeOutgoing } from './send.ts'

type Importer = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'log'>
type Incoming = RowOf<IncomingMessage>

/**
 * Takes an email one step further: returns the hooks to call, or carries out what they decided and returns the upload, if there is one.
 * Idempotent by email: after the last step it returns the same result again.
 */
export async function importEmail(deps: Importer, email_id: number): Promise<EmailWork> {
  const found = await IncomingMessage.query(deps.db).findById(email_id)
  // It was removed with its queue, or could not be stored.
  if (found?.state !== 'stored') {
    if (found?.state !== 'finished') await finishIncoming(deps, email_id, 'gone')
    return { upload_id: found?.upload_id ?? null, state: await stateOf(deps, email_id) }
  }
  const answer = await composeAnswer(deps, email_id)
  const calls = await transact(deps, async (tx) => {
    const incoming = await IncomingMessage.query(tx).findById(email_id).forUpdate()
    if (incoming?.state !== 'stored') return []
    const isBounce = incoming.outcome === 'bounce'
    const waiting = isBounce ? [] : await planEmailCalls(tx, incoming)
    if (waiting.length === 0) await carryOut({ ...deps, db: tx }, tx, incoming, answer)
    return waiting
  })
  if (calls.length > 0) return { calls, state: await stateOf(deps, email_id) }
  const finished = await IncomingMessage.query(deps.db).findById(email_id)
  if (answer) await discardUnused(deps, answer)
  return { upload_id: finished?.upload_id ?? null, state: await stateOf(deps, email_id) }
}

/** The message of an answer that was not sent in the end has no row. */
async function discardUnused({ db, blobs }: Importer, { email }: Answer): Promise<void> {
  if (!email.s3_name || (await Email.query(db).findOne({ s3_name: email.s3_name }))) return
  await blobs.delete(emailKey(email.s3_name))
}

async function carryOut(deps: Importer, tx: Tx, incoming: Incoming, answer: Answer | null): Promise<void> {
  const { email_id } = incoming
  const email = await Email.query(tx).findById(email_id).forUpdate()
  if (!email) return closeIncoming(tx, email_id, 'gone')
  const queue = await Queue.query(tx).findById(email.queue_id).forShare()
  if (queue?.status !== 'active') return closeIncoming(tx, email_id, 'queue_inactive')
  const decisions = await emailDecisions(tx, email_id)
  const document_ids = await chooseDocuments(tx, email, decisions)
  if (decisions.sender) {
    const { email: from_email, name } = decisions.sender
    await Email.query(tx)
      .findById(email_id)
      .patch({ from_email, from_name: name || null })
  }
  if (document_ids.length > 0) {
    const values = { ...incoming.values, ...valuesOf(email, decisions) }
    const upload_id = await uploadFiles(tx, { email, document_ids, values, metadata: incoming.metadata })
    return closeIncoming(tx, email_id, 'imported', upload_id)
  }
  const isOther = incoming.outcome === 'bounce' || incoming.outcome === 'unreadable'
  if (incoming.outcome !== 'bounce') await notifyRecipient(deps, tx, email, queue)
  if (!isOther && answer) await send(deps, email, answer)
  await closeIncoming(tx, email_id, isOther ? incoming.outcome! : 'no_documents')
}

/** An organization that has reached its limit of emails still receives emails. */
async function send(deps: Importer, { id, organization_id }: RowOf<Email>, answer: Answer): Promise<void> {
  try {
    await storeOutgoing(deps, { organization_id, user_id: null }, answer.email)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    deps.log.warn({ email_id: id, reason: error.message }, 'an automatic answer was not sent')
  }
}

/** Decides about each file and returns the documents to import. Documents that hooks add belong to the email from now on. */
async function chooseDocuments(tx: Tx, email: RowOf<Email>, decisions: EmailDecisions): Promise<number[]> {
  const files = await filesOfEmail(tx, email.id)
  const chosen = files.filter(({ number }) => decisions.imports(number)).map(({ document_id }) => document_id)
  const others = files.filter(({ number }) => !decisions.imports(number)).map(({ document_id }) => document_id)
  await setStatus(tx, chosen, 'processed')
  await setStatus(tx, others, 'filtered_by_hook_custom')
  if (others.length > 0)
    await Email.query(tx).findById(email.id).increment('filtered_out_document_count', others.length)
  const added = await addDocuments(tx, email, decisions)
  return [...chosen, ...added]
}

const setStatus = (tx: Tx, ids: number[], attachment_status: string) =>
  ids.length > 0 ? tx('documents').whereIn('id', ids).update({ attachment_status }) : undefined

async function addDocuments(tx: Tx, email: RowOf<Email>, { additional }: EmailDecisions): Promise<number[]> {
  if (additional.length === 0) return []
  const { id: email_id, organization_id } = email
  // Only documents of the organization that belong to nothing else.
  const found = await Document.query(tx)
    .whereIn('id', [...new Set(additional.map(({ document_id }) => document_id))])
    .where({ organization_id, has_content: true })
    .whereNull('email_id')
    .whereNull('upload_id')
    .whereNotExists(tx('annotations as a').whereRaw('a.document_id = documents.id'))
    .orderBy('id')
    .forUpdate()
    .select('id')
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx('documents').whereIn('id', ids).update({ email_id, attachment_status: 'hook_additional_file' })
  await tx('email_documents').insert(ids.map((document_id) => ({ email_id, document_id })))
  const imported = new Set(additional.filter((one) => one.import_document).map(({ document_id }) => document_id))
  return ids.filter((id) => imported.has(id))
}

/** Values of fields with the sources `email_header:NAME` and `email_body:NAME`. */
function valuesOf(email: RowOf<Email>, { sender }: EmailDecisions): Record<string, string> {
  const { automatic: _, ...headers } = email.headers
  const from = sender ? (sender.name ? `"${sender.name}" <${sender.email}>` : sender.email) : headers.from
  const named = { ...headers, ...(from ? { from } : {}) }
  return {
    ...Object.fromEntries(Object.entries(named).map(([name, value]) => [`email_header:${name}`, value])),
    'email_body:text_plain': email.body_text_plain,
    'email_body:text_html': email.body_text_html,
  }
}

/** What operators see of an email: its sender, a hash of its subject, and what became of its files; never its text. */
async function stateOf({ db, config }: Importer, email_id: number): Promise<EmailState> {
  const incoming = await IncomingMessage.query(db).findById(email_id)
  const email = await Email.query(db).findById(email_id)
  return {
    outcome: statusOf(incoming),
    sender: config.temporal.fileNames ? (email?.from_email ?? null) : null,
    subject_hash: email?.subject ? createHash('sha256').update(email.subject).digest('hex').slice(0, 12) : null,
    files: await countFiles(db, email_id),
  }
}

const statusOf = (incoming: Incoming | undefined): MailOutcome | 'received' =>
  incoming?.outcome ?? (incoming ? 'received' : 'gone')

async function countFiles(db: Knex, email_id: number): Promise<Record<string, number>> {
  const rows = await db('documents')
    .where({ email_id })
    .groupBy('attachment_status')
    .orderBy('attachment_status')
    .select<{ status: string | null; n: string }[]>('attachment_status as status', db.raw('count(*) as n'))
  return Object.fromEntries(rows.map(({ status, n }) => [status ?? 'to_import', Number(n)]))
}

/**
 * Finishes a message that could not be processed because of an internal error: as an email whose raw message can be downloaded. Idempotent
 * by email.
 */
export async function failIncoming(deps: Importer, email_id: number): Promise<EmailWork> {
  await storeUnreadable(deps, email_id)
  await transact(deps, async (tx) => {
    const incoming = await IncomingMessage.query(tx).findById(email_id).forUpdate()
    if (incoming?.state === 'stored') await closeIncoming(tx, email_id, 'unreadable')
  })
  return importEmail(deps, email_id)
}
