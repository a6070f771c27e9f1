/** Records messages of the service and received emails. */
import { randomUUID } from 'node:crypto'
import { acceptMessage, findInbox } from '../../src/domain/mail/accept.ts'
import { queueLetter } from '../../src/domain/mail/outgoing.ts'
import { aFixture, type Harness } from './harness.ts'
import type { Keep } from './keep-history.ts'

/** Records a message of the service, which fails immediately without a mail server. */
export async function recordMail(stack: Harness, keep: Keep): Promise<void> {
  const { organization_id } = await aFixture(stack.deps)
  await queueLetter(stack.deps, organization_id, { to: 'ada@example.com', subject: 'Hello', text: 'Hello' })
  const [letter] = (await stack.deps.db('events').where({ organization_id }).pluck('data')) as { letter: number }[]
  await keep(`letter/${letter!.letter}/send`, 'mail-refused')
}

/** Records the import of a received email with one file. */
export async function recordReceived(stack: Harness, keep: Keep): Promise<void> {
  const { organization_id, queue } = await aFixture(stack.deps)
  const email = `${randomUUID()}@in.example.org`
  await stack.deps.db('inboxes').insert({ organization_id, queue_id: queue.id, name: 'I', email_prefix: 'i', email })
  const inbox = await findInbox(stack.deps.db, email)
  const { email_id } = await acceptMessage(stack.deps, inbox!, Buffer.from(receivedMessage()), { source: 'smtp' })
  await keep(`email/${email_id}`, 'mail-received')
}

const receivedMessage = (): string =>
  [
    'From: ada@example.com',
    'Subject: One file',
    'Content-Type: application/pdf; name=one.pdf',
    'Content-Disposition: attachment; filename=one.pdf',
    '',
    '%PDF-1.7 one',
    '',
  ].join('\r\n')
