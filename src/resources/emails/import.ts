/** `POST /emails/import`: a raw message, processed as if an inbox had received it. */
import { Type } from 'typebox'
import { acceptMessage, findInbox, type LinkedInbox } from '../../domain/mail/accept.ts'
import { documentKey } from '../../domain/documents/stored-file.ts'
import { invalid } from '../../errors.ts'
import { assignedQueues, can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { File, Url } from '../framework/fields.ts'
import { answerWith, type Answer, type Request } from '../framework/request.ts'

const PREFIX = 'emails_import:'

export const importAction: Action = {
  method: 'post',
  path: 'import',
  summary:
    'Import a raw message (RFC 5322) as if the inbox `recipient` had received it; the response is the URL of a task.',
  may: can('administer'),
  accepts: ['multipart/form-data'],
  parts: Type.Object({
    raw_message: { ...File, description: 'The raw message; at most 40 MB.' },
    recipient: Type.String({ description: 'Address of the inbox.', format: 'email' }),
    metadata: Type.Optional(
      Type.String({
        description: 'JSON object of at most 4 kB, stored as the metadata of the email and its annotations.',
      }),
    ),
    values: Type.Optional(
      Type.String({
        description:
          'JSON object of initial values; `NAME` fills the fields that have the source `emails_import:NAME`.',
      }),
    ),
  }),
  responds: {
    status: 202,
    description: 'The message was accepted; `Location` is the URL of its task.',
    body: Type.Object({ url: { ...Url, description: 'URL of the task.' } }),
  },
  handle: importEmail,
}

async function importEmail(request: Request): Promise<Answer> {
  const { deps, who, urls } = request
  const { files, texts, values, metadata } = await request.receiveFiles('raw_message')
  const inbox = await inboxOf(request, texts.recipient)
  const [file, ...others] = files
  if (!file || others.length > 0) throw invalid({ raw_message: ['Exactly one message is required.'] })
  const raw = await deps.blobs.stream(documentKey(file.s3_name))
  const { task_id } = await acceptMessage(deps, inbox, raw, {
    source: 'import',
    creator_id: who.user_id,
    metadata,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name.startsWith(PREFIX) ? name : `${PREFIX}${name}`, value]),
    ),
  })
  const url = urls.maybe('tasks', task_id)
  return answerWith(202, { url }, { Location: url ?? '' })
}

/** Returns the inbox with this address, if the caller sees its queue. */
async function inboxOf(request: Request, recipient: string | undefined): Promise<LinkedInbox> {
  if (!recipient?.trim()) throw invalid({ recipient: ['This field is required.'] })
  const inbox = await findInbox(request.db, recipient.trim())
  const visible = request.db('queues').where('queues.id', inbox?.queue_id ?? 0)
  assignedQueues('id')(visible, request, 'queues')
  if (!inbox || !(await visible.first('id')))
    throw invalid({ recipient: ['No inbox of an active queue has this address.'] })
  return inbox
}
