/**
 * For readers of the document: the shapes of what rules check, with trees of errors, instead of the schema of a body.
 * A test sends the examples of the document and compares; the rules stay what decides.
 */
import { Type, type TSchema } from 'typebox'
import { NUMBER_FORMATS } from '../rules/content/formats.ts'
import { FIELD_TYPES, UI_EDITS, UI_TYPES } from '../rules/schema/types.ts'
import { ACTION_TYPES, MESSAGE_TYPES, STATUS_METHODS } from '../rules/business-rules/actions.ts'
import type { BodyMode } from './engine/fields.ts'
import { HookConfig } from './hooks/hook-config.ts'

/** May be left out, and null is the same as that. */
const may = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))
const words = (values: readonly string[]) => Type.String({ enum: [...values] })
const component = (name: string) => Type.Unsafe<unknown>({ $ref: `#/components/schemas/${name}` })
const texts = Type.Array(Type.String())
const url = (collection: string) => Type.String({ format: 'uri', 'x-references': collection })
const Id = Type.String({ maxLength: 50, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' })
const Label = Type.String({ minLength: 1, maxLength: 255 })

const node = (category: string) => ({
  category: Type.Literal(category),
  id: Id,
  label: Label,
  description: may(Type.String()),
  hidden: may(Type.Boolean()),
  disable_prediction: may(Type.Boolean()),
})
const Count = Type.Integer({ minimum: 0 })

/** Components for the nodes of `content` of schemas, each inside those above it. */
export const schemaComponents: Record<string, TSchema> = {
  SchemaSection: Type.Object({
    ...node('section'),
    icon: may(Type.String()),
    children: Type.Array(Type.Union([component('SchemaDatapoint'), component('SchemaMultivalue')])),
  }),
  SchemaMultivalue: Type.Object({
    ...node('multivalue'),
    children: Type.Union([component('SchemaTuple'), component('SchemaDatapoint')]),
    min_occurrences: may(Count),
    max_occurrences: may(Type.Integer({ minimum: 1 })),
    grid: may(Type.Object({ row_types: texts, default_row_type: Type.String(), row_types_to_extract: texts })),
    show_grid_by_default: may(Type.Boolean()),
    rir_field_names: may(texts),
  }),
  SchemaTuple: Type.Object({
    ...node('tuple'),
    children: Type.Array(component('SchemaDatapoint')),
    rir_field_names: may(texts),
  }),
  SchemaDatapoint: Type.Object({
    ...node('datapoint'),
    type: words(FIELD_TYPES),
    can_export: may(Type.Boolean()),
    can_collapse: may(Type.Boolean()),
    rir_field_names: may(texts),
    default_value: may(Type.String({ maxLength: 1500 })),
    constraints: may(
      Type.Object({
        required: may(Type.Boolean()),
        length: may(Type.Object({ min: may(Count), max: may(Count), exact: may(Count) })),
        regexp: may(Type.Object({ pattern: may(Type.String()) })),
      }),
    ),
    ui_configuration: may(Type.Object({ type: may(words(UI_TYPES)), edit: may(words(UI_EDITS)) })),
    width: may(Type.Integer()),
    stretch: may(Type.Boolean()),
    width_chars: may(Type.Integer()),
    score_threshold: may(Type.Number({ minimum: 0, maximum: 1 })),
    formula: may(Type.String({ maxLength: 2000 })),
    prompt: may(Type.String({ maxLength: 2000 })),
    context: may(texts),
    matching: may(Type.Record(Type.String(), Type.Unknown())),
    format: may(Type.String({ examples: [...NUMBER_FORMATS, 'YYYY-MM-DD', 'D/M/YYYY'] })),
    aggregations: may(Type.Object({ sum: may(Type.Object({ label: may(Label) })) })),
    options: may(Type.Array(Type.Object({ value: Type.String(), label: may(Type.String()) }))),
    enum_value_type: may(words(['string', 'number', 'date'])),
    popup_url: may(Type.String()),
    can_obtain_token: may(Type.Boolean()),
  }),
}
export const SchemaContentShape = Type.Array(component('SchemaSection'))

/** Recipients of an email template: an address, or where one is found. */
export const RecipientsShape = Type.Array(
  Type.Union([
    Type.Object({
      email: Type.String({ description: 'Address, or a placeholder that makes one.' }),
      name: may(Type.String()),
    }),
    Type.Object({
      type: words(['annotator', 'constant', 'datapoint']),
      value: may(Type.String()),
    }),
  ]),
)

/** A webhook needs an address and a function its code; PATCH changes the keys it names. */
export function hookConfigShape(mode: BodyMode): TSchema {
  if (mode === 'partial') return HookConfig
  const needing = (title: string, ...names: string[]) => ({ title, required: names })
  return {
    ...HookConfig,
    anyOf: [needing('Of a webhook', 'url'), needing('Of a function', 'runtime', 'code')],
  } as TSchema
}

const PAYLOADS: Record<string, TSchema> = (() => {
  const message = { content: Type.String({ maxLength: 10_000 }), schema_id: may(Type.String()) }
  const labels = Type.Object({ labels: Type.Array(url('labels'), { minItems: 1 }) })
  const fields = Type.Object({ schema_ids: Type.Array(Type.String(), { minItems: 1 }) })
  const addresses = Type.Array(Type.String(), { maxItems: 40 })
  return {
    show_message: Type.Object({ type: words(MESSAGE_TYPES), ...message }),
    add_automation_blocker: Type.Object(message),
    add_validation_source: Type.Object({ schema_id: Type.String() }),
    add_label: labels,
    remove_label: labels,
    add_remove_label: labels,
    show_field: fields,
    hide_field: fields,
    show_hide_field: fields,
    change_status: Type.Object({ method: words(STATUS_METHODS) }),
    change_queue: Type.Object({ queue_id: Type.Integer({ minimum: 1 }), reimport: may(Type.Boolean()) }),
    send_email: Type.Union([
      Type.Object({ email_template: url('email_templates'), attach_document: may(Type.Boolean()) }),
      Type.Object({
        to: addresses,
        subject: Type.String(),
        body: Type.String(),
        cc: may(addresses),
        bcc: may(addresses),
      }),
    ]),
  }
})()

/** The actions of a rule: each type with its events and its payload. */
export const RuleActionsShape = Type.Array(
  Type.Union(
    Object.entries(ACTION_TYPES).map(([type, { events }]) =>
      Type.Object({
        id: Type.String({ maxLength: 255 }),
        enabled: may(Type.Boolean()),
        type: Type.Literal(type),
        event: words(events),
        payload: PAYLOADS[type]!,
      }),
    ),
  ),
)

const NewValue = Type.Object({
  value: may(Type.Union([Type.String(), Type.Number()])),
  normalized_value: may(Type.Union([Type.String(), Type.Number()])),
  page: may(Type.Integer({ minimum: 1 })),
  position: may(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
})
const change = {
  content: Type.Optional(NewValue),
  validation_sources: Type.Optional(texts),
  hidden: Type.Optional(Type.Boolean()),
}
export const NodeChangeShape = Type.Object(change)
export const TreeChangeShape = Type.Object({
  content: Type.Array(
    Type.Object({ id: Type.Optional(Type.Integer()), schema_id: Type.Optional(Type.String()), ...change }),
  ),
})
const operation = (op: string, rest: Record<string, TSchema> = {}) =>
  Type.Object({ op: Type.Literal(op), id: Type.Integer(), ...rest })
export const OperationsShape = Type.Object({
  operations: Type.Array(
    Type.Union([
      operation('replace', { value: Type.Object(change) }),
      operation('add', {
        value: Type.Union([
          Type.Array(Type.Object({ schema_id: Type.String(), ...change }), { title: 'A row of a table' }),
          Type.Object(change, { title: 'An item of a list' }),
        ]),
        validation_sources: Type.Optional(texts),
      }),
      operation('remove'),
    ]),
  ),
})
