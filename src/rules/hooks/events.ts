/** Events to which a hook can subscribe: names and actions. */
export const HOOK_EVENTS: Record<string, readonly string[]> = {
  annotation_status: ['changed'],
  annotation_content: ['initialize', 'started', 'user_update', 'updated', 'confirm', 'export'],
  upload: ['created'],
  email: ['received'],
  invocation: ['scheduled', 'manual', 'interface'],
}

/** Every accepted name: an event with an action (`annotation_content.export`), or an event alone, which includes all of its actions. */
export const EVENT_NAMES: readonly string[] = Object.entries(HOOK_EVENTS).flatMap(([event, actions]) => [
  event,
  ...actions.map((action) => `${event}.${action}`),
])

/** Expands the events of a hook to events with actions. An event without an action includes all of its actions. */
export const expandEvents = (events: readonly string[]): string[] => [
  ...new Set(
    events.flatMap((name) => (name.includes('.') ? [name] : (HOOK_EVENTS[name] ?? []).map((a) => `${name}.${a}`))),
  ),
]

/** Returns the names in a hook's `events` that match the requested one: itself, its bare name, and for a bare name its actions. */
export const namesMatching = (name: string): string[] =>
  name.includes('.') ? [name, name.split('.')[0]!] : [name, ...expandEvents([name])]

/** Events whose webhooks may respond asynchronously and be polled; limits of polling can be set only for these. */
const ASYNCHRONOUS = ['upload.created', 'invocation.scheduled', 'annotation_content.export']
export const mayAnswerLater = (events: readonly string[]): boolean =>
  expandEvents(events).some((event) => ASYNCHRONOUS.includes(event))

/** Objects that a hook can request in the payload. */
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
