/** Controls of rules, hooks, inboxes, export profiles and the organization. */
import { isDeepStrictEqual } from 'node:util'
import { AUDIT_MONTHS } from '../../../rules/audit/objects.ts'
import { DEFAULT_LEGAL_RETENTION_YEARS } from '../../../rules/deletion/legal-retention.ts'
import { sorted } from '../../hooks/layout.ts'
import type { Values } from '../kinds.ts'
import { added, falls, free, keeps, nameOf, removed, weakerIf, type Control, type Controls } from './control.ts'

interface RuleAction {
  type?: string
  enabled?: boolean
  payload?: Values
}

/** Actions that keep documents from being confirmed, automated or exported. */
const holds = ({ type, enabled = true, payload }: RuleAction): boolean =>
  enabled && (type === 'add_automation_blocker' || (type === 'show_message' && payload?.['type'] === 'error'))

const holding = ({ actions }: Values): RuleAction[] =>
  (Array.isArray(actions) ? (actions as RuleAction[]) : []).filter(holds)

const actions: Control = ({ before, after }) => {
  const kinds = (values: Values) => holding(values).map(({ type }) => (type === 'show_message' ? 'error' : 'blocker'))
  const lost = ['error', 'blocker'].filter(
    (one) => kinds(after).filter((kind) => kind === one).length < kinds(before).filter((kind) => kind === one).length,
  )
  return lost.map((one) => (one === 'error' ? 'it shows fewer errors' : 'it no longer prevents automation'))
}

/** Only rules that hold documents back are controls. */
const ofHolding =
  (control: Control): Control =>
  (change) =>
    holding(change.before).length ? control(change) : []

const trigger: Control = ({ before, after }) =>
  before['trigger_condition'] === after['trigger_condition']
    ? []
    : [`its condition changes to ${String(after['trigger_condition'])}`]

const ruleSchema: Control = ({ before, after }) =>
  before['schema'] && !isDeepStrictEqual(before['schema'], after['schema'])
    ? [`the schema ${nameOf(before['schema'])} loses it`]
    : []

export const RULES: Controls = {
  enabled: weakerIf('enabled', false, 'it is disabled'),
  trigger_condition: ofHolding(trigger),
  actions,
  schema: ofHolding(ruleSchema),
  queues: ofHolding(keeps('queues', (names) => `the queues ${names} lose it`)),
  ...free('name', 'description'),
}

/** A hook acts with the rights of its owner. */
const owner: Control = ({ before, after }) => {
  const next = after['token_owner']
  return next && !isDeepStrictEqual(next, before['token_owner']) ? [`it acts with the rights of ${nameOf(next)}`] : []
}

export const HOOKS: Controls = {
  active: weakerIf('active', false, 'it is disabled'),
  queues: keeps('queues', (names) => `the queues ${names} lose it`),
  events: keeps('events', (names) => `it no longer runs at ${names}`),
  token_owner: owner,
  ...free(
    ...([
      'name',
      'type',
      'description',
      'run_after',
      'sideload',
      'config',
      'token_lifetime_s',
      'settings_schema',
    ] as const),
    ...(['secrets_schema', 'test', 'metadata', 'guide', 'read_more_url', 'extension_image_url'] as const),
    ...(['extension_source', 'settings'] as const),
  ),
}

interface Filters {
  allowed_senders?: string[]
  denied_senders?: string[]
  document_rejection_conditions?: Values
}

/** An empty list of allowed senders allows all. */
const filters: Control = ({ before, after }) => {
  const [old, next] = [before['filters'] ?? {}, after['filters'] ?? {}] as [Filters, Filters]
  const [was = [], becomes = []] = [old.allowed_senders, next.allowed_senders]
  const isOpened = was.length > 0 && becomes.length === 0
  const more = was.length > 0 ? added(was, becomes) : []
  const less = removed(old.denied_senders, next.denied_senders)
  const [rejects, keepsRejecting] = [old.document_rejection_conditions ?? {}, next.document_rejection_conditions ?? {}]
  const changed = Object.keys(rejects).filter(
    (key) =>
      key !== 'enabled' &&
      rejects[key] !== null &&
      key in keepsRejecting &&
      !isDeepStrictEqual(sorted(rejects[key]), sorted(keepsRejecting[key])),
  )
  return [
    ...(isOpened ? ['emails of all senders are accepted'] : []),
    ...(more.length ? [`emails of ${more.join(', ')} are accepted`] : []),
    ...(less.length ? [`emails of ${less.join(', ')} are no longer rejected`] : []),
    ...(rejects['enabled'] !== false && keepsRejecting['enabled'] === false ? ['no files are rejected'] : []),
    ...(changed.length ? [`files are rejected by other ${changed.join(', ')}`] : []),
  ]
}

/** Another queue may have fewer controls. */
const queues: Control = ({ before, after }) => {
  const [old, next] = [before, after].map((values) => (Array.isArray(values['queues']) ? values['queues'][0] : null))
  return old && nameOf(old) !== nameOf(next)
    ? [`its documents arrive in ${nameOf(next)} instead of ${nameOf(old)}`]
    : []
}

export const INBOXES: Controls = {
  filters,
  dmarc_check_action: weakerIf('dmarc_check_action', 'accept', 'emails that fail the DMARC check are accepted'),
  queues,
  ...free(
    ...(['name', 'email_prefix', 'body_as_document', 'bounce_email_to', 'bounce_unprocessable_attachments'] as const),
    ...(['bounce_postponed_annotations', 'bounce_deleted_annotations', 'bounce_email_with_no_attachments'] as const),
    'metadata',
  ),
}

export const EXPORT_PROFILES: Controls = {
  formula_protection: weakerIf('formula_protection', false, 'spreadsheets run exported values as formulas'),
  unencodable: weakerIf('unencodable', 'transliterate', 'characters that the encoding lacks are replaced'),
  ...free(
    ...(['name', 'queue', 'enabled', 'columns', 'lines_of', 'headings', 'preamble', 'encoding', 'bom'] as const),
    ...(['delimiter', 'quote_char', 'quoting', 'line_end', 'decimal_separator', 'decimals', 'date_format'] as const),
    ...(['file_name', 'extension', 'include_documents'] as const),
  ),
}

/** Shorter times delete what has to be kept. */
export const ORGANIZATIONS: Controls = {
  audit_log_months: falls('audit_log_months', AUDIT_MONTHS.min),
  settings: ({ before, after }) =>
    falls(
      'legal_retention_years',
      DEFAULT_LEGAL_RETENTION_YEARS,
    )({
      before: (before['settings'] ?? {}) as Values,
      after: (after['settings'] ?? {}) as Values,
    }),
}
