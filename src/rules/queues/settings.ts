/** Settings of a queue: schema, defaults, and the effect of a PATCH. */
import { Type, type Static, type TSchema } from 'typebox'
import { duplicatePolicy } from '../duplicates/policies.ts'
import {
  DEFAULT_LEGAL_RETENTION_YEARS,
  LEGAL_RETENTION_TEXT,
  MAX_LEGAL_RETENTION_YEARS,
} from '../deletion/legal-retention.ts'

const Open = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })
const bool = (description: string) => Type.Optional(Type.Boolean({ description }))
const text = (description: string) => Type.String({ minLength: 1, description })
const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))
const enumOptions = nullable(
  Type.Array(
    Type.Object({
      value: Type.String({ description: 'Stored value.' }),
      label: Type.String({ description: 'Displayed text.' }),
    }),
  ),
  'Choices of an enum.',
)
const DATA_TYPE = 'Type of the value: free text or one of a list.'

const fieldNames = Type.Optional(
  Type.Array(Type.String({ minLength: 1 }), { description: 'Names of extracted fields, e.g. `sender_ic`.' }),
)
const Autopilot = Type.Object({
  enabled: bool('Whether values of earlier documents count as confirmed.'),
  search_history: Type.Optional(
    Type.Object(
      {
        rir_field_names: fieldNames,
        matching_fields_threshold: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Number of fields that must be equal in an earlier document.' }),
        ),
      },
      { description: 'How earlier documents of the same sender are found.' },
    ),
  ),
  automate_fields: Type.Optional(
    Type.Object(
      {
        rir_field_names: fieldNames,
        field_repeated_min: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Number of earlier documents that must have the same value.' }),
        ),
      },
      { description: 'Fields whose values may be confirmed.' },
    ),
  ),
})

export const QueueSettings = Type.Object({
  columns: Type.Optional(
    Type.Array(Type.Object({ schema_id: Type.String({ description: '`schema_id` of the field.' }) }), {
      description: 'Fields shown as columns of the annotation list.',
    }),
  ),
  hide_export_button: bool('Whether user interfaces hide the button that exports confirmed annotations.'),
  autopilot: nullable(Autopilot, 'Settings of the autopilot; null for none.'),
  accepted_mime_types: Type.Optional(
    Type.Array(Type.String({ pattern: '^[^/]+/.+$' }), {
      description: 'Media types that are accepted, e.g. `image/*`; empty for all supported types.',
    }),
  ),
  asynchronous_export: bool('Whether exports may run in the background.'),
  automation: Type.Optional(
    Type.Object(
      {
        automate_duplicates: bool('Whether duplicates are automated too, in a queue whose `duplicates` is `allow`.'),
        automate_suggested_edit: bool('Whether a suggested split is applied.'),
        automate_empty_fields: bool(
          'Whether optional fields need no review if the document has no value for them; true unless set.',
        ),
      },
      { description: 'Limits of automation.' },
    ),
  ),
  duplicates: Type.Optional(
    Type.String({
      enum: ['allow', 'ask', 'error'],
      description:
        'What happens to duplicates of earlier documents. `ask` (the default): they are not automated, and the review screen asks before the confirmation. `error`: they cannot be confirmed by anyone. `allow`: neither.',
    }),
  ),
  duplicate_rules: Type.Optional(
    Type.Array(
      Type.Object({
        schema_ids: Type.Array(Type.String({ minLength: 1 }), {
          minItems: 1,
          maxItems: 5,
          description:
            'Fields of the schema whose values all have to be equal and not empty. Fields of tables and lists have no single value, and are refused.',
        }),
      }),
      {
        maxItems: 5,
        description:
          'Rules by which documents of the queue with equal values are duplicates, besides those with the same file and those that are the same invoice in another form.',
      },
    ),
  ),
  legal_retention_years: nullable(
    Type.Integer({ minimum: 0, maximum: MAX_LEGAL_RETENTION_YEARS }),
    `${LEGAL_RETENTION_TEXT} Null or absent: as \`settings.legal_retention_years\` of the organization says, otherwise ${DEFAULT_LEGAL_RETENTION_YEARS}.`,
  ),
  rejection_config: Type.Optional(
    Type.Object(
      { enabled: bool('Whether annotations can be rejected.') },
      { description: 'Rejection of annotations.' },
    ),
  ),
  suggested_recipients_sources: Type.Optional(
    Type.Array(
      Type.Object({
        source: Type.String({
          enum: ['email_header', 'extracted_value', 'vendor_database', 'queue_mailing_history', 'organization_users'],
          description: 'Kind of the source.',
        }),
        schema_id: nullable(Type.String(), 'Field that contains the address, for `extracted_value`.'),
      }),
      { description: 'Sources of suggested recipients of emails.' },
    ),
  ),
  suggested_edit: Type.Optional(
    Type.String({ enum: ['suggest', 'disable'], description: 'Whether splits of documents are suggested.' }),
  ),
  dashboard_customization: Type.Optional(
    Type.Record(Type.String(), Type.Boolean(), { description: 'Lists that user interfaces show.' }),
  ),
  email_notifications: Type.Optional(Open('Recipients of notifications about emails that could not be imported.')),
  confirm_with_errors_allowed: bool(
    'Whether annotations may be confirmed although `content/validate` reports errors; false by default.',
  ),
  workflows: Type.Optional(
    Type.Object(
      {
        enabled: bool('Whether confirmed annotations require approval by workflows.'),
        bypass_workflows_allowed: bool('Whether a confirmation may skip the workflows.'),
        remind_after_hours: nullable(
          Type.Integer({ minimum: 1, maximum: 8760 }),
          'Hours after which approvers who have not decided get a reminder by email, repeated at this interval; null for no reminders.',
        ),
      },
      { description: 'Approval by workflows.' },
    ),
  ),
  annotation_list_table: Type.Optional(Open('Columns of the annotation list, as user interfaces store them.')),
  upload_values: Type.Optional(
    Type.Array(
      Type.Object({
        id: text('Name of the value.'),
        type: Type.Optional(Type.String({ enum: ['values', 'metadata'], description: 'Where the value is stored.' })),
        data_type: Type.Optional(Type.String({ enum: ['enum', 'string'], description: DATA_TYPE })),
        label: text('Display name.'),
        enum_options: enumOptions,
        required: bool('Whether a value is required.'),
      }),
      { description: 'Values that user interfaces request at an upload.' },
    ),
  ),
  ui_upload_enabled: bool('Whether user interfaces offer uploads.'),
  ui_on_edit_confirm: Type.Optional(
    Type.String({
      enum: ['annotation_list', 'edit_next', 'validate_first'],
      description: 'What user interfaces open after pages were edited.',
    }),
  ),
  ui_validation_screen_enabled: bool('Whether user interfaces offer the review of an annotation.'),
  ui_edit_values: Type.Optional(
    Type.Array(
      Type.Object({
        id: text('Name of the value.'),
        label: text('Display name.'),
        data_type: Type.String({ description: DATA_TYPE }),
        enum_options: enumOptions,
        required: bool('Whether a value is required.'),
      }),
      { description: 'Values that user interfaces request when pages are edited.' },
    ),
  ),
})

/** Settings as stored: missing ones have their defaults. */
export type QueueSettings = Static<typeof QueueSettings>

const DEFAULTS = {
  columns: [],
  hide_export_button: true,
  autopilot: null,
  accepted_mime_types: [],
  asynchronous_export: true,
  automation: { automate_duplicates: true, automate_suggested_edit: false },
  duplicate_rules: [],
  rejection_config: { enabled: true },
  suggested_recipients_sources: [{ source: 'email_header' }],
  suggested_edit: 'disable',
  dashboard_customization: {
    all_documents: false,
    confirmed: true,
    deleted: true,
    exported: true,
    postponed: true,
    rejected: true,
    to_review: true,
    labels: true,
  },
  email_notifications: {
    recipient: null,
    unprocessable_attachments: false,
    postponed_annotations: false,
    deleted_annotations: false,
    email_with_no_attachments: true,
  },
  confirm_with_errors_allowed: false,
  workflows: { enabled: false, bypass_workflows_allowed: false, remind_after_hours: null },
  annotation_list_table: {},
  upload_values: [],
  ui_upload_enabled: true,
  ui_on_edit_confirm: 'validate_first',
  ui_validation_screen_enabled: true,
  ui_edit_values: [],
}

/** Settings that are objects in which a key that a request omits keeps its value: an object without it must not switch a control off. */
export const KEPT_INSIDE = ['workflows', 'automation', 'rejection_config', 'autopilot'] as const satisfies Key[]
/** Settings that a PUT keeps unless it has them, because their defaults are weaker or keep documents for another time. */
export const KEPT_BY_PUT = [
  'workflows',
  'automation',
  'duplicates',
  'duplicate_rules',
  'legal_retention_years',
  'accepted_mime_types',
] as const satisfies Key[]
type Key = keyof QueueSettings

/** Returns the settings after a request with `given`: PATCH keeps the keys that it omits, PUT only those of `KEPT_BY_PUT`. */
export function changedSettings(
  stored: QueueSettings,
  given: QueueSettings,
  { isPut }: { isPut: boolean },
): QueueSettings {
  const kept = isPut ? picked(stored, KEPT_BY_PUT) : stored
  const inside = KEPT_INSIDE.filter((key) => key in given).map((key) => [key, completed(stored[key], given[key])])
  return { ...kept, ...given, ...Object.fromEntries(inside) }
}

const picked = (from: QueueSettings, keys: readonly Key[]): QueueSettings =>
  Object.fromEntries(Object.entries(from).filter(([key]) => (keys as readonly string[]).includes(key)))

type Part = Readonly<Record<string, unknown>>
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the given value; of objects, at every depth, with the keys that only the stored one has. */
const completed = (stored: unknown, given: unknown): unknown =>
  isPart(stored) && isPart(given)
    ? {
        ...stored,
        ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, completed(stored[key], value)])),
      }
    : given

/** Fills in the defaults of stored settings; nested objects with known keys are completed too. */
export const withDefaults = (stored: QueueSettings): QueueSettings => ({
  ...DEFAULTS,
  ...stored,
  automation: { ...DEFAULTS.automation, ...stored.automation },
  duplicates: duplicatePolicy(stored),
  rejection_config: { ...DEFAULTS.rejection_config, ...stored.rejection_config },
  dashboard_customization: { ...DEFAULTS.dashboard_customization, ...stored.dashboard_customization },
  email_notifications: { ...DEFAULTS.email_notifications, ...stored.email_notifications },
  workflows: { ...DEFAULTS.workflows, ...stored.workflows },
})
