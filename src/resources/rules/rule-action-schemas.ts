/** The actions of a rule: as they are shown, and each type with its events and its payload for the documentation. */
import { Type, type TSchema } from 'typebox'
import { ACTION_TYPES, MESSAGE_TYPES, RULE_EVENTS, STATUS_METHODS } from '../../rules/business-rules/actions.ts'
import { orNull, urlOf } from '../engine/fields.ts'

/** A property that may be left out; null means the same. */
const may = (schema: TSchema, description: string) => Type.Optional({ ...orNull(schema), description })
const words = (values: readonly string[], description: string) => Type.String({ enum: [...values], description })
const text = (description: string) => Type.String({ description })

export const DESCRIPTION = 'Actions of the rule while its condition is true.'
const ID = 'Name of the action, unique in the rule.'
const TYPE = 'Kind of the action.'
const EVENT = 'When it happens: during the review (`validation`), or after import, confirmation or export.'
const PAYLOAD = 'Parameters of the action; the type decides which.'

/** What the client sends; the rules check the parts and answer with a tree of errors. */
export const Keyed = Type.Record(Type.String(), Type.Unknown())

export const ShownActions = Type.Array(
  Type.Object({
    id: text(ID),
    enabled: Type.Boolean({ description: 'Whether the action is carried out.' }),
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

const FIELD = 'Id of the field in the schema where the message is shown; without it, at the document.'
const Addresses = Type.Array(Type.String(), { maxItems: 40 })
const attached = may(Type.Boolean(), 'Whether the document is attached to the email.')

const message = { content: Type.String({ maxLength: 10_000, description: 'Text of the message.' }) }
const labels = Type.Object({
  labels: Type.Array(urlOf('labels'), { minItems: 1, description: 'URLs of the labels.' }),
})
const fields = Type.Object({
  schema_ids: Type.Array(Type.String(), { minItems: 1, description: 'Ids of the fields in the schema.' }),
})

const PAYLOADS: Record<string, TSchema> = {
  show_message: Type.Object({
    type: words(MESSAGE_TYPES, 'Severity of the message.'),
    ...message,
    schema_id: may(Type.String(), FIELD),
  }),
  add_automation_blocker: Type.Object({ ...message, schema_id: may(Type.String(), FIELD) }),
  add_validation_source: Type.Object({ schema_id: text('Id of the field in the schema.') }),
  add_label: labels,
  remove_label: labels,
  add_remove_label: labels,
  show_field: fields,
  hide_field: fields,
  show_hide_field: fields,
  change_status: Type.Object({ method: words(STATUS_METHODS, 'Change of the annotation.') }),
  change_queue: Type.Object({
    queue_id: Type.Integer({ minimum: 1, description: 'Id of the queue that the annotation is moved to.' }),
    reimport: may(Type.Boolean(), 'Whether the data are extracted again in that queue.'),
  }),
  send_email: Type.Union([
    Type.Object({
      email_template: { ...urlOf('email_templates'), description: 'URL of the template of the email.' },
      attach_document: attached,
    }),
    Type.Object({
      to: { ...Addresses, description: 'Addresses of the recipients, or placeholders.' },
      subject: text('Subject of the email.'),
      body: text('Text of the email.'),
      cc: may(Addresses, 'Addresses of recipients of a copy, or placeholders.'),
      bcc: may(Addresses, 'Addresses of hidden recipients, or placeholders.'),
    }),
  ]),
}

/** What a client may send, by type. */
export const DocumentedActions = Type.Array(
  Type.Union(
    Object.entries(ACTION_TYPES).map(([type, { events }]) =>
      Type.Object({
        id: Type.String({ maxLength: 255, description: ID }),
        enabled: may(Type.Boolean(), 'Whether the action is carried out; default true.'),
        type: Type.Literal(type, { description: TYPE }),
        event: words(events, EVENT),
        payload: { ...PAYLOADS[type]!, description: PAYLOAD },
      }),
    ),
  ),
  { description: DESCRIPTION },
)
