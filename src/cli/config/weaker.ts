/** Changes of a push that weaken a control: afterwards more documents pass without a person, or with fewer of them. */
import { AUTOMATION_LEVELS, automationLevel, type AutomationLevel } from '../../rules/automation.ts'
import { automatesDuplicates, duplicatePolicy } from '../../rules/duplicates.ts'
import { DEFAULT_LEGAL_RETENTION_YEARS } from '../../rules/legal-retention.ts'
import type { QueueSettings } from '../../rules/queue-settings.ts'
import { datapoints, type SchemaContent } from '../../rules/schema-content.ts'
import { isRequired } from '../../rules/schema/defaults.ts'
import type { Kind, Values } from './kinds.ts'
import { secondsKept, wordsKept } from './lifetime.ts'

type Change = { before: Values; after: Values }

/** Returns what a change weakens, as clauses such as `automation rises from never to always`. */
export function weakened({ path }: Pick<Kind, 'path'>, before: Values, changed: Values): string[] {
  return WEAKER[path]?.({ before, after: { ...before, ...changed } }) ?? []
}

const WEAKER: Partial<Record<Kind['path'], (change: Change) => string[]>> = {
  queues: (change) => [
    ...automation(change),
    ...threshold(change),
    ...settings(change),
    ...workflows(change),
    ...lifetime(change),
    ...retention(change),
  ],
  workflows: ({ before, after }) => [
    ...condition(before, after),
    ...DUTIES.flatMap(([key, clause]) => (after[key] === true && before[key] === false ? [clause] : [])),
  ],
  workflow_steps: ({ before, after }) => [
    ...condition(before, after),
    ...(MODES.indexOf(String(after['mode'])) < MODES.indexOf(String(before['mode']))
      ? [`its mode changes from ${String(before['mode'])} to ${String(after['mode'])}`]
      : []),
  ],
  rules: ({ before, after }) => (before['enabled'] === true && after['enabled'] === false ? ['it is disabled'] : []),
  schemas: fields,
}

const DUTIES = [
  ['confirmer_may_approve', 'the user who confirmed a document may approve it'],
  ['approver_may_repeat', 'one user may approve several steps'],
] as const

/** From the weakest to the strongest. */
const MODES = ['auto', 'any', 'all']
const STRICT: readonly AutomationLevel[] = AUTOMATION_LEVELS

function automation({ before, after }: Change): string[] {
  const [old, next] = [before, after].map((values) =>
    automationLevel({
      automation_enabled: values['automation_enabled'] === true,
      automation_level: values['automation_level'] as AutomationLevel,
    }),
  ) as [AutomationLevel, AutomationLevel]
  return STRICT.indexOf(next) < STRICT.indexOf(old) ? [`automation rises from ${old} to ${next}`] : []
}

function threshold({ before, after }: Change): string[] {
  const [old, next] = [before['default_score_threshold'], after['default_score_threshold']]
  return typeof old === 'number' && typeof next === 'number' && next < old
    ? [`default_score_threshold falls from ${old} to ${next}`]
    : []
}

/** Documents that an organization has to keep would be deleted with the next sweep. */
const lifetime = ({ before, after }: Change): string[] =>
  secondsKept(after) < secondsKept(before)
    ? [`documents are deleted ${wordsKept(after)} after they have arrived (before: ${wordsKept(before)})`]
    : []

/** Deletion requests would delete documents that the law requires. */
function retention({ before, after }: Change): string[] {
  const [old, next] = [before, after].map((values) => {
    // The service keeps settings that a file omits.
    const settings = { ...(before['settings'] ?? {}), ...(values['settings'] ?? {}) } as QueueSettings
    return settings.legal_retention_years ?? DEFAULT_LEGAL_RETENTION_YEARS
  }) as [number, number]
  return next < old ? [`legal_retention_years falls from ${old} to ${next}`] : []
}

/** What settings of a queue mean where they are loose. */
const LOOSENS: [string, (settings: QueueSettings) => boolean][] = [
  ['approvals are disabled', ({ workflows }) => workflows?.enabled !== true],
  ['users may skip approvals', ({ workflows }) => workflows?.bypass_workflows_allowed === true],
  ['data with errors may be confirmed', (given) => given.confirm_with_errors_allowed === true],
  ['duplicates are automated', automatesDuplicates],
  ['duplicates may be confirmed', (given) => duplicatePolicy(given) !== 'error'],
  ['users are not asked before they confirm duplicates', (given) => duplicatePolicy(given) === 'allow'],
  ['suggested splits are automated', ({ automation: given }) => given?.automate_suggested_edit === true],
  ['empty optional fields are automated', ({ automation: given }) => given?.automate_empty_fields !== false],
]

const settings = ({ before, after }: Change): string[] =>
  LOOSENS.flatMap(([clause, isLoose]) => {
    // The service keeps settings that a file omits.
    const old = (before['settings'] ?? {}) as QueueSettings
    return isLoose({ ...old, ...(after['settings'] as QueueSettings) }) && !isLoose(old) ? [clause] : []
  })

function workflows({ before, after }: Change): string[] {
  const left = JSON.stringify(after['workflows'] ?? [])
  const gone = ((before['workflows'] ?? []) as { url: unknown }[]).filter(
    ({ url }) => !left.includes(JSON.stringify(url)),
  )
  return gone.map(({ url }) => `the workflow ${String((url as { name?: unknown } | null)?.name ?? url)} is removed`)
}

const condition = (before: Values, after: Values): string[] =>
  JSON.stringify(before['condition']) === JSON.stringify(after['condition'])
    ? []
    : [`its condition changes to ${JSON.stringify(after['condition'])}`]

function fields({ before, after }: Change): string[] {
  const next = new Map([...datapoints(after['content'] as SchemaContent)].map(({ field }) => [field.id, field]))
  return [...datapoints(before['content'] as SchemaContent)].flatMap(({ field: old }) => {
    const field = next.get(old.id)
    if (!field) return []
    const [was, becomes] = [old.score_threshold ?? null, field.score_threshold ?? null]
    return [
      ...(was !== null && becomes !== null && becomes < was
        ? [`the threshold of ${old.id} falls from ${was} to ${becomes}`]
        : []),
      ...(isRequired(old) && !isRequired(field) ? [`${old.id} is no longer required`] : []),
    ]
  })
}
