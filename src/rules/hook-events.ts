/** Events a hook may be notified of: name and actions. */
export const HOOK_EVENTS: Record<string, readonly string[]> = {
  annotation_status: ['changed'],
  annotation_content: ['initialize', 'started', 'user_update', 'updated', 'confirm', 'export'],
  upload: ['created'],
  email: ['received'],
  invocation: ['scheduled', 'manual', 'interface'],
}

/** All of them, `annotation_content.export`, and the bare names, which mean all actions of the event. */
export const EVENT_NAMES: readonly string[] = Object.entries(HOOK_EVENTS).flatMap(([event, actions]) => [
  event,
  ...actions.map((action) => `${event}.${action}`),
])

/** The events with actions that a hook is notified of; a bare name means all of its actions. */
export const expandEvents = (events: readonly string[]): string[] => [
  ...new Set(
    events.flatMap((name) => (name.includes('.') ? [name] : (HOOK_EVENTS[name] ?? []).map((a) => `${name}.${a}`))),
  ),
]

/** Names in a hook's `events` that match one asked for: itself, its bare name, and for a bare name its actions. */
export const namesMatching = (name: string): string[] =>
  name.includes('.') ? [name, name.split('.')[0]!] : [name, ...expandEvents([name])]

/** Webhooks may answer these later, by polling; only there its limits may be set. */
const ASYNCHRONOUS = ['upload.created', 'invocation.scheduled', 'annotation_content.export']
export const mayAnswerLater = (events: readonly string[]): boolean =>
  expandEvents(events).some((event) => ASYNCHRONOUS.includes(event))

/** What a hook may ask to be sent along. */
export const HOOK_SIDELOADS = [
  'queues',
  'modifiers',
  'schemas',
  'emails',
  'related_emails',
  'relations',
  'child_relations',
  'suggested_edits',
  'assignees',
  'pages',
  'notes',
  'labels',
  'automation_blockers',
] as const
