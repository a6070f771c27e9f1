import {
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  startChild,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import { WorkflowExecutionAlreadyStartedError, WorkflowIdReusePolicy } from '@temporalio/common'
import { uploadWorkflowId } from '../rules/temporal/workflow-ids.ts'
import { documents, quick } from './activities.ts'
import { callHooks } from './call-hooks.ts'
import { lookSignal, searchAttributes } from './contract.ts'
import type { EmailState, EmailWork, ReceiveEmailInput, Workflows } from './contract.ts'
import { orElse } from './failures.ts'

/** Parses a received message, calls the hooks of `email.received`, and starts the import of its files as a child that outlives it. */
export async function receiveEmail({ email_id }: ReceiveEmailInput): Promise<void> {
  // Signals only repeat the start of the workflow.
  setHandler(lookSignal, () => undefined)
  const { state, upload_id } = await orElse(
    async () => {
      await documents.readEmail(email_id)
      return importAfterHooks(email_id)
    },
    () => quick.failIncoming(email_id),
  )
  setCurrentDetails(describe(state))
  upsertSearchAttributes([{ key: searchAttributes.status, value: state.outcome }])
  if (upload_id) await startImport(upload_id, email_id)
}

async function importAfterHooks(email_id: number): Promise<EmailWork> {
  for (;;) {
    const work = await quick.importEmail(email_id)
    setCurrentDetails(describe(work.state))
    if (!work.calls) return work
    await callHooks(work.calls)
  }
}

/** If the dispatcher was faster, the upload has its workflow already. */
async function startImport(upload_id: number, email_id: number): Promise<void> {
  try {
    await startChild<Workflows['importUpload']>('importUpload', {
      workflowId: uploadWorkflowId(upload_id),
      args: [{ upload_id }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      staticSummary: `Files of email ${email_id}`,
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

const OUTCOMES: Record<EmailState['outcome'], string> = {
  received: 'Being processed.',
  imported: 'Its files are imported by the child workflow.',
  no_documents: 'None of its files can be imported.',
  bounce: 'It reports that an email of the service was not delivered.',
  unreadable: 'It could not be parsed; the raw message can be downloaded.',
  duplicate: 'Ignored: the inbox had received it before.',
  no_single_author: 'Ignored: it has no author, or several.',
  sender_denied: 'Ignored: the filters of the inbox do not allow the sender.',
  authentication_failed: 'Ignored: it failed the DMARC check.',
  loop: 'Ignored: it was sent by the inbox itself.',
  queue_inactive: 'Ignored: the queue accepts no documents.',
  gone: 'It was removed before it was processed.',
}

function describe({ outcome, sender, subject_hash, files }: EmailState): string {
  const counts = Object.entries(files).map(([status, count]) => `- ${status}: ${count}`)
  return [
    `**${outcome}**: ${OUTCOMES[outcome]}`,
    ...(sender ? [`Sender: ${sender}`] : []),
    ...(subject_hash ? [`Subject: SHA-256 ${subject_hash}…`] : []),
    ...(counts.length > 0 ? ['Files:', ...counts] : ['No files.']),
  ].join('\n\n')
}
