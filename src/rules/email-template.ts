/** Email templates: types, recipients, placeholders. */
import type { TriggerEvent } from './conditions.ts'

export const TEMPLATE_TYPES = [
  'custom',
  'rejection',
  'rejection_default',
  'email_with_no_processable_attachments',
] as const
export type TemplateType = (typeof TEMPLATE_TYPES)[number]

/** The others come with each queue and stay as long as it does. */
export const REMOVABLE_TYPES: readonly TemplateType[] = ['custom', 'rejection']

/** May a trigger of this event set off a template of this type? */
export function mayLink(type: TemplateType, event: TriggerEvent): boolean {
  if (type === 'custom') return true
  if (type === 'email_with_no_processable_attachments') return event === 'email_with_no_processable_attachments'
  return event === 'annotation_imported'
}

/** As clients send them; `value` is an address for `constant`, a schema id for `datapoint`, and means nothing for `annotator`. */
export type Recipient =
  { email: string; name?: string | null } | { type: 'annotator' | 'constant' | 'datapoint'; value?: string | null }

export const MAX_RECIPIENTS = 40
const ADDRESS = /^[^\s@<>{},;]+@[^\s@<>{},;]+$/
const HAS_PLACEHOLDER = /\{\{\s*[\w.]+\s*\}\}/

export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)
const isAddressOrPlaceholder = (text: unknown): boolean =>
  typeof text === 'string' && (HAS_PLACEHOLDER.test(text) || isAddress(text))

/** The error of one recipient, or null. */
export function checkRecipient(recipient: unknown): string | null {
  if (typeof recipient !== 'object' || recipient === null || Array.isArray(recipient)) return 'Expected an object.'
  const { email, name, type, value } = recipient as Record<string, unknown>
  if (type === undefined) {
    if (!isAddressOrPlaceholder(email)) return 'Enter a valid email address.'
    return name === undefined || name === null || typeof name === 'string' ? null : 'name: Not a valid string.'
  }
  if (type === 'annotator') return null
  if (type === 'constant') return isAddressOrPlaceholder(value) ? null : 'Enter a valid email address.'
  if (type === 'datapoint')
    return typeof value === 'string' && value !== '' ? null : 'value: The id of a schema field is required.'
  return `"${String(type)}" is not a valid choice.`
}

/** Errors by list; null when all recipients are good and they are not too many together. */
export function checkRecipients(lists: Record<string, unknown[]>): Record<string, string[]> | null {
  const errors: Record<string, string[]> = {}
  for (const [name, recipients] of Object.entries(lists)) {
    const sentence = recipients.map(checkRecipient).find((error) => error !== null)
    if (sentence) errors[name] = [sentence]
  }
  const total = Object.values(lists).reduce((sum, recipients) => sum + recipients.length, 0)
  if (total > MAX_RECIPIENTS)
    errors[Object.keys(lists)[0]!] ??= [`At most ${MAX_RECIPIENTS} recipients are allowed in to, cc and bcc together.`]
  return Object.keys(errors).length ? errors : null
}

/** Values of placeholders by name; several are joined. */
export type PlaceholderValues = ReadonlyMap<string, readonly string[]>

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g

/** The text with every `{{ name }}` filled in; unknown names become empty, anything else in braces stays as it is. */
export function fillPlaceholders(text: string, values: PlaceholderValues, escape = (value: string) => value): string {
  return text.replace(PLACEHOLDER, (_whole, name: string) => escape([...new Set(values.get(name) ?? [])].join(', ')))
}

/** Names of the placeholders in the texts, each once. */
export function placeholdersIn(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!)))]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** For values inside the message, which is HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

export interface Addressee {
  email: string
  name?: string
}

/**
 * Who a recipient is for these values: several when a placeholder or field has several values, none when it is empty or
 * no address. `annotators` are the addresses of the people who review the annotations.
 */
export function addressees(
  recipient: Recipient,
  values: PlaceholderValues,
  annotators: readonly string[],
): Addressee[] {
  const name = 'email' in recipient && recipient.name ? fillPlaceholders(recipient.name, values) : undefined
  return emailsOf(recipient, values, annotators)
    .map((email) => email.trim())
    .filter(isAddress)
    .map((email) => ({ email, ...(name ? { name } : {}) }))
}

function emailsOf(recipient: Recipient, values: PlaceholderValues, annotators: readonly string[]): string[] {
  if ('email' in recipient) return fillPlaceholders(recipient.email, values).split(',')
  switch (recipient.type) {
    case 'annotator':
      return [...annotators]
    case 'datapoint':
      return [...(values.get(`annotation.content.value.${recipient.value ?? ''}`) ?? [])]
    case 'constant':
      return fillPlaceholders(recipient.value ?? '', values).split(',')
  }
}

/** The same person once, the first wins. */
export function withoutRepeats(people: Addressee[]): Addressee[] {
  const seen = new Set<string>()
  return people.filter(({ email }) => !seen.has(email.toLowerCase()) && seen.add(email.toLowerCase()))
}
