/** Controls of queues. */
import { AUTOMATION_LEVELS, automationLevel, type AutomationLevel } from '../../../rules/automation/decide.ts'
import type { Values } from '../kinds.ts'
import { secondsKept, wordsKept } from '../lifetime.ts'
import { added, free, nameOf, weakerIf, type Control, type Controls } from './control.ts'
import { queueSettings } from './queue-settings.ts'

const STRICT: readonly AutomationLevel[] = AUTOMATION_LEVELS

const automation: Control = ({ before, after }) => {
  const [old, next] = [before, after].map((values) =>
    automationLevel({
      automation_enabled: values['automation_enabled'] === true,
      automation_level: values['automation_level'] as AutomationLevel,
    }),
  ) as [AutomationLevel, AutomationLevel]
  return STRICT.indexOf(next) < STRICT.indexOf(old) ? [`automation rises from ${old} to ${next}`] : []
}

const threshold: Control = ({ before, after }) => {
  const [old, next] = [before['default_score_threshold'], after['default_score_threshold']]
  return typeof old === 'number' && typeof next === 'number' && next < old
    ? [`default_score_threshold falls from ${old} to ${next}`]
    : []
}

/** Documents that an organization has to keep would be deleted with the next sweep. */
const lifetime: Control = ({ before, after }) =>
  secondsKept(after) < secondsKept(before)
    ? [`documents are deleted ${wordsKept(after)} after they have arrived (before: ${wordsKept(before)})`]
    : []

/** The names of the workflows of a queue, the first to be tried first. */
function inOrder({ workflows }: Values): string[] {
  const entries = (Array.isArray(workflows) ? workflows : []) as { url: unknown; priority?: number }[]
  return [...entries].sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0)).map(({ url }) => nameOf(url))
}

/** The first workflow whose condition is met decides, so that one in front of it can replace it. */
const workflows: Control = ({ before, after }) => {
  const [old, next] = [inOrder(before), inOrder(after)]
  const kept = old.filter((name) => next.includes(name))
  const inFront = (list: string[], name: string) => list.slice(0, list.indexOf(name))
  return [
    ...old.filter((name) => !next.includes(name)).map((name) => `the workflow ${name} is removed`),
    ...kept.flatMap((name) => {
      const others = added(inFront(old, name), inFront(next, name))
      return others.map((other) => `the workflow ${other} comes before ${name}`)
    }),
  ]
}

/** Another schema has other required fields and thresholds. */
const schema: Control = ({ before, after }) =>
  before['schema'] !== after['schema'] && before['schema']
    ? [`its schema is ${nameOf(after['schema'])} instead of ${nameOf(before['schema'])}`]
    : []

const connector: Control = ({ before, after }) =>
  before['connector'] !== after['connector'] && before['connector']
    ? [`the connector ${nameOf(before['connector'])} no longer validates its documents`]
    : []

const users: Control = ({ before, after }) => {
  const names = added(before['users'], after['users'])
  return names.length ? [`${names.join(', ')} get access to it`] : []
}

export const QUEUES: Controls = {
  automation_enabled: automation,
  automation_level: automation,
  default_score_threshold: threshold,
  document_lifetime: lifetime,
  use_confirmed_state: weakerIf('use_confirmed_state', false, 'confirmed documents are exported at once'),
  workflows,
  schema,
  connector,
  users,
  settings: queueSettings,
  ...free(
    ...(['name', 'workspace', 'engine', 'generic_engine', 'dedicated_engine', 'locale', 'session_timeout'] as const),
    ...(['training_enabled', 'rir_params', 'metadata'] as const),
  ),
}
