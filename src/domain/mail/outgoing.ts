/** Outgoing messages: queued with an event, delivered by the workflow `sendEmail`. */
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { deliver } from '../../mail/message.ts'
import { mailThrough, type Letter as LetterText } from '../../mail/smtp.ts'
import { mailsSent } from '../../metrics/registry.ts'
import { Delivery, Email, Letter, raw } from '../../models/index.ts'
import { LOCAL_MAIL_DOMAIN } from '../../rules/mail/inbox.ts'
import { emailWorkflowId, letterWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import type { SendEmailInput } from '../../workflows/contract.ts'
import { failDeliveryOfEmail } from '../exports/email-delivery.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { seal, unseal } from '../requests/secrets.ts'
import { emailKey } from './emails.ts'

/** The place for which letters are sealed, because they may contain tokens. */
const PLACE = 'letters.sealed_message'

/** Queues an outgoing email whose message is stored, in the transaction that inserts it. */
export const queueEmail = async (
  tx: Tx,
  email: { id: number; organization_id: number; queue_id: number },
): Promise<void> => {
  const { id, organization_id, queue_id } = email
  await writeEvents(tx, [{ kind: 'email.queued', organization_id, queue_id, data: { email: id } }])
}

/** Queues a message of the service itself. */
export async function queueLetter(
  deps: Pick<Deps, 'db' | 'signals' | 'config'>,
  organization_id: number,
  letter: LetterText,
): Promise<void> {
  await transact(deps, async (tx) => {
    const sealed_message = seal(deps.config, PLACE, letter)
    const { id } = await Letter.query(tx).insert({ organization_id, sealed_message }).returning('id')
    await writeEvents(tx, [{ kind: 'letter.queued', organization_id, data: { letter: id } }])
  })
}

/**
 * Sends a queued message through the mail server. Rejects with a 4xx `ApiError` if the server rejects it permanently, and otherwise with
 * the error of the connection. Idempotent by message once the server has accepted it. If a worker dies before it records this, the message
 * is sent twice with the same Message-ID.
 */
export async function sendQueued(
  deps: Pick<Deps, 'db' | 'signals' | 'config' | 'blobs' | 'log'>,
  input: SendEmailInput,
): Promise<void> {
  const { smtp } = deps.config
  if (!smtp) throw refusedForGood('SMTP_HOST is not set for this worker.')
  const { email, letter } = await load(deps, input)
  try {
    if (email && email.metadata.delivered !== true && email.s3_name) {
      const message = Buffer.from(await deps.blobs.get(emailKey(email.s3_name)))
      const recipients = [...email.to, ...email.cc, ...email.bcc]
      await deliver(smtp, message, recipients, returnAddress(email, deps.config.mailDomain))
    }
    if (letter)
      await mailThrough(smtp)(
        unseal<LetterText>(deps.config, PLACE, letter.sealed_message),
        messageIdOf(letter, smtp.from),
      )
  } catch (error) {
    throw withoutContent(error)
  }
  await transact(deps, async (tx) => {
    // Without a message, its texts were removed before it was sent.
    if (email?.s3_name) {
      await Email.query(tx)
        .findById(email.id)
        .patch({ metadata: raw(`metadata || '{"delivered": true}'::jsonb`) })
    }
    if (letter) await Letter.query(tx).deleteById(letter.id)
    await finish(tx, input, 'done')
  })
  mailsSent.inc({ kind: input.kind, result: 'accepted' })
}

/** The inbox from which an email is sent, if it can receive mail: a notification about a lost email is shown with the email. */
const returnAddress = ({ inbox_id, from_email }: Email, mailDomain: string): string | null =>
  inbox_id !== null && mailDomain !== LOCAL_MAIL_DOMAIN ? from_email : null

/** Returns the Message-ID of a letter; all attempts have the same. The time distinguishes ids that are given again after an old backup was restored. */
const messageIdOf = ({ id, created_at }: Letter, from: string): string => {
  const domain = /@([^<>\s]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<letter-${id}-${created_at.replaceAll(/\D/g, '')}@${domain}>`
}

async function load(
  { db }: Pick<Deps, 'db'>,
  { kind, id }: SendEmailInput,
): Promise<{ email?: Email | undefined; letter?: Letter | undefined }> {
  return kind === 'email'
    ? { email: await Email.query(db).findById(id) }
    : { letter: await Letter.query(db).findById(id) }
}

/** Marks a message as failed. An email is kept as undelivered; a letter is deleted, because its token would have expired. */
export async function failQueued(
  deps: Pick<Deps, 'db' | 'signals' | 'log'>,
  { reason, ...input }: SendEmailInput & { reason: string },
): Promise<void> {
  await transact(deps, async (tx) => {
    if (input.kind === 'letter') await Letter.query(tx).deleteById(input.id)
    else await failDeliveryOfEmail(tx, input.id, reason)
    await finish(tx, input, 'failed')
  })
  mailsSent.inc({ kind: input.kind, result: 'refused' })
  deps.log.warn({ ...input, reason }, 'the mail server did not accept a message')
}

const finish = (tx: Tx, { kind, id }: SendEmailInput, state: 'done' | 'failed') =>
  Delivery.query(tx)
    .patch({ state, finished_at: raw('now()') })
    .where({
      workflow_id: kind === 'email' ? emailWorkflowId(id) : letterWorkflowId(id),
      consumer: 'mail',
      state: 'pending',
    })

const refusedForGood = (reason: string): ApiError => new ApiError(400, 'mail_refused', reason)

interface MailError {
  code?: string
  responseCode?: number
  command?: string
}

/** The text of a mail server may quote the message, so only its code is passed on. Codes of 500 and above are permanent. */
function withoutContent(error: unknown): Error {
  if (error instanceof ApiError) return error
  const {
    code = 'unknown',
    responseCode,
    command,
  }: MailError = typeof error === 'object' && error !== null ? error : {}
  const step = command ? ` at ${command}` : ''
  if (responseCode !== undefined && responseCode >= 500)
    return refusedForGood(`The mail server rejected the message with code ${responseCode}${step}.`)
  const text = `The mail server did not accept the message (${responseCode ?? code})${step}.`
  // With this code the activity is retried for as long as its schedule allows.
  return Object.assign(new Error(text), { code: 'ECONNREFUSED' })
}
