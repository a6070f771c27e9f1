import { conflictStatus, invalid, referenced } from '../../errors.ts'
import { Label } from '../../models/index.ts'
import { rowsOf } from '../rows.ts'
import { writeEvents, type Actor } from '../outbox/events.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { auditRow } from '../requests/audit.ts'
import type { Annotation, AnnotationLabel, RowOf, Rule } from '../../models/index.ts'
import type { Id } from '../../rules/access/ids.ts'

export const labelRows = rowsOf(Label)

/** Pairs of a label and an annotation that one request adds or removes: a statement has at most 65,535 parameters, an event names all labels. */
const MAX_PAIRS = 5_000

/**
 * Adds labels to annotations and removes others. A label in both lists is removed. Applies all changes or none: throws 409 if one of the
 * annotations has been purged, and 400 for more than `MAX_PAIRS`.
 */
export async function applyLabels(
  deps: Transactor,
  who: Actor,
  request: {
    add: readonly Id<'labels'>[]
    remove: readonly Id<'labels'>[]
    annotations: readonly Id<'annotations'>[]
    request_id: string | null
  },
): Promise<void> {
  const { request_id } = request
  const [add, remove] = [[...new Set(request.add)], [...new Set(request.remove)]]
  if (new Set(request.annotations).size * Math.max(add.length, remove.length) > MAX_PAIRS)
    throw invalid({ non_field_errors: [`At most ${MAX_PAIRS} labels of annotations can be changed at once.`] })
  await transact(deps, async (tx) => {
    const annotations = await tx<RowOf<Annotation>>('annotations')
      .whereIn('id', request.annotations)
      .orderBy('id')
      .forNoKeyUpdate()
      .select('id', 'queue_id', 'status')
    const purged = annotations.find(({ status }) => status === 'purged')
    if (purged) throw conflictStatus(`Annotation ${purged.id} has been purged.`)
    const ids = annotations.map(({ id }) => id)
    const pairs = ids.flatMap((annotation_id) => add.map((label_id) => ({ annotation_id, label_id })))
    if (pairs.length)
      await tx<RowOf<AnnotationLabel>>('annotation_labels')
        .insert(pairs)
        .onConflict(['annotation_id', 'label_id'])
        .ignore()
    await tx('annotation_labels').whereIn('annotation_id', ids).whereIn('label_id', remove).delete()
    await tx('annotations').whereIn('id', ids).update({ modified_at: tx.fn.now(), modified_by: who.user_id })
    await writeEvents(
      tx,
      annotations.map(({ id, queue_id }) => ({
        organization_id: who.organization_id,
        queue_id,
        annotation_id: id,
        kind: 'annotation.labels_changed',
        data: { added: add, removed: remove },
        actor_id: who.user_id,
        request_id,
      })),
    )
  })
}

/** Deletes a label from all annotations. Throws 409 while a rule adds or removes it. */
export const deleteLabel = (deps: Transactor, id: Id<'labels'>): Promise<void> =>
  transact(deps, async (tx) => {
    const rules = await tx<RowOf<Rule>>('rules')
      .where('organization_id', tx('labels').where({ id }).select('organization_id'))
      .whereRaw('actions @> ?::jsonb', [JSON.stringify([{ payload: { labels: [id] } }])])
      .orderBy('id')
      .pluck('id')
    if (rules.length) throw referenced(`The label is used by rules: ${rules.join(', ')}.`)
    await tx('labels').where({ id }).delete()
    await auditRow(tx, 'labels', { action: 'delete', id })
  })
