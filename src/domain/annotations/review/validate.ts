/** Validation of the content while a user reviews it. */
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { notFound } from '../../../errors.ts'
import type { Annotation, RowOf } from '../../../models/index.ts'
import {
  contentNodes,
  validateTree,
  type ContentNode,
  type ContentTree,
  type Message,
} from '../../../rules/content/index.ts'
import { hiddenNodes } from '../../../rules/content/tree.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { writeEvents } from '../../outbox/events.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import { recordValueChanges } from '../content/value-changes.ts'
import { changedMessages, readTree, storeTree, type Writer } from '../content/contents.ts'
import { duplicatesInReview, type Duplicates } from '../duplicates/duplicates.ts'
import { computeTree } from '../content/formulas.ts'
import { undecidedApproval } from '../status/approval-of.ts'
import { lockAnnotation } from '../status/lock.ts'
import { matchRecommendations, type MatchedTrigger } from '../../triggers/recommendations.ts'
import { validateByRules } from '../../automation-rules/run.ts'
import { statusConflict } from '../status/conflict.ts'
import { schemaOf } from '../content/schema-of.ts'

export interface ValidationRequest {
  /** Nodes that the client changed since its last validation. */
  updated_datapoint_ids: readonly number[]
  /** The actions of the event `annotation_content` for which extensions run. */
  actions: readonly string[]
  /** Whether messages about hidden fields are included. */
  hidden: boolean
  request_id: string | null
}

export interface ValidationResult {
  messages: Message[]
  /** The datapoints, rows and tables that this validation changed, as they are stored. */
  updated: ContentNode[]
  /** Operations that extensions propose. */
  suggested_operations: object[]
  matched: MatchedTrigger[]
  /** Documents of which this one is a duplicate. Messages about them depend on what the user sees. */
  duplicates: Duplicates
}

/** What extensions (hooks and the connector) answer. Their operations are stored before the other steps run. */
export interface ExtensionAnswer {
  messages: Message[]
  suggested_operations: object[]
}

/** Calls the extensions of a queue for a validation, outside of a transaction. */
export type CallExtensions = (annotation_id: number, request: ValidationRequest) => Promise<ExtensionAnswer>

const noExtensions: CallExtensions = () => Promise.resolve({ messages: [], suggested_operations: [] })

/**
 * Validates the content of an annotation that the user reviews: extensions, formula fields, checks of data, rules, delete recommendations,
 * conditions of approvals, in this order. Stores what they change. Throws 404, and 409 `conflict_status` unless the user (or an administrator)
 * may change content of the annotation and it is in review.
 */
export async function validateContent(
  deps: Transactor,
  who: Writer,
  annotation_id: number,
  request: ValidationRequest,
  extensions: CallExtensions = noExtensions,
): Promise<ValidationResult> {
  const before = await inReview(deps, who, annotation_id)
  const answered = await extensions(annotation_id, request)
  return transact(deps, async (tx) => {
    const { subject, tree, messages: stored } = await lockInReview(tx, who, annotation_id, request.request_id)
    const { schema } = subject
    const computed = await computeTree(tx, annotation_id, tree, schema)
    const ruled = await validateByRules(tx, subject, computed.tree)
    // Rules change no values, but decide which fields are visible.
    const checked = validateTree(ruled.tree, schema, { hidden: request.hidden })
    const matched = await matchRecommendations(tx, subject, ruled.tree)
    if (ruled.tree !== tree) {
      await storeValidated(tx, who, subject, ruled.tree)
      const changed = { ...subject, annotation_id, origin: 'rule' } as const
      await recordValueChanges(tx, changed, { before: tree, after: ruled.tree })
    }
    const changes = changedMessages(stored, computed.messages)
    if (changes.messages) await tx('annotations').where({ id: annotation_id }).update(changes)
    const ofApproval = await approvalMessages(tx, annotation_id)
    const messages = [...answered.messages, ...computed.messages, ...checked, ...ruled.messages, ...ofApproval]
    return {
      messages: request.hidden ? messages : withoutHidden(messages, ruled.tree),
      updated: changedNodes(before, ruled.tree),
      suggested_operations: answered.suggested_operations,
      matched,
      duplicates: await duplicatesInReview(tx, annotation_id, ruled.tree),
    }
  })
}

/** Returns the error that will refuse the confirmation because it is not known whether the annotation has to be approved. */
async function approvalMessages(tx: Tx, annotation_id: number): Promise<Message[]> {
  const undecided = await undecidedApproval(tx, await lockAnnotation(tx, annotation_id), 'confirm')
  return undecided ? [{ id: 'all', type: 'error', content: undecided }] : []
}

type Reviewed = Pick<
  RowOf<Annotation>,
  'id' | 'status' | 'modifier_id' | 'organization_id' | 'queue_id' | 'schema_id' | 'messages'
> & { schema: SchemaContent }

/** Throws 404 or 409 unless the user may validate the annotation. Returns the row. */
async function assertReview<Row extends Pick<Reviewed, 'id' | 'status' | 'modifier_id'>>(
  db: Knex,
  row: Row | undefined,
  who: Writer,
): Promise<Row> {
  if (!row) throw notFound('Annotation')
  const refuse = (reason: string) => statusConflict(db, reason, row, who.user_id)
  if (row.status !== 'reviewing') throw await refuse(`The annotation is ${row.status}; start its review first.`)
  if (!who.admin && row.modifier_id !== who.user_id)
    throw await refuse('The annotation is being reviewed by another user.')
  return row
}

/** Returns the tree before extensions change it. */
async function inReview({ db }: Transactor, who: Writer, id: number): Promise<ContentTree> {
  await assertReview(
    db,
    await db<RowOf<Annotation>>('annotations').where('id', id).first('id', 'status', 'modifier_id'),
    who,
  )
  return readTree(db, id)
}

async function lockInReview(tx: Tx, who: Writer, id: number, request_id: string | null) {
  // Lock first: a statement that waits for the lock may read data from before the change it waited for.
  await tx('annotations').where({ id }).forUpdate().select('id')
  const found = await tx('annotations as a')
    .join('schemas as s', 's.id', 'a.schema_id')
    .where('a.id', id)
    .first<Reviewed | undefined>(
      'a.id',
      'a.status',
      'a.modifier_id',
      'a.organization_id',
      'a.queue_id',
      'a.schema_id',
      'a.messages',
      schemaOf(tx),
    )
  const row = await assertReview(tx, found, who)
  return { subject: { ...row, user_id: who.user_id, request_id }, tree: await readTree(tx, id), messages: row.messages }
}

async function storeValidated(
  tx: Tx,
  who: Writer,
  subject: Pick<Reviewed, 'id' | 'organization_id' | 'queue_id' | 'schema'> & { request_id: string | null },
  tree: ContentTree,
): Promise<void> {
  const { id, organization_id, queue_id, schema, request_id } = subject
  await storeTree(tx, id, tree, schema)
  await tx('annotations').where({ id }).update({ modified_at: tx.fn.now(), modified_by: who.user_id })
  await writeEvents(tx, [
    {
      organization_id,
      queue_id,
      annotation_id: id,
      kind: 'annotation_content.changed',
      data: {},
      actor_id: who.user_id,
      request_id,
    },
  ])
}

function withoutHidden(messages: readonly Message[], tree: ContentTree): Message[] {
  const hidden = hiddenNodes(tree)
  return messages.filter(({ id }) => !hidden.has(id))
}

/** Returns the outermost nodes that are new, and those below sections that differ in their own keys. */
function changedNodes(before: ContentTree, after: ContentTree): ContentNode[] {
  const known = new Map([...contentNodes(before)].map(([node]) => [node.id, node]))
  const covered = new Set<ContentNode>()
  const changed: ContentNode[] = []
  for (const [node, parent] of contentNodes(after)) {
    if (parent && covered.has(parent)) covered.add(node)
    else if (node.category !== 'section' && differs(known.get(node.id), node)) {
      changed.push(node)
      covered.add(node)
    }
  }
  return changed
}

function differs(old: ContentNode | undefined, node: ContentNode): boolean {
  if (!old) return true
  if (old === node) return false
  if (node.category === 'datapoint' || old.category === 'datapoint') return !isDeepStrictEqual(old, node)
  const ids = ({ children }: { children: { id: number }[] }) => children.map(({ id }) => id)
  return !isDeepStrictEqual({ ...old, children: ids(old) }, { ...node, children: ids(node) })
}
