/** What a template makes for annotations: text and recipients with all placeholders filled in (filled-gaps 8.4). */
import { Type, type TSchema } from 'typebox'
import { invalid } from '../../errors.ts'
import { countSendings, placeholderValues } from '../../domain/mail/email-templates.ts'
import {
  addressees,
  checkRecipients,
  escapeHtml,
  fillPlaceholders,
  withoutRepeats,
  type Recipient,
} from '../../rules/email-template.ts'
import type { Resource } from '../legacy/define.ts'
import type { Values } from '../legacy/fields.ts'
import { objects } from '../engine/sideload.ts'
import { load } from '../legacy/verbs.ts'
import { ok, type Answer, type Caller, type Request } from '../engine/request.ts'
import { idsIn } from '../rules/triggers.ts'

/** `{email, name?}` or `{type, value}`; checked by the rules, kept as sent. */
export const Recipients = Type.Array(Type.Record(Type.String(), Type.Unknown()))
export const Addressees = Type.Array(Type.Object({ email: Type.String(), name: Type.Optional(Type.String()) }))

const reference = (collection: string): TSchema => ({ ...Type.String(), 'x-references': collection })
const nullable = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))

export const RenderBody = Type.Object({
  to: nullable(Recipients),
  cc: nullable(Recipients),
  bcc: nullable(Recipients),
  parent_email: nullable(reference('emails')),
  document_list: nullable(Type.Array(reference('documents'))),
  annotation_list: nullable(Type.Array(reference('annotations'))),
  template_values: nullable(Type.Record(Type.String(), Type.Unknown())),
})

interface Asked {
  to?: Recipient[] | null
  cc?: Recipient[] | null
  bcc?: Recipient[] | null
  parent_email?: string | null
  document_list?: string[] | null
  annotation_list?: string[] | null
  template_values?: Record<string, unknown> | null
}

export async function renderTemplate(request: Request, resource: Resource): Promise<Answer> {
  const row = await load(resource, request)
  const asked = request.body as Asked
  const lists = {
    to: asked.to ?? (row.to as Recipient[]),
    cc: asked.cc ?? (row.cc as Recipient[]),
    bcc: asked.bcc ?? (row.bcc as Recipient[]),
  }
  const faults = checkRecipients(lists)
  if (faults) throw invalid(faults)
  const own = textsIn(asked.template_values ?? {})
  const { values, annotators } = await valuesFor(asked, request)
  for (const [name, text] of own) values.set(name, [text])
  const people = (recipients: Recipient[]) =>
    withoutRepeats(recipients.flatMap((recipient) => addressees(recipient, values, annotators)))
  return ok({
    to: people(lists.to),
    cc: people(lists.cc),
    bcc: people(lists.bcc),
    subject: fillPlaceholders(own.get('subject') ?? (row.subject as string), values),
    message: fillPlaceholders(own.get('message') ?? (row.message as string), values, escapeHtml),
  })
}

/** Placeholders of the caller's own, and `subject` and `message` in place of the template's. */
export function textsIn(given: Record<string, unknown>): Map<string, string> {
  const wrong = Object.entries(given).find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))
  if (wrong) throw invalid({ template_values: { [wrong[0]]: ['Not a valid string.'] } })
  return new Map(Object.entries(given).map(([name, value]) => [name, String(value)]))
}

export async function valuesFor(asked: Asked, caller: Caller): Promise<Awaited<ReturnType<typeof placeholderValues>>> {
  const annotation_ids = await idsIn('annotation_list', 'annotations', asked.annotation_list ?? [], caller)
  const document_ids = await idsIn('document_list', 'documents', asked.document_list ?? [], caller)
  const parent_ids = asked.parent_email ? await idsIn('parent_email', 'emails', [asked.parent_email], caller) : []
  const [parent] = await objects('emails', parent_ids, caller)
  const came = await caller.db('annotations').whereIn('id', annotation_ids).whereNotNull('email_id').pluck('email_id')
  const mails = await objects('emails', came as number[], caller)
  return placeholderValues(caller.db, {
    organization_id: caller.who.organization_id,
    annotation_ids,
    document_ids,
    parent: parent ? { subject: (parent.subject as string | null) ?? null, from: senderOf(parent) } : null,
    senders: mails.map(senderOf).filter((sender) => sender !== null),
    app_url: caller.urls.root.replace(/\/api\/v1$/, ''),
    urlOf: (id) => caller.urls.of('annotations', id),
    user_id: caller.who.user_id,
  })
}

const senderOf = (email: Values): string | null => (email.from as { email?: string } | null)?.email ?? null

export async function templateStats(request: Request, resource: Resource): Promise<Answer> {
  const { db, urls } = request
  const shown = db('email_templates').select('email_templates.id')
  resource.visible(shown, request, 'email_templates')
  return ok(
    (await countSendings(db, shown)).map(({ id, ...counts }) => ({
      url: urls.of('email_templates', id),
      ...counts,
    })),
  )
}
