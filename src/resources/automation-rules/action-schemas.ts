/** Schemas of the actions of rules: as returned, and as documented, with the events and payload of each type. */
import { Type, type TSchema } from 'typebox'
import { ACTION_TYPES, MESSAGE_TYPES, RULE_EVENTS, STATUS_METHODS } from '../../rules/automation-rules/actions.ts'
import { orNull, urlOf } from '../framework/fields.ts'

/** An optional property; null has the same effect as omitting it. */
const may = (schema: TSchema, description: string) => Type.Optional({ ...orNull(schema), description })
const words = (values: readonly string[], description: string) => Type.String({ enum: [...values], description })
const text = (description: string) => Type.String({ description })

export const DESCRIPTION = 'Actions to perform while the condition is true.'
const ID = 'Name of the action, unique in the rule.'
const TYPE = 'Type of action.'
const EVENT =
  'Event on which the action is performed: during review (`validation`), or after import, confirmation or export.'
const PAYLOAD = 'Parameters of the action; the keys depend on the type.'

/** An object as the client sends it; src/rules/automation-rules validates its parts and returns a tree of errors. */
export const Keyed = Type.Record(Type.String(), Type.Unknown())

export const ShownActions = Type.Array(
  Type.Object({
    id: text(ID),
    enabled: Type.Boolean({ description: 'Whether the action is performed.' }),
    type: Type.Union(
      Object.keys(ACTION_TYPES).map((type) => Type.Literal(type)),
      { description: TYPE },
    ),
    event: Type.Union(
      RULE_EVENTS.map((event) => Type.Literal(event)),
      { description: EVENT },
    ),
    payload: { ...Keyed, description: PAYLOAD },
  }),
)

const FIELD = 'Id in the schema of the field to which the message applies; if omitted, it applies to the document.'
const Addresses = Type.Array(Type.String(), { maxItems: 40 })
const attached = may(Type.Boolean(), 'Whether to attach the document to the email.')

const message = { content: Type.String({ maxLength: 10_000, description: 'Text of the message.' }) }
const labels = Type.Object({
  labels: Type.Array(urlOf('labels'), { minItems: 1, description: 'URLs of the labels.' }),
})
const FieldIds = Type.Array(Type.String(), { minItems: 1, description: 'Ids of the fields in the schema.' })
const fieldId = text('Id of the field in the schema.')
const fields = Type.Union([Type.Object({ schema_id: fieldId }), Type.Object({ schema_ids: FieldIds })])
const reimport = may(Type.Boolean(), 'Whether to extract the data again in that queue.')

const PAYLOADS: Record<string, TSchema> = {
  show_message: Type.Object({
    type: words(MESSAGE_TYPES, 'Severity of the message.'),
    ...message,
    schema_id: may(Type.String(), FIELD),
  }),
  add_automation_blocker: Type.Object({ ...message, schema_id: may(Type.String(), FIELD) }),
  add_validation_source: Type.Union([Type.Object({ schema_ids: FieldIds }), Type.Object({ schema_id: fieldId })]),
  add_label: labels,
  remove_label: labels,
  add_remove_label: labels,
  show_field: fields,
  hide_field: fields,
  show_hide_field: fields,
  change_status: Type.Object({ method: words(STATUS_METHODS, 'Status change of the annotation.') }),
  change_queue: Type.Union([
    Type.Object({
      queue: { ...urlOf('queues'), description: 'URL of the queue to which to move the annotation.' },
      reimport,
    }),
    Type.Object({
      queue_id: Type.Integer({ minimum: 1, description: 'Id of the queue; the older form of `queue`.' }),
      reimport,
    }),
  ]),
  send_email: Type.Union([
    Type.Object({
      email_template: { ...urlOf('email_templates'), description: 'URL of the email template.' },
      attach_document: attached,
    }),
    Type.Object({
      to: { ...Addresses, description: 'Email addresses of the recipients; may contain placeholders.' },
      subject: text('Subject of the email.'),
      body: text('Text of the email.'),
      cc: may(Addresses, 'Email addresses of the cc recipients; may contain placeholders.'),
      bcc: may(Addresses, 'Email addresses of the bcc recipients; may contain placeholders.'),
    }),
  ]),
  custom: Type.Object({
    hook_interface: text('URL of the interface of an extension that performs the action.'),
    payload: may(Keyed, 'Any JSON object for the extension.'),
  }),
}

/** The documented form of actions in requests, by type. */
export const DocumentedActions = Type.Array(
  Type.Union(
    Object.entries(ACTION_TYPES).map(([type, { events }]) =>
      Type.Object({
        id: Type.String({ maxLength: 255, description: ID }),
        enabled: may(Type.Boolean(), 'Whether the action is performed; true by default.'),
        type: Type.Literal(type, { description: TYPE }),
        event: words(events, EVENT),
        payload: { ...PAYLOADS[type]!, description: PAYLOAD },
      }),
    ),
  ),
  { description: DESCRIPTION },
)
