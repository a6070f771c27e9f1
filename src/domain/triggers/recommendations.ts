import type { Knex } from 'knex'
import { Trigger } from '../../models/index.ts'
import { matchedParts, type AboutDocument, type MatchedPart } from '../../rules/conditions/matched-parts.ts'
import type { ContentTree } from '../../rules/content/index.ts'

export type MatchedTrigger = MatchedPart

/**
 * Returns the parts of the conditions of a queue's enabled delete recommendations that an annotation meets. With `empty`, a condition
 * without parts, which is always true, is included.
 */
export async function matchRecommendations(
  db: Knex,
  { id, queue_id }: { id: number; queue_id: number },
  tree: ContentTree,
  { empty = false } = {},
): Promise<MatchedTrigger[]> {
  const triggers = await Trigger.query(db)
    .whereIn(
      'id',
      db('delete_recommendations').where({ queue_id, enabled: true }).whereNotNull('trigger_id').select('trigger_id'),
    )
    .where('event', 'validation')
    .orderBy('id')
    .select('condition')
  if (triggers.length === 0) return []
  const about = await aboutDocument(db, id)
  return triggers.flatMap(({ condition }): MatchedPart[] =>
    empty && Object.keys(condition ?? {}).length === 0 ? [{ type: 'always' }] : matchedParts(condition, tree, about),
  )
}

/** Returns the facts about the document of an annotation to which conditions can refer. */
export async function aboutDocument(db: Knex, annotation_id: number): Promise<AboutDocument> {
  const about = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where('a.id', annotation_id)
    .first<AboutDocument | undefined>(
      'd.original_file_name as filename',
      db.raw('(select count(*)::integer from pages p where p.annotation_id = a.id) as number_of_pages'),
    )
  if (!about) throw new Error(`Annotation ${annotation_id} no longer exists.`)
  return about
}
