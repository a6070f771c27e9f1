/** Changes of a push that weaken a control: afterwards more documents pass without a person, or with fewer of them. */
import { WORKFLOW_STEPS, WORKFLOWS } from './controls/approvals.ts'
import { free, weakerIf, type Controls } from './controls/control.ts'
import { EXPORT_PROFILES, HOOKS, INBOXES, ORGANIZATIONS, RULES } from './controls/others.ts'
import { QUEUES } from './controls/queues.ts'
import { SCHEMAS } from './controls/schemas.ts'
import type { Kind, Values } from './kinds.ts'

/** What each key of each kind controls. A test compares the table with the kinds, so that each new key has to be decided. */
export const CONTROLS: Readonly<Partial<Record<Kind['path'], Controls>>> = {
  organizations: ORGANIZATIONS,
  labels: free('name', 'color'),
  workspaces: free('name', 'metadata'),
  engines: free('name', 'type', 'learning_enabled', 'description', 'settings'),
  engine_fields: free(
    ...(['name', 'engine', 'label', 'type', 'subtype', 'pre_trained_field_id', 'tabular', 'multiline'] as const),
  ),
  schemas: SCHEMAS,
  workflows: WORKFLOWS,
  workflow_steps: WORKFLOW_STEPS,
  connectors: free(
    ...(['name', 'service_url', 'params', 'client_ssl_certificate', 'authorization_type', 'asynchronous'] as const),
    'metadata',
  ),
  queues: QUEUES,
  triggers: free('event', 'queue', 'condition'),
  email_templates: free(
    ...(['name', 'queue', 'triggers', 'type', 'subject', 'message', 'automate', 'to', 'cc', 'bcc'] as const),
  ),
  delete_recommendations: {
    enabled: weakerIf('enabled', true, 'it recommends deletions'),
    ...free('queue', 'triggers'),
  },
  export_profiles: EXPORT_PROFILES,
  hooks: HOOKS,
  rules: RULES,
  inboxes: INBOXES,
}

/** Returns what a change weakens, as clauses such as `automation rises from never to always`. */
export function weakened({ path }: Pick<Kind, 'path'>, before: Values, changed: Values): string[] {
  const after = { ...before, ...changed }
  const clauses = Object.keys(changed).flatMap((key) => CONTROLS[path]?.[key]?.({ before, after }) ?? [])
  // Keys that have one control together name it once.
  return [...new Set(clauses)]
}
