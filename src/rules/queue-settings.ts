/** `queue.settings`: what is known of it, its defaults, and how a PATCH merges. */
import { Type, type Static } from 'typebox'

const Open = Type.Record(Type.String(), Type.Unknown())
const bool = Type.Optional(Type.Boolean())
const text = Type.String({ minLength: 1 })
const nullable = (schema: ReturnType<typeof Type.String> | typeof Open) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const enumOptions = Type.Optional(
  Type.Union([Type.Array(Type.Object({ value: Type.String(), label: Type.String() })), Type.Null()]),
)

export const QueueSettings = Type.Object({
  columns: Type.Optional(Type.Array(Type.Object({ schema_id: Type.String() }))),
  hide_export_button: bool,
  autopilot: nullable(Open),
  accepted_mime_types: Type.Optional(Type.Array(Type.String({ pattern: '^.+/.+$' }))),
  asynchronous_export: bool,
  automation: Type.Optional(Type.Object({ automate_duplicates: bool, automate_suggested_edit: bool })),
  rejection_config: Type.Optional(Type.Object({ enabled: bool })),
  suggested_recipients_sources: Type.Optional(
    Type.Array(
      Type.Object({
        source: Type.String({
          enum: ['email_header', 'extracted_value', 'vendor_database', 'queue_mailing_history', 'organization_users'],
        }),
        schema_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
    ),
  ),
  suggested_edit: Type.Optional(Type.String({ enum: ['suggest', 'disable'] })),
  dashboard_customization: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
  email_notifications: Type.Optional(Open),
  workflows: Type.Optional(Type.Object({ enabled: bool, bypass_workflows_allowed: bool })),
  annotation_list_table: Type.Optional(Open),
  upload_values: Type.Optional(
    Type.Array(
      Type.Object({
        id: text,
        type: Type.Optional(Type.String({ enum: ['values', 'metadata'] })),
        data_type: Type.Optional(Type.String({ enum: ['enum', 'string'] })),
        label: text,
        enum_options: enumOptions,
        required: bool,
      }),
    ),
  ),
  ui_upload_enabled: bool,
  ui_on_edit_confirm: Type.Optional(Type.String({ enum: ['annotation_list', 'edit_next', 'validate_first'] })),
  ui_validation_screen_enabled: bool,
  ui_edit_values: Type.Optional(
    Type.Array(
      Type.Object({ id: text, label: text, data_type: Type.String(), enum_options: enumOptions, required: bool }),
    ),
  ),
})

/** As stored: what is left out has its default. */
export type QueueSettings = Static<typeof QueueSettings>

const DEFAULTS = {
  columns: [],
  hide_export_button: true,
  autopilot: null,
  accepted_mime_types: [],
  asynchronous_export: true,
  automation: { automate_duplicates: true, automate_suggested_edit: false },
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
  workflows: { enabled: false, bypass_workflows_allowed: false },
  annotation_list_table: {},
  upload_values: [],
  ui_upload_enabled: true,
  ui_on_edit_confirm: 'validate_first',
  ui_validation_screen_enabled: true,
  ui_edit_values: [],
}

/** Stored settings with every default filled in; nested objects with known keys are completed too. */
export const withDefaults = (stored: QueueSettings): QueueSettings => ({
  ...DEFAULTS,
  ...stored,
  automation: { ...DEFAULTS.automation, ...stored.automation },
  rejection_config: { ...DEFAULTS.rejection_config, ...stored.rejection_config },
  dashboard_customization: { ...DEFAULTS.dashboard_customization, ...stored.dashboard_customization },
  email_notifications: { ...DEFAULTS.email_notifications, ...stored.email_notifications },
  workflows: { ...DEFAULTS.workflows, ...stored.workflows },
})
