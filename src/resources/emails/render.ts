/** Renders an email template for annotations: text and recipients with all placeholders replaced. */
import { Type, type TSchema } from 'typebox'
import { countSendings, placeholderValues } from '../../domain/mail/email-templates.ts'
import { invalid } from '../../errors.ts'
import { Annotation, type EmailTemplate, type RowOf } from '../../models/index.ts'
import {
  addressees as addresseesOf,
  checkRecipients,
  escapeHtml,
  fillPlaceholders,
  withoutRepeats,
  type Addressee,
  type Recipient,
} from '../../rules/mail/template.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { orNull, urlOf, type Values } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import { referencesIn } from '../framework/relations.ts'
import { ok, type Answer, type Caller, type Request } from '../framework/request.ts'
import { objects } from '../framework/sideload.ts'
import { addressees } from './email-fields.ts'
import { Recipients } from './recipient-schemas.ts'

/** An optional property of a body; null has the same effect as omitting it. */
export const optional = (schema: TSchema, description: string) => Type.Optional({ ...orNull(schema), description })
export const reference = (collection: string): TSchema => urlOf(collection, Type.String())

interface Lists {
  to?: Recipient[] | null
  cc?: Recipient[] | null
  bcc?: Recipient[] | null
}
/** The objects that an email is about, as URLs. */
interface About {
  parent_email?: string | null | undefined
  document_list?: string[] | null | undefined
  annotation_list?: string[] | null | undefined
}
type Body = Lists & About & { template_values?: Record<string, unknown> | null }

export const renderAction: Action<RowOf<EmailTemplate>> = {
  method: 'post',
  path: 'render',
  summary: 'Render the email that a user would send with this template about the given annotations.',
  may: can('read'),
  body: Type.Object({
    to: optional(Recipients, 'Recipients; replace those of the template.'),
    cc: optional(Recipients, 'Cc recipients; replace those of the template.'),
    bcc: optional(Recipients, 'Bcc recipients; replace those of the template.'),
    parent_email: optional(reference('emails'), 'URL of the email to reply to.'),
    document_list: optional(Type.Array(reference('documents')), 'URLs of the documents that the email is about.'),
    annotation_list: optional(Type.Array(reference('annotations')), 'URLs of the annotations that the email is about.'),
    template_values: optional(
      Type.Record(Type.String(), Type.Unknown()),
      'Values of placeholders by name; `subject` and `message` replace those of the template.',
    ),
  }),
  example: (url) => ({ annotation_list: [url('annotations')], template_values: { greeting: 'Hello' } }),
  responds: {
    status: 200,
    body: Type.Object({
      to: addressees('Recipients.'),
      cc: addressees('Cc recipients.'),
      bcc: addressees('Bcc recipients.'),
      subject: Type.String({ description: 'Subject with all placeholders replaced.' }),
      message: Type.String({ description: 'Text as HTML with all placeholders replaced.' }),
    }),
  },
  handle: renderTemplate,
}

async function renderTemplate(request: Request<Body>, row: RowOf<EmailTemplate>): Promise<Answer> {
  const { body } = request
  const own = textsIn(body.template_values ?? {})
  const { people, values } = await filledIn(
    { to: body.to ?? row.to, cc: body.cc ?? row.cc, bcc: body.bcc ?? row.bcc },
    own,
    body,
    request,
  )
  return ok({
    ...people,
    subject: fillPlaceholders(own.get('subject') ?? row.subject, values),
    message: fillPlaceholders(own.get('message') ?? row.message, values, escapeHtml),
  })
}

/** Returns the placeholder values in a request. Throws `invalid` for a value other than a string, number or boolean. */
export function textsIn(given: Record<string, unknown>): Map<string, string> {
  const wrong = Object.entries(given).find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))
  if (wrong) throw invalid({ template_values: { [wrong[0]]: ['Not a valid string.'] } })
  return new Map(Object.entries(given).map(([name, value]) => [name, String(value)]))
}

/** Returns the values of all placeholders, and the resolved recipients, each once per list. */
export async function filledIn(
  lists: Record<'to' | 'cc' | 'bcc', Recipient[]>,
  own: ReadonlyMap<string, string>,
  about: About,
  caller: Caller,
): Promise<{ people: Record<'to' | 'cc' | 'bcc', Addressee[]>; values: Map<string, string[]> }> {
  const errors = checkRecipients(lists)
  if (errors) throw invalid(errors)
  const { values, annotators } = await valuesFor(about, caller)
  for (const [name, text] of own) values.set(name, [text])
  const peopleIn = (recipients: Recipient[]) =>
    withoutRepeats(recipients.flatMap((recipient) => addresseesOf(recipient, values, annotators)))
  return { people: { to: peopleIn(lists.to), cc: peopleIn(lists.cc), bcc: peopleIn(lists.bcc) }, values }
}

async function valuesFor(about: About, caller: Caller): Promise<Awaited<ReturnType<typeof placeholderValues>>> {
  const { annotation_list, document_list, parent_email } = about
  const annotation_ids = await referencesIn('annotations', annotation_list, ['annotation_list'], caller)
  const document_ids = await referencesIn('documents', document_list, ['document_list'], caller)
  const [parent] = await objects(
    'emails',
    await referencesIn('emails', parent_email || [], ['parent_email'], caller),
    caller,
  )
  const came = await Annotation.query(caller.db).findByIds(annotation_ids).whereNotNull('email_id').select('email_id')
  const mails = await objects(
    'emails',
    came.flatMap(({ email_id }) => email_id ?? []),
    caller,
  )
  return placeholderValues(caller.db, {
    organization_id: caller.who.organization_id,
    annotation_ids,
    document_ids,
    parent: parent ? { subject: textOf(parent.subject), from: senderOf(parent) } : null,
    senders: mails.flatMap((mail) => senderOf(mail) ?? []),
    app_url: caller.urls.root.replace(/\/api\/v1$/, ''),
    urlOf: (id) => caller.urls.of('annotations', id),
    user_id: caller.who.user_id,
  })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const senderOf = ({ from }: Values): string | null =>
  typeof from === 'object' && from && 'email' in from ? textOf(from.email) : null

export async function templateStats(request: Request): Promise<Answer> {
  const { db, urls } = request
  const shown = db('email_templates').select('email_templates.id')
  resourceAt('email_templates').visible(shown, request, 'email_templates')
  const counted = await countSendings(db, shown)
  return ok(counted.map(({ id, ...counts }) => ({ url: urls.of('email_templates', id), ...counts })))
}
