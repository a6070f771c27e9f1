import { Type } from 'typebox'
import { forbidden, referenced, type FieldErrors } from '../../errors.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import type { TriggerEvent } from '../../rules/conditions.ts'
import {
  checkRecipients,
  mayLink,
  REMOVABLE_TYPES,
  TEMPLATE_TYPES,
  type TemplateType,
} from '../../rules/email-template.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { insert, patch } from '../legacy/verbs.ts'
import type { Caller, Request } from '../engine/request.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { triggerList } from '../rules/delete-recommendations.ts'
import { Addressees, Recipients, RenderBody, renderTemplate, templateStats } from './render.ts'
import { RecipientsShape } from '../shapes.ts'
import { idsIn } from '../rules/triggers.ts'

const FIXED: TemplateType = 'email_with_no_processable_attachments'
const LISTS = ['to', 'cc', 'bcc'] as const
const recipients = () => (name: string) => ({
  ...f.json(Recipients, { default: [] })(name),
  shape: () => RecipientsShape,
})

export const emailTemplates = defineResource({
  path: 'email_templates',
  singular: 'email template',
  table: 'email_templates',
  description: 'A text for emails about documents of a queue, sent by hand or set off by a trigger.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text({ required: true, max: 255 }),
    queue: f.ref('queues', { required: true }),
    organization: f.ref('organizations', { readOnly: true }),
    triggers: triggerList('An email template may be linked to at most one trigger.'),
    type: f.oneOf(TEMPLATE_TYPES, { default: 'custom' }),
    subject: f.text({ default: '', max: 1000 }),
    message: f.text({ default: '', max: 100_000 }),
    // Both names of one column; `settleAutomate` finds which of them the client means.
    enabled: f.bool({ column: 'automate', description: 'The older name of automate.' }),
    automate: f.bool(),
    to: recipients(),
    cc: recipients(),
    bcc: recipients(),
  }),
  filters: {
    id: by.ids('email_templates.id'),
    queue: by.ids('email_templates.queue_id'),
    type: by.oneOf('email_templates.type', TEMPLATE_TYPES),
    name: by.text('email_templates.name'),
  },
  ordering: columns('email_templates', { id: 'bigint', name: 'text' }),
  visible: assignedQueues('queue_id'),
  may: allowed('email_templates'),
  check: checkTemplate,
  save: {
    create: (values, caller) =>
      insert(emailTemplates, settleAutomate(values, null, true), caller, {
        organization_id: caller.who.organization_id,
      }),
    update: (row, values, caller, full) => patch(emailTemplates, row, settleAutomate(values, row, full), caller),
    destroy,
  },
  actions: [
    {
      method: 'get',
      path: 'stats',
      summary: 'How many emails were sent by hand and automatically from each template in the last 90 days.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Array(Type.Object({ url: Url, manual_count: Type.Integer(), automated_count: Type.Integer() })),
      },
      handle: templateStats,
    },
    {
      method: 'post',
      path: ':id/render',
      summary: 'The email that the template makes for these annotations, as a person would send it.',
      may: can('read'),
      body: RenderBody,
      responds: {
        status: 200,
        body: Type.Object({
          to: Addressees,
          cc: Addressees,
          bcc: Addressees,
          subject: Type.String(),
          message: Type.String(),
        }),
      },
      handle: renderTemplate,
    },
  ],
})

/** Of two names for one thing the one counts that differs from what is stored; left out of POST and PUT it is true. */
function settleAutomate({ enabled, automate, ...values }: Values, row: Row | null, full: boolean): Values {
  const sent = [automate, enabled].filter((value) => value !== undefined) as boolean[]
  const stored = row ? (row.automate as boolean) : true
  const meant = sent.find((value) => value !== stored) ?? sent[0] ?? (full ? true : undefined)
  return meant === undefined ? values : { ...values, automate: meant }
}

async function checkTemplate(
  values: Values,
  { row, caller, full }: { row: Row | null; caller: Caller; full: boolean },
): Promise<FieldErrors | null> {
  if (full && row) keepFixed(values, row)
  const type = (values.type ?? row?.type) as TemplateType
  if (
    type !== row?.type &&
    !(REMOVABLE_TYPES.includes(type) && REMOVABLE_TYPES.includes((row?.type as TemplateType) ?? type))
  )
    return { type: [row ? 'The type of this template cannot be changed.' : `"${type}" is not a valid choice.`] }
  const lists = Object.fromEntries(LISTS.map((name) => [name, (values[name] ?? row?.[name] ?? []) as unknown[]]))
  const faults = LISTS.some((name) => values[name] !== undefined) ? checkRecipients(lists) : null
  return faults ?? checkLink(values, row, type, caller)
}

/** PUT fills what is left out with defaults; what a template of the service cannot change stays instead. */
function keepFixed(values: Values, row: Row): void {
  if (!REMOVABLE_TYPES.includes(row.type as TemplateType) && values.type === 'custom') delete values.type
  if (row.type === FIXED && (values.triggers as unknown[]).length === 0) delete values.triggers
}

async function checkLink(
  values: Values,
  row: Row | null,
  type: TemplateType,
  caller: Caller,
): Promise<FieldErrors | null> {
  const [queue_id] =
    values.queue === undefined ? [row!.queue_id] : await idsIn('queue', 'queues', [values.queue], caller)
  const asked = values.triggers === undefined ? null : await idsIn('triggers', 'triggers', values.triggers, caller)
  const trigger_id = asked ? (asked[0] ?? null) : ((row?.trigger_id ?? null) as number | null)
  if (type === FIXED && trigger_id !== row?.trigger_id)
    return { triggers: ['The trigger of this template cannot be changed.'] }
  if (trigger_id === null) return null
  const trigger = (await caller.db('triggers').where('id', trigger_id).first('queue_id', 'event')) as Row
  const about = asked ? 'triggers' : values.queue === undefined ? 'type' : 'queue'
  if (trigger.queue_id !== queue_id) return { [about]: ['The trigger belongs to another queue.'] }
  return mayLink(type, trigger.event as TriggerEvent)
    ? null
    : { [about]: [`A template of type ${type} cannot be set off by ${String(trigger.event)}.`] }
}

async function destroy(row: Row, { deps }: Request): Promise<void> {
  if (!REMOVABLE_TYPES.includes(row.type as TemplateType))
    throw forbidden('Only templates of type custom and rejection can be deleted.')
  await transact(deps, async (trx) => {
    const used = (await trx('rules')
      .where('organization_id', row.organization_id)
      .whereRaw('actions @> ?::jsonb', [JSON.stringify([{ payload: { email_template: row.id as number } }])])
      .orderBy('id')
      .pluck('id')) as number[]
    if (used.length) throw referenced(`The email template is used by rules: ${used.join(', ')}.`)
    await trx('email_templates').where('id', row.id).delete()
  })
}
