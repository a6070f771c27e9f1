/** Bodies of actions and of the ways to log in, by the id of the operation. */
import type { UrlOf } from './resources.ts'

const DURATION = { processing_duration: { time_spent_active: 21.5, time_spent_overall: 30 } }
const PASSWORDS = {
  new_password1: 'another long enough passphrase',
  new_password2: 'another long enough passphrase',
}

const billing = (url: UrlOf) => ({
  filters: { begin_date: '2026-01-01', end_date: '2026-01-31', queues: [url('queues')] },
  group_by: ['queue'],
  order_by: ['-billable_pages'],
})

export const actionExamples = (url: UrlOf): Record<string, unknown> => ({
  login: { username: 'ada@example.com', password: 'a long enough passphrase' },
  exchange_token: { scope: 'default', max_token_lifetime_s: 3600 },
  membership_token: { organization: url('organizations', 2) },
  change_password: { old_password: 'a long enough passphrase', ...PASSWORDS },
  reset_password: { email: 'ada@example.com' },
  confirm_reset_password: { uid: 'from the mail', token: 'from the mail', ...PASSWORDS },
  score_password: { password: 'a long enough passphrase', email: 'ada@example.com' },
  replace_own_user: {
    username: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    groups: [url('groups')],
    queues: [],
  },
  change_own_user: { first_name: 'Ada' },

  annotations_post_id_start: { statuses: ['to_review', 'postponed'] },
  annotations_post_id_confirm: DURATION,
  annotations_post_id_cancel: DURATION,
  annotations_post_id_postpone: DURATION,
  annotations_post_id_delete: DURATION,
  annotations_post_id_copy: { target_queue: url('queues', 2) },
  annotations_post_id_rotate: { rotation_deg: 90 },
  annotations_post_id_edit: { documents: [{ pages: [{ page: url('pages'), rotation_deg: 90 }] }] },
  annotations_post_id_split: {
    documents: [{ pages: [{ page: url('pages') }] }, { pages: [{ page: url('pages', 2) }] }],
  },
  annotations_post_id_edit_pages: {
    edit: [
      { parent_pages: [{ page: url('pages') }], target_queue: url('queues') },
      { parent_pages: [{ page: url('pages', 2), rotation_deg: 90 }], document_name: 'second.pdf' },
    ],
  },
  annotations_post_id_edit_pages_cancel: { annotations: [url('annotations', 2)], cancel_parent: true },
  annotations_post_id_edit_pages_in_place: { parent_pages: [{ page: url('pages'), rotation_deg: 90 }] },
  annotations_post_assign: {
    annotations: [url('annotations')],
    assignees: [url('users')],
    note_content: 'Please look at the total.',
  },
  annotations_post_purge_deleted: { annotations: [url('annotations')] },
  annotations_post_suggested_recipients: { annotations: [url('annotations')] },
  annotations_patch_id_processing_duration: { time_spent_active: 21.5 },
  annotations_post_id_page_data_translate: { granularity: 'lines', page_numbers: [1], target_language: 'en' },
  annotations_post_search: {
    query: { $and: [{ 'field.number.string': { $startsWith: 'A-1' } }, { status: { $in: ['to_review'] } }] },
  },
  annotations_post_usage_report: {
    filter: { begin_date: '2026-01-01', end_date: '2026-01-31', queues: [url('queues')] },
    group_by: ['user', 'month'],
  },
  annotations_patch_id_content: { content: [{ schema_id: 'number', content: { value: 'A-17' } }] },
  annotations_post_id_content_operations: {
    operations: [{ op: 'replace', id: 198, value: { content: { value: 'A-17', page: 1 } } }],
  },
  annotations_patch_id_content_node: { content: { value: 'A-17' }, validation_sources: ['human'] },
  dedicated_engine_schemas_post_validate: {
    content: {
      training_queues: [url('queues')],
      fields: [{ category: 'datapoint', engine_output_id: 'document_id', label: 'Number', type: 'string' }],
    },
  },
  dedicated_engine_schemas_post_predict: { training_queues: [url('queues')] },
  documents_post_downloads: { documents: [url('documents')], file_name: 'invoices.zip', type: 'document', zip: true },
  email_templates_post_id_render: { annotation_list: [url('annotations')], template_values: { greeting: 'Hello' } },
  emails_post_send: {
    queue: url('queues'),
    to: [{ email: 'supplier@example.com', name: 'Supplier' }],
    template_values: { subject: 'Your invoice', message: '<p>The total is missing.</p>' },
    related_annotations: [url('annotations')],
  },
  engines_post_id_duplicate: { name: 'Invoices, a trial' },
  engines_post_id_check_template_compatibility: { name: 'Tax Invoice EU Demo Template' },
  hooks_post_create: {
    name: 'From a template',
    hook_template: url('hook_templates'),
    events: ['annotation_content.initialize'],
    queues: [url('queues')],
  },
  hooks_post_id_duplicate: { name: 'A copy', copy_secrets: false, copy_dependencies: false },
  hooks_post_id_generate_payload: {
    event: 'annotation_content',
    action: 'initialize',
    annotation: url('annotations'),
    previous_status: 'importing',
    status: 'to_review',
  },
  labels_post_apply: {
    operations: { add: [url('labels')], remove: [] },
    objects: { annotations: [url('annotations')] },
  },
  organizations_post_create: {
    template_name: 'Empty Organization Template',
    organization_name: 'Acme',
    user_fullname: 'Ada Lovelace',
    user_email: 'ada@example.com',
    create_key: 'the SHEAF_CREATE_KEY of the service',
    user_password: 'a long enough passphrase',
  },
  queues_post_from_template: {
    name: 'Invoices EU',
    template_name: 'Tax Invoice EU Demo Template',
    workspace: url('workspaces'),
    include_documents: false,
  },
  schemas_post_validate: {
    content: [
      {
        category: 'section',
        id: 'invoice',
        label: 'Invoice',
        children: [{ category: 'datapoint', id: 'number', label: 'Number', type: 'string' }],
      },
    ],
  },
  schemas_post_from_template: { name: 'Invoices EU', template_name: 'Tax Invoice EU Demo Template' },
  surveys_post_from_template: { uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  workflow_runs_post_id_reset: { note_content: 'The wrong supplier.' },
  ...Object.fromEntries(
    ['organizations', 'organization_groups'].flatMap((path) => [
      [`${path}_post_id_billing_stats`, billing(url)],
      [`${path}_post_id_billing_stats_export`, billing(url)],
      [`${path}_post_id_billing`, { filter: billing(url).filters, group_by: ['month'] }],
    ]),
  ),
})
