/**
 * Every resource of the API: `carried` by a set-up, or the reason why it is not. A test compares the table with the API, so that a new
 * resource, and a new field of one that is carried, has to be decided.
 */
export interface LeftOut {
  why: string
  /** What `sheaf config` counts: lists of other resources belong to these, or are the same everywhere. */
  counted?: [one: string, many: string]
}

const PEOPLE = 'users are created in each installation, and files name them by their usernames'
const DOCUMENTS = 'documents, and what happened to them, stay where they are'
const LOGINS = 'who may log in is decided in each installation'
const SAME = 'the same in each installation'
const TRAINED = 'trained on the documents of each organization; files name those that queues use'

export const RESOURCES: Readonly<Record<string, 'carried' | LeftOut>> = {
  organizations: 'carried',
  labels: 'carried',
  workspaces: 'carried',
  engines: 'carried',
  engine_fields: 'carried',
  schemas: 'carried',
  workflows: 'carried',
  workflow_steps: 'carried',
  connectors: 'carried',
  queues: 'carried',
  triggers: 'carried',
  email_templates: 'carried',
  delete_recommendations: 'carried',
  export_profiles: 'carried',
  hooks: 'carried',
  rules: 'carried',
  inboxes: 'carried',

  users: { why: PEOPLE, counted: ['user', 'users'] },
  delegations: { why: PEOPLE, counted: ['delegation', 'delegations'] },
  'organization_groups/memberships': { why: PEOPLE },
  groups: { why: SAME },

  jwt_keys: { why: LOGINS, counted: ['JWT key', 'JWT keys'] },
  oidc_providers: { why: LOGINS, counted: ['OpenID provider', 'OpenID providers'] },
  auto_provisioning: { why: LOGINS },

  organization_groups: { why: 'set up by operators' },
  'organization_groups/organizations': { why: 'the organizations of the group, of which a set-up has one' },
  'organization_groups/workspaces': { why: 'the workspaces of all organizations of the group' },
  'organization_groups/queues': { why: 'the queues of all organizations of the group' },
  'organization_groups/users': { why: 'the users of all organizations of the group' },

  generic_engines: { why: SAME },
  generic_engine_schemas: { why: SAME },
  hook_templates: { why: SAME },
  dedicated_engines: { why: TRAINED, counted: ['dedicated engine', 'dedicated engines'] },
  dedicated_engine_schemas: { why: TRAINED },
  learned_layouts: {
    why: 'learned from the documents of each organization; settings of learning are carried',
    counted: ['learned layout', 'learned layouts'],
  },

  annotations: { why: DOCUMENTS, counted: ['annotation', 'annotations'] },
  documents: { why: DOCUMENTS, counted: ['document', 'documents'] },
  emails: { why: DOCUMENTS, counted: ['email', 'emails'] },
  automation_blockers: { why: DOCUMENTS },
  document_relations: { why: DOCUMENTS },
  email_threads: { why: DOCUMENTS },
  export_deliveries: { why: DOCUMENTS },
  notes: { why: DOCUMENTS },
  pages: { why: DOCUMENTS },
  relations: { why: DOCUMENTS },
  suggested_edits: { why: DOCUMENTS },
  tasks: { why: DOCUMENTS },
  uploads: { why: DOCUMENTS },
  value_changes: { why: DOCUMENTS },
  workflow_runs: { why: DOCUMENTS },
  workflow_activities: { why: DOCUMENTS },

  audit_logs: { why: 'the record of each installation' },
  rules_execution_logs: { why: 'the record of each installation' },
  deletion_requests: { why: 'requests concern the documents of one organization' },
  surveys: { why: 'answers of users' },
}

const SECRET = 'a secret'
const OTHER_SIDE = 'carried with the object at the other side of the link'
const NO_EFFECT = 'stored without effect'
const OLDER = 'an older name of another field'
const OWN_ACCOUNT = 'each installation has its own'

/** Fields of carried resources that files do not contain, with the reason. */
export const LEFT_OUT_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  organizations: {
    ui_settings: 'settings of user interfaces',
    metadata: 'data of other programs about this organization',
  },
  workspaces: { organization: OWN_ACCOUNT },
  workflows: { organization: OWN_ACCOUNT },
  workflow_steps: { organization: OWN_ACCOUNT },
  delete_recommendations: { organization: OWN_ACCOUNT },
  rules: { organization: OWN_ACCOUNT, rule_template: NO_EFFECT, synchronized_from_template: NO_EFFECT },
  engines: { training_queues: NO_EFFECT },
  engine_fields: { schemas: 'follows from the names of fields' },
  connectors: { queues: OTHER_SIDE, client_ssl_key: SECRET, authorization_token: SECRET },
  queues: {
    webhooks: OLDER,
    hooks: OTHER_SIDE,
    inbox: OTHER_SIDE,
    rir_url: NO_EFFECT,
    archive_enabled: NO_EFFECT,
  },
  triggers: { email_templates: OTHER_SIDE, delete_recommendations: OTHER_SIDE },
  email_templates: { enabled: OLDER },
  export_profiles: {
    delivery: 'files of two installations would arrive at one place',
    delivery_secret: SECRET,
    delivery_private_key: SECRET,
  },
  hooks: { secrets: SECRET, hook_template: 'the template is not read after the creation' },
  inboxes: {
    email: 'each installation has its own addresses',
    mailbox: 'two installations would read one mailbox',
    mailbox_password: SECRET,
  },
}
