/**
 * Every column that can hold a text, apart from configuration, is either erased with the document or email it is about, or says nothing about it. A
 * new column has to be added to one of the two lists; `test/security/removal.test.ts` proves the first one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const schema = readFileSync(join(import.meta.dirname, '../../db/schema.sql'), 'utf8')

/** Tables of what users set up, and of users themselves. */
const CONFIGURATION = words(`
  automation_targets connectors dedicated_engine_schemas dedicated_engines demo_logins email_templates engine_fields engines export_profiles
  generic_engines groups hook_templates hooks inboxes jwt_keys labels memberships oidc_providers organization_groups organizations queues
  delegations rules schema_changes schema_reshapes schema_versions schemas survey_questions survey_templates surveys triggers users workflow_steps workflows workspaces`)

/** Tables of credentials and of the service itself. */
const SERVICE = words(`
  audit_days deliveries key_checks login_failures password_resets pending_files queue_counts rate_limits sessions taken_names tokens used_jwts`)

/** Erased or deleted by every way of removal, by table; `*` for all columns. */
const ERASED: Record<string, string> = {
  annotation_contents: '*',
  annotation_identities: '*',
  annotations: 'rir_poll_id messages metadata prediction values content_data approved_values',
  audit_logs: 'content',
  automation_blockers: '*',
  content_parts: '*',
  deletion_requests: 'search',
  document_downloads: '*',
  document_relations: 'key',
  document_words: '*',
  documents: 'original_file_name metadata words',
  email_threads: 'subject from_email from_name',
  emails:
    'message_id subject from_email from_name to cc bcc body_text_plain body_text_html metadata s3_name headers in_reply_to',
  events: 'data',
  former_contents: '*',
  hook_logs: '*',
  hook_runs: 'sealed_payload sealed_record response facts',
  idempotency_keys: 'headers body',
  incoming_messages: 'envelope metadata values',
  lessons: '*',
  notes: '*',
  pages: '*',
  relations: 'key',
  rule_executions: '*',
  schema_remains: '*',
  suggested_edits: '*',
  tasks: 'detail',
  uploads: 'values metadata',
  value_changes: '*',
  workflow_activities: 'note',
  workflow_runs: 'started_values',
}

/** Say nothing about the content: kinds, statuses, ids, digests and numbers, or texts of the service. */
const SILENT: Record<string, string> = {
  annotations: 'status status_before_review',
  audit_logs: 'object_type action username',
  deletion_items: 'kind found_in state kept_because',
  deletion_requests: 'status token preview report failure',
  document_relations: 'type',
  documents: 's3_name mime_type attachment_status sha256 md5',
  emails: 'type labels',
  events: 'kind request_id',
  export_deliveries: 'status destination profile_name file_name sha256 error',
  hook_runs: 'event action status cause poll_url',
  idempotency_keys: 'key fingerprint subjects',
  incoming_messages: 'source state outcome s3_name duplicate_key source_key',
  letters: 'sealed_message',
  page_edits: 'pages data_source',
  relations: 'type',
  tasks: 'type status code content',
  workflow_activities: 'action',
  workflow_runs: 'workflow_status',
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

const TEXTS = /^"?(\w+)"? (?:text|jsonb|bytea|character|tsvector|text\[\])(?: |$|\[)/

/** The columns with texts of every table. */
const found = new Map(
  [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)].map(([, table, body]) => [
    table!,
    body!.split('\n').flatMap((line) => TEXTS.exec(line.trim().replace(/,$/, ''))?.[1] ?? []),
  ]),
)

it('lists every column with texts about documents and emails, and says what happens to it', () => {
  const unlisted = [...found].flatMap(([table, columns]) => {
    if (CONFIGURATION.includes(table) || SERVICE.includes(table) || ERASED[table] === '*') return []
    const listed = [...words(ERASED[table] ?? ''), ...words(SILENT[table] ?? '')]
    return columns.filter((column) => !listed.includes(column)).map((column) => `${table}.${column}`)
  })
  expect(unlisted, 'Add these columns, or their table, to one of the lists in this file.').toEqual([])
})

it('lists nothing that does not exist', () => {
  const missing = [ERASED, SILENT].flatMap((list) =>
    Object.entries(list).flatMap(([table, columns]) =>
      words(columns)
        .filter((column) => (column === '*' ? !found.has(table) : !found.get(table)?.includes(column)))
        .map((column) => `${table}.${column}`),
    ),
  )
  const tables = [...CONFIGURATION, ...SERVICE].filter((table) => !found.has(table))
  expect([...missing, ...tables]).toEqual([])
})
