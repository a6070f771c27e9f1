/** Hooks that listen to `email.received`: they run before the files of an email are imported. */
import type { Knex } from 'knex'
import { Document, type HookRun, type RowOf } from '../../models/index.ts'
import type { AnswerValue } from '../../rules/hooks/answers.ts'
import type { StoredAnswer } from '../../rules/hooks/call.ts'
import type { HookCall } from '../../workflows/contract.ts'
import { storedAnswers } from '../hooks/delivery/answers.ts'
import { planCalls } from '../hooks/delivery/plan.ts'
import type { Tx } from '../outbox/transaction.ts'

const EVENT = { event: 'email', action: 'received' }
export const causeOfEmail = (email_id: number): string => `email.received:${email_id}`

/** Plans the calls of the hooks, and returns those that are not finished. Idempotent by email. */
export async function planEmailCalls(
  tx: Tx,
  {
    email_id,
    organization_id,
    queue_id,
  }: Pick<RowOf<HookRun>, 'organization_id'> & { email_id: number; queue_id: number },
): Promise<HookCall[]> {
  const { calls } = await planCalls(tx, {
    ...EVENT,
    cause: causeOfEmail(email_id),
    organization_id,
    queue_id,
    email_id,
  })
  return calls
}

/** A file as the payload of `email.received` numbers it. */
export interface NumberedFile {
  number: string
  document_id: number
}

/** The files that hooks may decide about have none of the other statuses, before and after their decision. */
const DECIDABLE: readonly (string | null)[] = [null, 'processed', 'filtered_by_hook_custom']

/** Returns the files of an email that hooks may decide about. The number of a file does not change. */
export async function filesOfEmail(db: Knex, email_id: number): Promise<NumberedFile[]> {
  const rows = await Document.query(db).where({ email_id }).orderBy('id').select('id', 'attachment_status')
  return rows
    .map(({ id, attachment_status }, index) => ({ number: String(index + 1), document_id: id, attachment_status }))
    .filter(({ attachment_status }) => DECIDABLE.includes(attachment_status))
    .map(({ number, document_id }) => ({ number, document_id }))
}

/** What the hooks decided together about an email. */
export interface EmailDecisions {
  /** Whether a file is imported: by every hook that returned `files`. */
  imports: (number: string) => boolean
  values: (number: string) => Record<string, string>
  additional: { document_id: number; import_document: boolean; values: Record<string, string> }[]
  sender: { email: string; name: string } | null
}

const recordOf = (values: readonly AnswerValue[]): Record<string, string> =>
  Object.fromEntries(values.map(({ id, value }) => [id, value]))

const documentIn = (url: string | undefined): number => Number(/\/documents\/(\d{1,15})\/?$/.exec(url ?? '')?.[1] ?? 0)

export async function emailDecisions(db: Knex, email_id: number): Promise<EmailDecisions> {
  const answers = await storedAnswers(db, causeOfEmail(email_id))
  const lists = answers.flatMap(({ files }) => (files ? [new Map(files.map((file) => [file.id ?? '', file]))] : []))
  return {
    imports: (number) => lists.every((files) => files.has(number)),
    values: (number) => recordOf(lists.flatMap((files) => files.get(number)?.values ?? [])),
    additional: answers
      .flatMap(({ additional_files }: StoredAnswer) => additional_files ?? [])
      .map(({ document, import_document, values }) => ({
        document_id: documentIn(document),
        import_document,
        values: recordOf(values),
      })),
    sender:
      answers.findLast(({ extracted_original_sender }) => extracted_original_sender)?.extracted_original_sender ?? null,
  }
}
