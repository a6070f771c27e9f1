/** Objects and actions of the audit log. */

/** Objects whose creations, changes and deletions are all recorded, by table. */
const FULLY = {
  hooks: 'hook',
  connectors: 'connector',
  memberships: 'membership',
  jwt_keys: 'key',
  oidc_providers: 'login_provider',
} as const

/** Objects whose deletions are recorded, by table. */
const DELETIONS = {
  workspaces: 'workspace',
  schemas: 'schema',
  engines: 'engine',
  engine_fields: 'engine_field',
  dedicated_engines: 'dedicated_engine',
  dedicated_engine_schemas: 'dedicated_engine_schema',
  rules: 'rule',
  triggers: 'trigger',
  delete_recommendations: 'delete_recommendation',
  inboxes: 'inbox',
  email_templates: 'email_template',
  workflows: 'workflow',
  workflow_steps: 'workflow_step',
  labels: 'label',
  notes: 'note',
  relations: 'relation',
  document_relations: 'document_relation',
  suggested_edits: 'suggested_edit',
  surveys: 'survey',
  learned_layouts: 'learned_layout',
} as const

/** Objects that are configuration: every change through the API is recorded with the values before and after, by table. */
const CONFIGURATION = {
  queues: 'queue',
  organizations: 'organization',
  users: 'user',
  workspaces: 'workspace',
  schemas: 'schema',
  rules: 'rule',
  triggers: 'trigger',
  delete_recommendations: 'delete_recommendation',
  inboxes: 'inbox',
  email_templates: 'email_template',
  workflows: 'workflow',
  workflow_steps: 'workflow_step',
  engines: 'engine',
  engine_fields: 'engine_field',
  labels: 'label',
  learned_layouts: 'learned_layout',
  ...FULLY,
} as const satisfies Record<string, string>

/** Returns the type under which changes of a table are recorded with their values, or undefined if they are not. */
export const configurationType = (table: string): AuditType | undefined =>
  (CONFIGURATION as Record<string, AuditType | undefined>)[table]

export const AUDIT_TYPES = [
  ...(['document', 'annotation', 'user', 'token', 'queue', 'organization'] as const),
  ...Object.values(FULLY),
  ...Object.values(DELETIONS),
] as const
export type AuditType = (typeof AUDIT_TYPES)[number]

export const AUDIT_ACTIONS = [
  'create',
  'update-status',
  'delete',
  'purge',
  'update',
  'destroy',
  'app_load',
  'reset-password',
  'change_password',
  'login',
  'login-failed',
  'logout',
  'export',
] as const

/** Returns the type under which a change of a row of this table is recorded, or undefined if it is not. */
export function auditedType(table: string, action: 'create' | 'update' | 'delete'): AuditType | undefined {
  const all: Record<string, AuditType | undefined> = action === 'delete' ? { ...FULLY, ...DELETIONS } : FULLY
  return all[table]
}
