/** Bodies that make an object, by resource. The first key is the one that the example of PATCH changes. */
export type UrlOf = (collection: string, id?: number | string) => string
type Bodies = Record<string, Record<string, unknown>>

const SCHEMA = [
  {
    category: 'section',
    id: 'invoice',
    label: 'Invoice',
    children: [
      { category: 'datapoint', id: 'number', label: 'Number', type: 'string', rir_field_names: ['document_id'] },
      { category: 'datapoint', id: 'issued', label: 'Date', type: 'date', format: 'YYYY-MM-DD' },
      {
        category: 'multivalue',
        id: 'items',
        label: 'Items',
        children: {
          category: 'tuple',
          id: 'item',
          label: 'Item',
          children: [
            { category: 'datapoint', id: 'item_text', label: 'Text', type: 'string' },
            { category: 'datapoint', id: 'item_amount', label: 'Amount', type: 'number', format: '# ##0.#' },
          ],
        },
      },
    ],
  },
]

export const createExamples = (url: UrlOf): Bodies => ({
  annotations: {
    status: 'created',
    document: url('documents'),
    queue: url('queues'),
    metadata: { reference: 'A-17' },
  },
  connectors: {
    name: 'Ledger',
    queues: [],
    service_url: 'https://ledger.example.com/sheaf',
    authorization_type: 'secret_key',
    authorization_token: 'a secret the ledger knows',
  },
  dedicated_engine_schemas: {
    content: {
      training_queues: [url('queues')],
      fields: [
        { category: 'datapoint', engine_output_id: 'document_id', label: 'Number', type: 'string', trained: true },
      ],
    },
  },
  dedicated_engines: { name: 'Invoices of one supplier', description: 'Reads what the generic engine does not.' },
  delete_recommendations: { queue: url('queues'), triggers: [url('triggers')] },
  document_relations: { annotation: url('annotations'), type: 'export', key: 'ledger', documents: [] },
  email_templates: {
    name: 'Unreadable',
    queue: url('queues'),
    type: 'rejection',
    subject: 'About {{ annotation.id }}',
    message: '<p>Please send it again.</p>',
    to: [{ email: '{{sender_email}}' }],
    cc: [{ type: 'constant', value: 'office@example.com' }],
  },
  engine_fields: {
    label: 'Number',
    engine: url('engines'),
    name: 'document_id',
    type: 'string',
    subtype: 'alphanumeric',
    pre_trained_field_id: 'document_id',
  },
  engines: { name: 'Invoices', type: 'extractor', description: 'Reads invoices.' },
  hooks: {
    name: 'Look the supplier up',
    type: 'webhook',
    queues: [url('queues')],
    events: ['annotation_content.initialize'],
    config: { url: 'https://hooks.example.com/supplier', secret: 'signs the payloads' },
    settings: { limit: 3 },
  },
  inboxes: { name: 'Invoices by email', queues: [url('queues')], email_prefix: 'invoices' },
  jwt_keys: {
    name: 'Portal',
    namespace: 'portal',
    public_key:
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
  },
  labels: { name: 'Urgent', color: '#cc3300' },
  notes: { content: 'Please ask the supplier.', annotation: url('annotations') },
  oidc_providers: {
    name: 'Company login',
    issuer: 'https://login.example.com/realm',
    client_id: 'sheaf',
    client_secret: 'a secret the provider knows',
  },
  organization_groups_memberships: {
    user: url('organization_groups/1/users'),
    organization: url('organization_groups/1/organizations', 2),
    queues: [],
    expires_at: null,
  },
  queues: {
    name: 'Invoices',
    workspace: url('workspaces'),
    schema: url('schemas'),
    rir_params: 'effective_page_count=10&tables=true',
    automation_level: 'confident',
    settings: { accepted_mime_types: ['application/pdf', 'image/*'] },
  },
  relations: { type: 'attachment', annotations: [url('annotations')] },
  rules: {
    name: 'Large amounts',
    schema: url('schemas'),
    trigger_condition: 'field.item_amount > 1000',
    actions: [
      {
        id: 'ask',
        type: 'show_message',
        event: 'validation',
        payload: { type: 'warning', content: 'More than 1000: please look twice.' },
      },
    ],
  },
  schemas: { name: 'Invoices', content: SCHEMA },
  suggested_edits: {
    documents: [{ pages: [{ page: url('pages'), rotation_deg: 90 }] }],
    annotation: url('annotations'),
  },
  triggers: {
    event: 'validation',
    queue: url('queues'),
    condition: { $or: [{ 'field.language': { $in: ['deu'] } }, { number_of_pages: { $gt: 10 } }] },
  },
  users: {
    username: 'grace@example.com',
    organization: url('organizations'),
    password: 'a long enough passphrase',
    first_name: 'Grace',
    last_name: 'Hopper',
    groups: [url('groups', 2)],
    queues: [],
  },
  workflow_steps: {
    name: 'Head of department',
    workflow: url('workflows'),
    ordering: 1,
    mode: 'any',
    condition: { $expr: { $gt: ['$field.amount_total', 1000] } },
    assignees: [url('users')],
  },
  workflows: { name: 'Approval', condition: { 'field.currency': 'eur' } },
  workspaces: { name: 'Accounting', organization: url('organizations') },
})

/** What PUT and PATCH take where there is no plain create. */
export const otherExamples = (url: UrlOf): Bodies => ({
  auto_provisioning: { enabled: true, default_role: 'annotator', roles: ['annotator'], queues: [url('queues')] },
  documents: { metadata: { reference: 'A-17' } },
  email_threads: { has_new_replies: false },
  emails: { labels: ['reply'], metadata: { reference: 'A-17' } },
  organizations: { ui_settings: { theme: 'dark' }, metadata: { customer: 17 }, settings: {} },
  pages: { metadata: { reviewed: true } },
  surveys: { answers: [{ question: url('questions', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'), value: 4 }] },
})
