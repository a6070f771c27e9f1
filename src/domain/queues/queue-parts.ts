/** What belongs to a queue, by table, and what a copy of the queue takes over. A test compares it with the database. */

/** What the caller chooses. */
export interface QueueParts {
  copy_extensions_settings: boolean
  copy_email_settings: boolean
  copy_delete_recommendations: boolean
  copy_automation_settings: boolean
  copy_permissions: boolean
  copy_rules_and_actions: boolean
}

interface Link {
  /** Columns of the links that the copy has too: it uses the same objects. */
  linked: readonly string[]
  part?: keyof QueueParts
}
interface Rows {
  /** The copy has rows of its own with the same content. */
  copied: true
  part?: keyof QueueParts
}
interface Left {
  why: string
}

const DOCUMENTS = 'documents, and what happened to them'
const LEARNED = 'learned from the documents of the queue'

export const PARTS_OF_QUEUE: Readonly<Record<string, Link | Rows | Left>> = {
  queue_workflows: { linked: ['workflow_id', 'priority'] },
  user_queues: { linked: ['user_id'], part: 'copy_permissions' },
  hook_queues: { linked: ['hook_id'], part: 'copy_extensions_settings' },

  export_profiles: { copied: true },
  inboxes: { copied: true },
  triggers: { copied: true },
  email_templates: { copied: true, part: 'copy_email_settings' },
  delete_recommendations: { copied: true, part: 'copy_delete_recommendations' },
  rule_queues: { copied: true, part: 'copy_rules_and_actions' },

  automation_targets: { why: 'a record of past targets; their thresholds are in the schema' },
  engine_training_queues: { why: 'stored without effect' },
  membership_queues: { why: 'administrators of the group give access to users of other organizations' },
  provisioned_queues: { why: 'access of users who are created at their first login' },
  learned_layouts: { why: LEARNED },
  lessons: { why: LEARNED },
  annotations: { why: DOCUMENTS },
  email_threads: { why: DOCUMENTS },
  emails: { why: DOCUMENTS },
  events: { why: DOCUMENTS },
  export_deliveries: { why: DOCUMENTS },
  hook_logs: { why: DOCUMENTS },
  hook_runs: { why: DOCUMENTS },
  incoming_messages: { why: DOCUMENTS },
  queue_counts: { why: DOCUMENTS },
  rule_executions: { why: DOCUMENTS },
  uploads: { why: DOCUMENTS },
  usage_records: { why: DOCUMENTS },
}

/** The tables whose rows link a queue to other objects, with their columns, for a copy with these parts. */
export function linksOf(parts: QueueParts): Map<string, readonly string[]> {
  const links = new Map<string, readonly string[]>()
  for (const [table, part] of Object.entries(PARTS_OF_QUEUE))
    if ('linked' in part && (!part.part || parts[part.part])) links.set(table, part.linked)
  return links
}
