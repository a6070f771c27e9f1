/** The checks of `content/validate`, before a confirmation. They change nothing. */
import { badRequest } from '../../../errors.ts'
import { validateTree, type Message } from '../../../rules/content/index.ts'
import { hiddenNodes } from '../../../rules/content/tree.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { duplicatePolicy } from '../../../rules/duplicates/policies.ts'
import { withDefaults } from '../../../rules/queues/settings.ts'
import type { Annotation, Queue, RowOf } from '../../../models/index.ts'
import { lockAllEqual } from '../../intake/find-duplicates.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { readTree } from '../content/contents.ts'
import { duplicateErrors, isOfDuplicate } from '../duplicates/duplicates.ts'
import { computeTree } from '../content/formulas.ts'
import { messagesOfRules } from '../../automation-rules/run.ts'
import { schemaOf } from '../content/schema-of.ts'

type Row = Pick<RowOf<Annotation>, 'id' | 'organization_id' | 'queue_id' | 'schema_id'> & {
  schema: SchemaContent
  settings: RowOf<Queue>['settings']
}

/**
 * Throws 400 with the error messages of formulas, checks of data and rules about visible fields, unless the queue allows confirmations with
 * errors, and for duplicates, unless the queue confirms them. The caller's transaction has locked the annotation.
 */
export async function assertValid(tx: Tx, annotation_id: number): Promise<void> {
  const errors = await confirmationErrors(tx, annotation_id)
  if (errors.length === 0) return
  if (errors.every(isOfDuplicate))
    throw badRequest('The document is a duplicate, and the queue does not allow duplicates to be confirmed.', {
      messages: errors,
    })
  const count = errors.length === 1 ? 'an error' : `${errors.length} errors`
  throw badRequest(`The data has ${count}; correct the data before you confirm it.`, { messages: errors })
}

/** Annotations that one answer names. */
const MAX_NAMED = 20

/** Throws 400 with the messages of all annotations whose data has errors, at most 20 of them, unless their queues allow it. */
export async function assertAllValid(tx: Tx, annotation_ids: readonly number[]): Promise<void> {
  const messages: Message[] = []
  const named: number[] = []
  await lockDuplicatesOf(tx, annotation_ids)
  for (const id of annotation_ids) {
    const errors = await confirmationErrors(tx, id, { lock: false })
    if (errors.length === 0) continue
    messages.push(...errors)
    if (named.push(id) === MAX_NAMED) break
  }
  if (named.length === 0) return
  const which = named.length === 1 ? `annotation ${named[0]}` : `annotations ${named.join(', ')}`
  if (messages.every(isOfDuplicate))
    throw badRequest(`These are duplicates, and their queue does not allow duplicates to be confirmed: ${which}.`, {
      messages,
    })
  throw badRequest(`The data of ${which} has errors; correct the data or export other annotations.`, { messages })
}

/** Locks all documents of the organization if one of these annotations is in a queue that confirms no duplicates. */
async function lockDuplicatesOf(tx: Tx, annotation_ids: readonly number[]): Promise<void> {
  const queues = await tx('queues as q')
    .whereIn(
      'q.id',
      tx('annotations')
        .whereRaw('id = any(?::bigint[])', [[...annotation_ids]])
        .select('queue_id'),
    )
    .select<Pick<RowOf<Queue>, 'organization_id' | 'settings'>[]>('q.organization_id', 'q.settings')
  const strict = queues.find(({ settings }) => duplicatePolicy(settings) === 'error')
  if (strict) await lockAllEqual(tx, strict.organization_id)
}

/** Returns the messages that refuse a confirmation: errors in the data, unless the queue allows them, and duplicates. */
export async function confirmationErrors(
  tx: Tx,
  annotation_id: number,
  locking?: { lock: boolean },
): Promise<Message[]> {
  const row = await tx('annotations as a')
    .join('schemas as s', 's.id', 'a.schema_id')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('a.id', annotation_id)
    .first<Row | undefined>('a.id', 'a.organization_id', 'a.queue_id', 'a.schema_id', schemaOf(tx), 'q.settings')
  if (!row) return []
  const ofData = withDefaults(row.settings).confirm_with_errors_allowed ? [] : await errorsOf(tx, row)
  return [...ofData, ...(await duplicateErrors(tx, annotation_id, locking))]
}

async function errorsOf(tx: Tx, row: Row): Promise<Message[]> {
  const computed = await computeTree(tx, row.id, await readTree(tx, row.id), row.schema)
  const ruled = await messagesOfRules(tx, row, computed.tree)
  const checked = validateTree(ruled.tree, row.schema, { hidden: false })
  const hidden = hiddenNodes(ruled.tree)
  return [...computed.messages, ...checked, ...ruled.messages].filter(
    ({ id, type }) => type === 'error' && !hidden.has(id),
  )
}
