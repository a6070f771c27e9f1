import { Type } from 'typebox'
import { createEmailTemplate, deleteEmailTemplate, updateEmailTemplate } from '../../domain/mail/template-rows.ts'
import type { FieldErrors } from '../../errors.ts'
import { EmailTemplate, Trigger } from '../../models/index.ts'
import {
  checkRecipients,
  mayLink,
  REMOVABLE_TYPES,
  TEMPLATE_TYPES,
  type TemplateType,
} from '../../rules/mail/template.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import { makers, Url, type FieldBuilder, type Values } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { triggerList } from '../triggers/trigger-list.ts'
import { documentedRecipients, Recipients } from './recipient-schemas.ts'
import { renderAction, templateStats } from './render.ts'

const FIXED: TemplateType = 'email_with_no_processable_attachments'

const recipients =
  (description: string, example?: unknown[]): FieldBuilder =>
  (name, model) => ({
    ...makers.json(Recipients, description, { default: [], ...(example ? { example } : {}) })(name, model),
    documented: () => documentedRecipients(description),
  })

export const emailTemplates = defineResource(EmailTemplate, {
  path: 'email_templates',
  singular: 'email template',
  description: 'A template for emails about documents of a queue, sent by users or by a trigger.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Name of the template.', { required: true, max: 255, example: 'Unreadable' }),
    queue: f.ref('URL of its queue.', { required: true, example: 1 }),
    organization: f.organization(),
    triggers: triggerList('URL of the trigger that sends it; at most one.', {
      refusal: 'An email template may be linked to at most one trigger.',
    }),
    type: f.oneOf(TEMPLATE_TYPES, 'Purpose of the template; a queue has one template of each type except `custom`.', {
      default: 'custom',
      example: 'rejection',
    }),
    subject: f.text('Subject of the email; may contain placeholders such as `{{ annotation.id }}`.', {
      default: '',
      max: 1000,
      example: 'About {{ annotation.id }}',
    }),
    message: f.text('Text of the email as HTML; may contain placeholders.', {
      default: '',
      max: 100_000,
      example: '<p>Please send it again.</p>',
    }),
    // Both are names of one column; `settleAutomate` determines which of them the client changed.
    enabled: f.bool('Older name of `automate`.', { column: 'automate' }),
    automate: f.bool('Whether its trigger sends it automatically; true by default.'),
    to: recipients('Recipients: `{email, name?}` or `{type, value}`.', [{ email: '{{sender_email}}' }]),
    cc: recipients('Cc recipients, in the same form as `to`.', [{ type: 'constant', value: 'office@example.com' }]),
    bcc: recipients('Bcc recipients, in the same form as `to`.'),
  }),
  filters: (by) => ({ id: by.ids(), queue: by.ref(), type: by.oneOf(TEMPLATE_TYPES), name: by.text() }),
  ordering: { id: 'bigint', name: 'text' },
  visible: assignedQueues('queue_id'),
  may: allowed('email_templates'),
  normalize: (values, context) => settleAutomate(keepFixed(values, context), context),
  check: checkTemplate,
  save: {
    create: ({ columns }, { db, who }) => createEmailTemplate(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => updateEmailTemplate(db, who, id, columns),
    destroy: (row, { deps }) => deleteEmailTemplate(deps, row),
  },
  actions: [
    {
      method: 'get',
      path: 'stats',
      summary: 'Count the emails sent from each template in the last 90 days, by users and automatically.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Array(
          Type.Object({
            url: { ...Url, description: 'URL of the template.' },
            manual_count: Type.Integer({ description: 'Number of emails sent by users.' }),
            automated_count: Type.Integer({ description: 'Number of emails sent automatically.' }),
          }),
        ),
      },
      handle: templateStats,
    },
  ],
  itemActions: [renderAction],
})

/** Uses the one of the two names whose value differs from the stored value; if POST or PUT omits both, the value is true. */
function settleAutomate(
  { enabled, automate, ...values }: Values,
  { row, full }: Pick<CheckContext<EmailTemplate>, 'row' | 'full'>,
): Values {
  const sent = [automate, enabled].filter((value) => value !== undefined)
  const stored = row?.automate ?? true
  const meant = sent.find((value) => value !== stored) ?? sent[0] ?? (full ? true : undefined)
  return meant === undefined ? values : { ...values, automate: meant }
}

/** Keeps fixed fields of built-in templates, which PUT would otherwise reset to their defaults when omitted. */
function keepFixed(values: Values, { row, full }: Pick<CheckContext<EmailTemplate>, 'row' | 'full'>): Values {
  if (!full || !row) return values
  const { type, triggers, ...rest } = values
  const typeStays = !REMOVABLE_TYPES.includes(row.type) && type === 'custom'
  const triggerStays = row.type === FIXED && Array.isArray(triggers) && triggers.length === 0
  return { ...rest, ...(typeStays ? {} : { type }), ...(triggerStays ? {} : { triggers }) }
}

async function checkTemplate(
  input: Input<EmailTemplate>,
  context: CheckContext<EmailTemplate>,
): Promise<FieldErrors | null> {
  const { columns } = input
  const { row } = context
  const type = columns.type ?? row?.type ?? 'custom'
  const between = [type, row?.type ?? type]
  if (type !== row?.type && !between.every((one) => REMOVABLE_TYPES.includes(one)))
    return { type: [row ? 'The type of this template cannot be changed.' : `"${type}" is not a valid choice.`] }
  const { to = [], cc = [], bcc = [] } = { ...row, ...columns }
  const errors = columns.to || columns.cc || columns.bcc ? checkRecipients({ to, cc, bcc }) : null
  return errors ?? checkLink(type, input, context)
}

async function checkLink(
  type: TemplateType,
  { columns }: Input<EmailTemplate>,
  { row, caller }: CheckContext<EmailTemplate>,
): Promise<FieldErrors | null> {
  const before = row?.trigger_id ?? null
  const { trigger_id = before, queue_id = row?.queue_id } = columns
  if (type === FIXED && trigger_id !== before) return { triggers: ['The trigger of this template cannot be changed.'] }
  const trigger = trigger_id === null ? undefined : await Trigger.query(caller.db).findById(trigger_id)
  if (!trigger) return null
  const changed = columns.trigger_id !== undefined ? 'triggers' : columns.queue_id === undefined ? 'type' : 'queue'
  if (trigger.queue_id !== queue_id) return { [changed]: ['The trigger belongs to another queue.'] }
  return mayLink(type, trigger.event)
    ? null
    : { [changed]: [`A template of type ${type} cannot be triggered by ${trigger.event}.`] }
}
