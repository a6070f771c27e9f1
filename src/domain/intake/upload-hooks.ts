/** Hooks that listen to `upload.created`: they run before the documents of an upload are imported, and can prevent imports. */
import type { Knex } from 'knex'
import { Annotation, HookRun, Upload } from '../../models/index.ts'
import type { HookMessage } from '../../rules/hooks/answers.ts'
import type { HookCall } from '../../workflows/contract.ts'
import { moveAllowed } from '../annotations/status/move.ts'
import { storedAnswers } from '../hooks/delivery/answers.ts'
import { listens, planCalls } from '../hooks/delivery/plan.ts'
import type { Tx } from '../outbox/transaction.ts'

const EVENT = { event: 'upload', action: 'created' }
const causeOf = (upload_id: number) => `upload.created:${upload_id}`

/** Returns true if hooks of the queue listen to uploads. */
export const uploadHooksListen = (db: Knex, queue_id: number): Promise<boolean> => listens(db, queue_id, EVENT)

/** Plans the calls of the hooks, and returns those that are not finished. Idempotent by upload. */
export async function planUploadCalls(tx: Tx, upload_id: number): Promise<HookCall[]> {
  const { organization_id, queue_id } = await Upload.query(tx).findById(upload_id).throwIfNotFound()
  const { calls } = await planCalls(tx, { ...EVENT, cause: causeOf(upload_id), organization_id, queue_id, upload_id })
  return calls
}

/** What the hooks decided about a document. */
export interface FileDecision {
  prevented: boolean
  messages: HookMessage[]
}

/** Returns the decisions by document. If several hooks mention a document, one that prevents its import is enough. */
export async function fileDecisions(db: Knex, upload_id: number): Promise<Map<number, FileDecision>> {
  const decisions = new Map<number, FileDecision>()
  for (const { files } of await storedAnswers(db, causeOf(upload_id)))
    for (const { document, prevent_importing, messages } of files ?? []) {
      const id = Number(/\/documents\/(\d{1,15})\/?$/.exec(document ?? '')?.[1] ?? 0)
      const before = decisions.get(id) ?? { prevented: false, messages: [] }
      decisions.set(id, {
        prevented: before.prevented || prevent_importing,
        messages: [...before.messages, ...messages],
      })
    }
  return decisions
}

/**
 * Adds an annotation in status `created` to the upload whose `upload.created` hook creates it with its access token. It is imported with the
 * upload, after the hooks. Other annotations are not changed.
 */
export async function joinUpload(
  tx: Tx,
  { annotation_id, document_id, token_id }: { annotation_id: number; document_id: number; token_id: number },
): Promise<void> {
  const run = await HookRun.query(tx).findOne({ token_id, event: 'upload', status: 'running' })
  const upload = run?.upload_id ? await Upload.query(tx).findById(run.upload_id) : undefined
  if (!upload) return
  await tx('annotations')
    .where({ id: annotation_id, organization_id: upload.organization_id })
    .update({ upload_id: upload.id })
  await tx('documents').where({ id: document_id }).whereNull('upload_id').update({ joined_upload_id: upload.id })
}

/** Starts the imports of annotations that were created before the hooks ran, except those that the hooks prevented. */
export async function beginHeld(
  tx: Tx,
  upload_id: number,
  decisions: ReadonlyMap<number, FileDecision>,
): Promise<void> {
  const held = await Annotation.query(tx)
    .where({ upload_id, status: 'created' })
    .select('id', 'document_id', 'organization_id')
  const first = held[0]
  if (!first) return
  for (const { id, document_id } of held) {
    const { messages = [] } = decisions.get(document_id) ?? {}
    if (messages.length > 0)
      await tx('annotations')
        .where({ id })
        .update({ messages: tx.raw(`messages || ?::jsonb`, [JSON.stringify(messages)]) })
  }
  const allowed = held.filter(({ document_id }) => !decisions.get(document_id)?.prevented).map(({ id }) => id)
  if (allowed.length > 0)
    await moveAllowed(tx, { user_id: null, organization_id: first.organization_id }, allowed, 'hooks_finished')
}
