/** Objects and actions of the audit log. */

/** Configuration: every change through the API is recorded with the values before and after. The type of its objects, by table. */
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
  delegations: 'delegation',
  engines: 'engine',
  engine_fields: 'engine_field',
  labels: 'label',
  export_profiles: 'export_profile',
  learned_layouts: 'learned_layout',
  hooks: 'hook',
  connectors: 'connector',
  memberships: 'membership',
  jwt_keys: 'key',
  oidc_providers: 'login_provider',
} as const

/** What belongs to documents and to orders of users: deletions are recorded. */
const CONTENT = {
  dedicated_engines: 'dedicated_engine',
  dedicated_engine_schemas: 'dedicated_engine_schema',
  notes: 'note',
  relations: 'relation',
  document_relations: 'document_relation',
  suggested_edits: 'suggested_edit',
  surveys: 'survey',
} as const

/** Tables of which the domain records creations and changes too, also those that no request for the object makes. */
const FULLY = ['hooks', 'connectors', 'memberships', 'jwt_keys', 'oidc_providers']

export const AUDIT_TYPES = [
  ...(['document', 'annotation', 'token', 'email', 'deletion_request'] as const),
  ...Object.values(CONFIGURATION),
  ...Object.values(CONTENT),
] as const
export type AuditType = (typeof AUDIT_TYPES)[number]

const TYPES: Readonly<Record<string, AuditType | undefined>> = { ...CONFIGURATION, ...CONTENT }

/** Months for which an organization may keep its audit log: at least a year, as all did before there was a choice. */
export const AUDIT_MONTHS = { min: 12, max: 120 } as const

/** What changes values of documents. */
export const CHANGE_ORIGINS = ['user', 'hook', 'rule', 'formula'] as const
export type ChangeOrigin = (typeof CHANGE_ORIGINS)[number]

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
  'download',
  'read-secrets',
] as const

/** Returns the type under which changes of a table are recorded with their values, or undefined if it is not configuration. */
export const configurationType = (table: string): AuditType | undefined =>
  table in CONFIGURATION ? TYPES[table] : undefined

/** Returns the type under which the domain records a change of a row of this table, or undefined if it does not. */
export const auditedType = (table: string, action: 'create' | 'update' | 'delete'): AuditType | undefined =>
  action === 'delete' || FULLY.includes(table) ? TYPES[table] : undefined
