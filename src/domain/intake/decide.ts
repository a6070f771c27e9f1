import type { Extraction } from '@sheaf/extraction/types'
import { decideAutomation } from '../../rules/automation/decide.ts'
import type { MatchedPart } from '../../rules/conditions/matched-parts.ts'
import type { BlockerItem } from '../../rules/automation/decide.ts'
import { validateTree } from '../../rules/content/index.ts'
import type { ContentTree, Message } from '../../rules/content/index.ts'
import { automatesDuplicates, type Duplicate } from '../../rules/duplicates/policies.ts'
import { engineNameOf } from '../../rules/content/sources.ts'
import type { Blocker } from '../../rules/content/reports.ts'
import { datapoints, type SchemaContent } from '../../rules/schema/index.ts'
import type { ImportingAnnotation } from './importing.ts'
import type { Tx } from '../outbox/transaction.ts'

/** What the import found about the annotation besides its content. */
export interface Findings {
  duplicates: readonly Duplicate[]
  /** Messages and blockers of hooks, formulas and rules. */
  messages: readonly Message[]
  blockers: readonly Blocker[]
  /** What the delete recommendations of the queue found. */
  recommendations: readonly MatchedPart[]
  /** The result of the engine. */
  extraction: Extraction
}

/** Checks the new content and decides whether a user has to review it. */
export function decide(
  { settings, schema_content: schema, ...queue }: ImportingAnnotation,
  tree: ContentTree,
  { duplicates, messages, blockers, recommendations, extraction }: Findings,
): { trigger: 'automate' | 'engine_finished'; tree: ContentTree; blockers: BlockerItem[] } {
  const decision = decideAutomation({
    queue: {
      automation_enabled: queue.automation_enabled,
      automation_level: queue.automation_level,
      default_score_threshold: queue.default_score_threshold,
      automation: settings.automation ?? null,
      automates_duplicates: automatesDuplicates(settings),
    },
    schema,
    tree,
    messages: [...validateTree(tree, schema), ...messages],
    blockers,
    recommendations,
    suggestedEdit: queue.has_suggested_edit,
    duplicates,
    candidates: fieldsWithCandidates(schema, extraction),
  })
  const trigger = decision.automated ? 'automate' : 'engine_finished'
  return { trigger, tree: decision.tree, blockers: decision.blockers }
}

/**
 * Returns the ids of the fields for which the engine has a value, even if it does not fit the field. Of a document whose pages were not all
 * read, these are all fields: what is on the other pages is not known.
 */
export function fieldsWithCandidates(
  schema: SchemaContent,
  { fields, own_fields = {}, pages, pageCount }: Extraction,
): ReadonlySet<string> {
  const isCut = pages.length < pageCount
  const isFound = (source: string) => Object.hasOwn(fields, engineNameOf(source) ?? '')
  return new Set(
    [...datapoints(schema)].flatMap(({ field: { id, rir_field_names: names } }) =>
      isCut || names?.some(isFound) || Object.hasOwn(own_fields, id) ? [id] : [],
    ),
  )
}

/** Stores the reasons that prevent automation, as one row per annotation; without blockers there is no row. */
export async function storeBlockers(
  tx: Tx,
  { id, organization_id }: ImportingAnnotation,
  blockers: BlockerItem[],
): Promise<void> {
  if (blockers.length === 0) {
    await tx('automation_blockers').where({ annotation_id: id }).delete()
    return
  }
  await tx('automation_blockers')
    .insert({ annotation_id: id, organization_id, content: JSON.stringify(blockers) })
    .onConflict('annotation_id')
    .merge(['content'])
}
