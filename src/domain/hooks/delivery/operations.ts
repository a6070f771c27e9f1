/** Applies the operations of a hook's response to the content of an annotation. */
import type { Status } from '../../../rules/annotations/status.ts'
import { applyOperations, contentNodes, withIds, type Applied, type ContentTree } from '../../../rules/content/index.ts'
import {
  lockWithSchema,
  readTree,
  storeComputedTree,
  storeTree,
  takeNodeIds,
} from '../../annotations/content/contents.ts'
import { computeTree } from '../../annotations/content/formulas.ts'
import { nameByPresentIds } from '../../annotations/content/renamed.ts'
import { recordValueChanges } from '../../annotations/content/value-changes.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import type { HookRun, RowOf } from '../../../models/index.ts'
import { writeEvents } from '../../outbox/events.ts'
import type { Tx } from '../../outbox/transaction.ts'

/** The statuses in which an action of `annotation_content` may change the content. */
const WRITABLE: Record<string, readonly Status[]> = {
  initialize: ['importing'],
  export: ['exporting'],
}
const REVIEW: readonly Status[] = ['reviewing']

export interface OperationsApplied {
  /** Replaced datapoints, added rows with their tables and cells, and tables from which rows were removed. */
  updated: number[]
  /** Why operations were skipped, one sentence each. */
  problems: string[]
}

/** Applies what is valid, and reports the rest. Connectors have no `hook_id`. An annotation that has left the status of the event is not changed. */
export async function applyHookOperations(
  tx: Tx,
  annotation_id: number,
  { action, facts, hook_id }: Pick<RowOf<HookRun>, 'action' | 'facts'> & Partial<Pick<RowOf<HookRun>, 'hook_id'>>,
  operations: readonly Record<string, unknown>[],
): Promise<OperationsApplied> {
  if (operations.length === 0) return { updated: [], problems: [] }
  const locked = await lockWithSchema(tx, annotation_id)
  if (!locked || !(WRITABLE[action] ?? REVIEW).includes(locked.status))
    return { updated: [], problems: [`The operations were ignored: the annotation is ${locked?.status ?? 'removed'}.`] }
  const isReview = !(action in WRITABLE)
  if (isReview && facts.reviewer_id !== undefined && locked.modifier_id !== facts.reviewer_id)
    return { updated: [], problems: ['The operations were ignored: the review of the event has ended.'] }
  const before = await readTree(tx, annotation_id)
  const applied: { last?: Applied } = {}
  const after = await withIds(
    (takeIds) => {
      applied.last = applyOperations(before, locked.schema, operations, { origin: 'hook', takeIds })
      return applied.last.tree
    },
    (count) => takeNodeIds(tx, count),
  )
  if (after !== before) {
    // An import stores the messages of the formulas at its end.
    const stored =
      action === 'initialize'
        ? await storeAtImport(tx, annotation_id, after, locked.schema)
        : await storeComputedTree(tx, annotation_id, after, locked.schema)
    if (locked.schema_version_id !== null) await nameByPresentIds(tx, [annotation_id])
    const changed = { ...locked, annotation_id, origin: 'hook', hook_id } as const
    await recordValueChanges(tx, changed, { before, after: stored })
    await tx('annotations').where('id', annotation_id).update({ modified_at: tx.fn.now() })
    const { organization_id, queue_id } = locked
    await writeEvents(tx, [{ kind: 'annotation_content.changed', organization_id, queue_id, annotation_id, data: {} }])
  }
  return {
    updated: updatedNodes(before, after, applied.last?.changes ?? []),
    problems: problemsOf(applied.last?.errors?.operations),
  }
}

async function storeAtImport(
  tx: Tx,
  annotation_id: number,
  given: ContentTree,
  schema: SchemaContent,
): Promise<ContentTree> {
  const { tree } = await computeTree(tx, annotation_id, given, schema)
  await storeTree(tx, annotation_id, tree, schema)
  return tree
}

function updatedNodes(before: ContentTree, after: ContentTree, changes: Applied['changes']): number[] {
  const added = new Set(changes.filter(({ op }) => op === 'add').map(({ id }) => id))
  const removed = new Set(changes.filter(({ op }) => op === 'remove').map(({ id }) => id))
  const ids = new Set(changes.filter(({ op }) => op === 'replace').map(({ id }) => id))
  for (const [node, parent] of contentNodes(before)) if (removed.has(node.id) && parent) ids.add(parent.id)
  for (const [node, parent] of contentNodes(after)) {
    if (!added.has(node.id)) continue
    if (parent) ids.add(parent.id)
    for (const [below] of contentNodes([node])) ids.add(below.id)
  }
  return [...ids]
}

const MAX_PROBLEMS = 20

function problemsOf(errors: NonNullable<Applied['errors']>['operations'] | undefined): string[] {
  if (!errors) return []
  const sentences = Array.isArray(errors)
    ? errors
    : Object.entries(errors).map(([index, error]) => `Operation ${index} was skipped: ${JSON.stringify(error)}`)
  const more = sentences.length - MAX_PROBLEMS
  return [...sentences.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`${more} further operations were skipped.`] : [])]
}
