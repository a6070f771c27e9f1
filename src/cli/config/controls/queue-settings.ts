/** Controls in the settings of queues. */
import { automatesDuplicates, duplicatePolicy } from '../../../rules/duplicates/policies.ts'
import { changedSettings, type QueueSettings } from '../../../rules/queues/settings.ts'
import { added, free, type Control } from './control.ts'

type Settings = Partial<QueueSettings>
type Clauses = (old: Settings, next: Settings) => string[]

/** A setting that is weaker while it means this. */
const loosens =
  (...loose: [string, (settings: Settings) => boolean][]): Clauses =>
  (old, next) =>
    loose.flatMap(([clause, isLoose]) => (isLoose(next) && !isLoose(old) ? [clause] : []))

const yearsOf = ({ legal_retention_years }: Settings) => legal_retention_years ?? null

/** Deletion requests would delete documents that the law requires. Without years, a queue has those of its organization, which may be more. */
const retention: Clauses = (old, next) => {
  const [a, b] = [yearsOf(old), yearsOf(next)]
  if (a === b || (a !== null && b !== null && a < b)) return []
  const words = (years: number | null) => (years === null ? 'those of the organization' : String(years))
  return [`legal_retention_years ${a === null || b === null ? 'changes' : 'falls'} from ${words(a)} to ${words(b)}`]
}

const ruleTexts = ({ duplicate_rules = [] }: Settings) =>
  duplicate_rules.map(({ schema_ids }) => schema_ids.join(' and '))
const duplicateRules: Clauses = (old, next) =>
  added(ruleTexts(next), ruleTexts(old)).map((fields) => `equal ${fields} no longer mean a duplicate`)

/** An empty list accepts all types. */
const types: Clauses = ({ accepted_mime_types: old = [] }, { accepted_mime_types: next = [] }) => {
  if (old.length === 0) return []
  if (next.length === 0) return ['files of all types are accepted']
  const more = added(old, next)
  return more.length ? [`files of type ${more.join(', ')} are accepted`] : []
}

const isOn = ({ autopilot }: Settings) => Boolean(autopilot) && autopilot?.enabled !== false
const autopilot: Clauses = (old, next) => {
  if (!isOn(next)) return []
  if (!isOn(old)) return ['values of earlier documents count as confirmed']
  const limits = ({ autopilot: given }: Settings) => ({
    matching_fields_threshold: given?.search_history?.matching_fields_threshold ?? 1,
    field_repeated_min: given?.automate_fields?.field_repeated_min ?? 1,
  })
  const [a, b] = [limits(old), limits(next)]
  return [
    ...(['matching_fields_threshold', 'field_repeated_min'] as const)
      .filter((key) => b[key] < a[key])
      .map((key) => `${key} of the autopilot falls from ${a[key]} to ${b[key]}`),
    ...added(old.autopilot?.automate_fields?.rir_field_names, next.autopilot?.automate_fields?.rir_field_names).map(
      (field) => `the autopilot confirms ${field}`,
    ),
  ]
}

/** The control of each setting; null for settings that control nothing. */
export const SETTINGS: Readonly<Record<keyof QueueSettings, Clauses | null>> = {
  workflows: loosens(
    ['approvals are disabled', ({ workflows }) => workflows?.enabled !== true],
    ['users may skip approvals', ({ workflows }) => workflows?.bypass_workflows_allowed === true],
  ),
  confirm_with_errors_allowed: loosens([
    'data with errors may be confirmed',
    (given) => given.confirm_with_errors_allowed === true,
  ]),
  duplicates: loosens(
    ['duplicates are automated', automatesDuplicates],
    ['duplicates may be confirmed', (given) => duplicatePolicy(given) !== 'error'],
    ['users are not asked before they confirm duplicates', (given) => duplicatePolicy(given) === 'allow'],
  ),
  automation: loosens(
    ['duplicates are automated', automatesDuplicates],
    ['suggested splits are automated', ({ automation }) => automation?.automate_suggested_edit === true],
    ['empty optional fields are automated', ({ automation }) => automation?.automate_empty_fields !== false],
  ),
  rejection_config: loosens([
    'documents can no longer be rejected',
    ({ rejection_config }) => rejection_config?.enabled === false,
  ]),
  legal_retention_years: retention,
  duplicate_rules: duplicateRules,
  accepted_mime_types: types,
  autopilot,
  ...free(
    ...(['columns', 'hide_export_button', 'asynchronous_export', 'suggested_recipients_sources'] as const),
    ...(['suggested_edit', 'dashboard_customization', 'email_notifications', 'annotation_list_table'] as const),
    ...(['upload_values', 'ui_upload_enabled', 'ui_on_edit_confirm', 'ui_validation_screen_enabled'] as const),
    'ui_edit_values',
  ),
}

export const queueSettings: Control = ({ before, after }) => {
  const old = (before['settings'] ?? {}) as Settings
  // The service keeps settings that a file omits.
  const next = changedSettings(old, (after['settings'] ?? {}) as Settings, { isPut: false })
  return [...new Set(Object.values(SETTINGS).flatMap((clauses) => clauses?.(old, next) ?? []))]
}
