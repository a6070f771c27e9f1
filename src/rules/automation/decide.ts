/** Decides whether an annotation may be confirmed automatically, and lists what prevents it. */
import { isExportable, isRequired } from '../schema/defaults.ts'
import type { SchemaContent, SchemaDatapoint } from '../schema/types.ts'
import { datapoints, nodesById } from '../schema/walk.ts'
import { copyJson, contentDatapoints, contentNodes } from '../content/tree.ts'
import type { ContentTree, DatapointNode } from '../content/types.ts'
import type { MatchedPart } from '../conditions/matched-parts.ts'
import type { Message } from '../content/validate.ts'
import type { Duplicate } from '../duplicates/policies.ts'

export const AUTOMATION_LEVELS = ['always', 'confident', 'never'] as const
export type AutomationLevel = (typeof AUTOMATION_LEVELS)[number]

/** The types of blockers. */
export const BLOCKER_TYPES = [
  'automation_disabled',
  'is_duplicate',
  'suggested_edit_present',
  'low_score',
  'failed_checks',
  'no_validation_sources',
  'error_message',
  'delete_recommendation_filename',
  'delete_recommendation_page_count',
  'delete_recommendation_field',
  'extension',
] as const

export interface AnnotationBlocker {
  level: 'annotation'
  type: string
  details?: { message_content?: string[]; content?: string[]; duplicates?: readonly Duplicate[] }
}
export interface BlockerSample {
  datapoint_id: number
  details?: Record<string, unknown>
}
export interface DatapointBlocker {
  level: 'datapoint'
  type: string
  schema_id: string
  /** The first ten. */
  samples: BlockerSample[]
  samples_truncated: boolean
}
export type BlockerItem = AnnotationBlocker | DatapointBlocker

export interface AutomationInput {
  queue: {
    automation_enabled: boolean
    automation_level: AutomationLevel
    default_score_threshold: number
    /** `settings.automation` of the queue. */
    automation?: { automate_suggested_edit?: boolean | null; automate_empty_fields?: boolean | null } | null
    /** Whether duplicates may be automated (`automatesDuplicates`). */
    automates_duplicates: boolean
  }
  schema: SchemaContent
  tree: ContentTree
  /** All messages of the last validation: constraint checks, hooks, connector, rules. */
  messages: readonly Message[]
  /** Blockers set by hooks and rules. Without an id (or with `all`) they apply to the whole annotation. */
  blockers: readonly { id?: number | string | null; content: string }[]
  /** What the delete recommendations of the queue found. */
  recommendations?: readonly MatchedPart[]
  /** The import suggested to split the document. */
  suggestedEdit: boolean
  /** Other documents of which this one is a duplicate. */
  duplicates: readonly Duplicate[]
  /** Schema ids of the fields for which the engine found something, even if it does not fit the field. */
  candidates?: ReadonlySet<string>
}

export interface AutomationDecision {
  automated: boolean
  /** Empty if automated. */
  blockers: BlockerItem[]
  /** The tree to store. With level `always`, invalid optional values are cleared if the document is then valid. */
  tree: ContentTree
}

/** Returns the effective level: both switches of the queue have to be on. */
export const automationLevel = (
  queue: Pick<AutomationInput['queue'], 'automation_enabled' | 'automation_level'>,
): AutomationLevel => (queue.automation_enabled ? queue.automation_level : 'never')

/** Decides by the queue's automation level; levels and blocker types are listed in docs/fields.md. */
export function decideAutomation(input: AutomationInput): AutomationDecision {
  const level = automationLevel(input.queue)
  if (level === 'never') {
    const off: BlockerItem = { level: 'annotation', type: 'automation_disabled' }
    return { automated: false, blockers: [off, ...extensionItems(input)], tree: input.tree }
  }
  const cleaned = level === 'always' ? emptyInvalidOptional(input) : input
  const blockers = [
    ...documentItems(input),
    ...recommendationItems(input),
    ...errorItems(cleaned),
    ...(level === 'confident' ? [...confidenceItems(input), ...occurrenceItems(input), ...extensionItems(input)] : []),
  ]
  return blockers.length
    ? { automated: false, blockers, tree: input.tree }
    : { automated: true, blockers: [], tree: cleaned.tree }
}

function documentItems({ queue, suggestedEdit, duplicates }: AutomationInput): BlockerItem[] {
  const items: BlockerItem[] = []
  if (duplicates.length > 0 && !queue.automates_duplicates) items.push(duplicateBlocker(duplicates))
  if (suggestedEdit && !queue.automation?.automate_suggested_edit)
    items.push({ level: 'annotation', type: 'suggested_edit_present' })
  return items
}

/** Returns the documents and fields for which a delete recommendation holds, with the reason. */
function recommendationItems({ tree, recommendations = [] }: AutomationInput): BlockerItem[] {
  const ofDocument = (['always', 'filename', 'page_count'] as const).flatMap((kind): BlockerItem[] => {
    const message_content = recommendations.flatMap((part) => (part.type === kind ? [reasonOf(part)] : []))
    const type = kind === 'page_count' ? 'delete_recommendation_page_count' : 'delete_recommendation_filename'
    return message_content.length ? [{ level: 'annotation', type, details: { message_content } }] : []
  })
  const schemaIds = new Map([...contentDatapoints(tree)].map(({ node }) => [node.id, node.schema_id]))
  const samples = recommendations.flatMap((part) =>
    part.type === 'datapoint' && schemaIds.has(part.id)
      ? [{ schema_id: schemaIds.get(part.id)!, sample: { datapoint_id: part.id, details: { value: part.value } } }]
      : [],
  )
  return [...ofDocument, ...groupSamples('delete_recommendation_field', samples)]
}

function reasonOf(part: MatchedPart): string {
  switch (part.type) {
    case 'page_count':
      return `The document has ${part.value} pages, more than ${part.threshold}.`
    case 'filename':
      return `The name of the file matches ${part.regex}.`
    case 'datapoint':
      return `The value is ${part.value}.`
    case 'always':
      return 'The queue recommends deleting all documents.'
  }
}

/** The document is a duplicate of these. */
export const duplicateBlocker = (duplicates: readonly Duplicate[]): BlockerItem => ({
  level: 'annotation',
  type: 'is_duplicate',
  details: { duplicates },
})

/** Adds a blocker of the whole document, unless there is one of its type already. */
export const withBlocker = (blockers: BlockerItem[], added: BlockerItem | null): BlockerItem[] =>
  added && !(added.type === 'is_duplicate' && blockers.some(({ type }) => type === added.type))
    ? [...blockers, added]
    : blockers

/** An error of the whole document. */
export const errorBlocker = (message: string): BlockerItem => ({
  level: 'annotation',
  type: 'error_message',
  details: { message_content: [message] },
})

/** Returns one item for the error messages of the whole document, and one per schema id with the messages of each node. */
function errorItems({ messages, tree }: Pick<AutomationInput, 'messages' | 'tree'>): BlockerItem[] {
  const errors = messages.filter((message) => message.type === 'error')
  return groupByNode(tree, errors, 'error_message', 'message_content')
}

const extensionItems = ({ tree, blockers }: AutomationInput) => groupByNode(tree, blockers, 'extension', 'content')

function groupByNode(
  tree: ContentTree,
  notes: readonly { id?: number | string | null; content: string }[],
  type: string,
  key: 'message_content' | 'content',
): BlockerItem[] {
  const schemaIds = new Map([...contentNodes(tree)].map(([node]) => [node.id, node.schema_id]))
  const whole: string[] = []
  const byNode = new Map<number, string[]>()
  for (const { id, content } of notes) {
    const node = id == null || id === 'all' ? undefined : Number(id)
    if (node === undefined || !schemaIds.has(node)) whole.push(content)
    else byNode.set(node, [...(byNode.get(node) ?? []), content])
  }
  const samples = [...byNode].map(([id, contents]) => ({
    schema_id: schemaIds.get(id)!,
    sample: { datapoint_id: id, details: { [key]: contents } },
  }))
  const forAll: BlockerItem[] = whole.length ? [{ level: 'annotation', type, details: { [key]: whole } }] : []
  return [...forAll, ...groupSamples(type, samples)]
}

const MAX_SAMPLES = 10

function groupSamples(type: string, found: { schema_id: string; sample: BlockerSample }[]): DatapointBlocker[] {
  const groups = Map.groupBy(found, (each) => each.schema_id)
  return [...groups].map(([schema_id, each]) => ({
    level: 'datapoint',
    type,
    schema_id,
    samples: each.slice(0, MAX_SAMPLES).map(({ sample }) => sample),
    samples_truncated: each.length > MAX_SAMPLES,
  }))
}

/** Returns the exportable fields whose values are not confirmed: the score is too low, or they were never validated. */
function confidenceItems({ tree, schema, queue, candidates }: AutomationInput): BlockerItem[] {
  const fields = new Map([...datapoints(schema)].map(({ field }) => [field.id, field]))
  const isRead = hasValues(tree, schema)
  const low: Parameters<typeof groupSamples>[1] = []
  const none: Parameters<typeof groupSamples>[1] = []
  for (const { node } of contentDatapoints(tree)) {
    const field = fields.get(node.schema_id)
    if (!field || !isExportable(field) || !node.content || node.validation_sources.length) continue
    const mayBeAbsent = !isRequired(field) && queue.automation?.automate_empty_fields !== false
    if (mayBeAbsent && isRead && isAbsent(node, candidates)) continue
    const score = node.content.value === '' ? null : node.content.rir_confidence
    const threshold = field.score_threshold ?? queue.default_score_threshold
    if (score !== null && score < threshold)
      low.push({ schema_id: field.id, sample: { datapoint_id: node.id, details: { score, threshold } } })
    else none.push({ schema_id: field.id, sample: { datapoint_id: node.id } })
  }
  return [...groupSamples('low_score', low), ...groupSamples('no_validation_sources', none)]
}

/** Whether a value is empty and the engine found nothing for its field. `candidates` are the fields for which it found something. */
export const isAbsent = ({ schema_id, content }: DatapointNode, candidates?: ReadonlySet<string>): boolean =>
  content?.value === '' && content.rir_text === null && !candidates?.has(schema_id)

/** Whether an exportable field has a value. A document of which nothing was read is not one whose optional fields are absent. */
export function hasValues(tree: ContentTree, schema: SchemaContent): boolean {
  const exportable = new Set([...datapoints(schema)].flatMap(({ field }) => (isExportable(field) ? [field.id] : [])))
  return [...contentDatapoints(tree)].some(({ node }) => exportable.has(node.schema_id) && node.content?.value)
}

/** Whether a field may be empty and is. */
export const isEmptyOptional = (field: SchemaDatapoint, { content }: DatapointNode): boolean =>
  !isRequired(field) && content?.value === ''

/** Returns the multivalues with fewer children than `min_occurrences`, which a user has to review. */
function occurrenceItems({ tree, schema }: AutomationInput): BlockerItem[] {
  const nodes = nodesById(schema)
  return tree
    .flatMap((section) => section.children)
    .flatMap((node) => {
      const known = nodes.get(node.schema_id)
      if (node.category !== 'multivalue' || known?.category !== 'multivalue') return []
      if (node.children.length >= (known.min_occurrences ?? 0)) return []
      const sample = { datapoint_id: node.id, details: { validation: 'min_occurrences' } }
      return groupSamples('failed_checks', [{ schema_id: node.schema_id, sample }])
    })
}

/** Clears the optional fields that have an error and removes their messages; required fields keep theirs. */
function emptyInvalidOptional({ tree, schema, messages }: AutomationInput): Pick<AutomationInput, 'tree' | 'messages'> {
  const fields = new Map([...datapoints(schema)].map(({ field }) => [field.id, field]))
  const wrong = new Set(messages.filter((message) => message.type === 'error').map((message) => message.id))
  const next = copyJson(tree)
  const emptied = new Set<string>()
  for (const { node } of contentDatapoints(next)) {
    const field = fields.get(node.schema_id)
    if (!field || isRequired(field) || !node.content?.value || !wrong.has(String(node.id))) continue
    emptyValue(node)
    emptied.add(String(node.id))
  }
  return { tree: next, messages: messages.filter((message) => !emptied.has(message.id)) }
}

function emptyValue(node: DatapointNode): void {
  Object.assign(node.content!, { value: '', normalized_value: null, page: null, position: null })
  node.validation_sources = []
}
