import { setHandler, upsertSearchAttributes } from '@temporalio/workflow'
import { hooks, quick } from './activities.ts'
import { lookSignal, searchAttributes } from './contract.ts'
import type { SendEmailInput } from './contract.ts'
import { endAsFailed, orElse, reasonOf } from './failures.ts'

/** Sends one email through the mail server, with retries for a day. Fails if the server rejects the email. */
export async function sendEmail(input: SendEmailInput): Promise<void> {
  // Signals only repeat the start of the workflow.
  setHandler(lookSignal, () => undefined)
  await orElse(
    () => hooks.sendEmail(input),
    async (error) => {
      const reason = reasonOf(error)
      await quick.failEmail({ ...input, reason })
      upsertSearchAttributes([{ key: searchAttributes.status, value: 'failed' }])
      throw endAsFailed('mail_failed', reason)
    },
  )
  upsertSearchAttributes([{ key: searchAttributes.status, value: 'sent' }])
}
