/** Email templates: types, recipients, placeholders. */
import { invalid } from '../../errors.ts'
import type { TriggerEvent } from '../conditions/check-trigger.ts'

export const TEMPLATE_TYPES = [
  'custom',
  'rejection',
  'rejection_default',
  'email_with_no_processable_attachments',
] as const
export type TemplateType = (typeof TEMPLATE_TYPES)[number]

/** All other types are created with each queue and cannot be deleted. */
export const REMOVABLE_TYPES: readonly TemplateType[] = ['custom', 'rejection']

/** Returns true if a trigger of this event may send a template of this type. */
export function mayLink(type: TemplateType, event: TriggerEvent): boolean {
  if (type === 'custom') return true
  if (type === 'email_with_no_processable_attachments') return event === 'email_with_no_processable_attachments'
  return event === 'annotation_imported'
}

/** As sent by clients. `value` is an address for `constant`, a schema id for `datapoint`, and unused for `annotator`. */
export type Recipient =
  { email: string; name?: string | null } | { type: 'annotator' | 'constant' | 'datapoint'; value?: string | null }

export const MAX_RECIPIENTS = 40
const ADDRESS = /^[^\s@<>{},;]+@[^\s@<>{},;]+$/
const HAS_PLACEHOLDER = /\{\{\s*[\w.]+\s*\}\}/

export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)
const isAddressOrPlaceholder = (text: unknown): boolean =>
  typeof text === 'string' && (HAS_PLACEHOLDER.test(text) || isAddress(text))

/** Returns the error of one recipient, or null. */
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

/** Returns errors by list; null if all recipients are valid and their total is within the limit. */
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

/** Values of placeholders by name; multiple values are joined. */
export type PlaceholderValues = ReadonlyMap<string, readonly string[]>

const TOO_LONG = 'The text may have at most 1,000,000 characters after its placeholders are replaced.'
const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g

/** Characters of a text with all placeholders replaced; ten times the longest email that people write. */
export const MAX_FILLED = 1_000_000

/**
 * Replaces every `{{ name }}` in the text. Unknown names become empty; other text in braces is kept. Throws 400 before it builds a result of
 * more than `MAX_FILLED` characters, because a short template can repeat a long value thousands of times.
 */
export function fillPlaceholders(text: string, values: PlaceholderValues, escape = (value: string) => value): string {
  const filled = new Map<string, string>()
  let length = text.length
  for (const [whole, name] of text.matchAll(PLACEHOLDER)) {
    const value = filled.get(name!) ?? escape([...new Set(values.get(name!) ?? [])].join(', '))
    filled.set(name!, value)
    length += value.length - whole.length
    if (length > MAX_FILLED) throw invalid({ template_values: [TOO_LONG] })
  }
  return text.replace(PLACEHOLDER, (_whole, name: string) => filled.get(name)!)
}

/** Returns the distinct names of the placeholders in the texts. */
export function placeholdersIn(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!)))]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes values for the message, which is HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

export interface Addressee {
  email: string
  name?: string
}

/**
 * Returns the addresses of a recipient for these values: several if a placeholder or field has several values, none if it is empty or not
 * an address. `annotators` are the addresses of the users who review the annotations.
 */
export function addressees(
  recipient: Recipient,
  values: PlaceholderValues,
  annotators: readonly string[],
): Addressee[] {
  const name = !hasType(recipient) && recipient.name ? fillPlaceholders(recipient.name, values) : undefined
  return emailsOf(recipient, values, annotators)
    .map((email) => email.trim())
    .filter(isAddress)
    .map((email) => ({ email, ...(name ? { name } : {}) }))
}

type TypedRecipient = Extract<Recipient, { type: unknown }>

/** As in `checkRecipient`: the other keys of a recipient with a type are not checked. */
const hasType = (recipient: Recipient): recipient is TypedRecipient =>
  'type' in recipient && recipient.type !== undefined

function emailsOf(recipient: Recipient, values: PlaceholderValues, annotators: readonly string[]): string[] {
  if (!hasType(recipient)) return fillPlaceholders(recipient.email, values).split(',')
  switch (recipient.type) {
    case 'annotator':
      return [...annotators]
    case 'datapoint':
      return [...(values.get(`annotation.content.value.${recipient.value ?? ''}`) ?? [])]
    case 'constant':
      return fillPlaceholders(recipient.value ?? '', values).split(',')
  }
}

/** Removes repeated addressees; the first one is kept. */
export function withoutRepeats(people: Addressee[]): Addressee[] {
  const seen = new Set<string>()
  return people.filter(({ email }) => !seen.has(email.toLowerCase()) && seen.add(email.toLowerCase()))
}
