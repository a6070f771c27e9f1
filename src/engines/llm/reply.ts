import type { Claim, Claims } from '@sheaf/extraction/claims'
import type { HeaderField } from '@sheaf/extraction/types'

/** Longer texts are no value. */
const MAX_TEXT = 300
/** The probability of a reply that states none. */
const UNSTATED = 0.5

export interface Reply {
  claims: Claims
  /** Fields that were not asked for, and values that are no text. */
  unusable: number
}

/** Returns the claims in the body of a response of `chat/completions`; null if it contains none that can be read. */
export function readReply(body: Buffer, fields: ReadonlySet<HeaderField>): Reply | null {
  const content = contentOf(parse(body.toString('utf8')))
  if (content === null) return null
  // Some models put the object into a block of code, or write a sentence before it.
  const object = parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1))
  if (!isObject(object)) return null
  const given = isObject(own(object, 'fields')) ? own(object, 'fields') : object
  const claims: [HeaderField, Claim][] = []
  let unusable = 0
  for (const [name, value] of Object.entries(given as object)) {
    if (value === null) continue
    // Only known names become keys, so that `__proto__` and similar ones do not.
    const field = [...fields].find((one) => one === name)
    const claim = field ? claimOf(value) : null
    if (field && claim) claims.push([field, claim])
    else unusable++
  }
  return { claims: Object.fromEntries(claims), unusable }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own properties only: a reply without `fields` must not find one elsewhere. */
const own = (object: object, key: string): unknown => Object.getOwnPropertyDescriptor(object, key)?.value

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function contentOf(response: unknown): string | null {
  if (!isObject(response)) return null
  const choices = own(response, 'choices')
  const choice: unknown = Array.isArray(choices) ? choices[0] : null
  const message = isObject(choice) ? own(choice, 'message') : null
  const content = isObject(message) ? own(message, 'content') : null
  return typeof content === 'string' ? content : null
}

/** Returns the claim of a field: an object with a text, or only a text or number. */
function claimOf(value: unknown): Claim | null {
  const stated = isObject(value) ? own(value, 'text') : value
  const text = typeof stated === 'number' && Number.isFinite(stated) ? String(stated) : stated
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_TEXT) return null
  const confidence = isObject(value) ? own(value, 'confidence') : null
  const isProbability = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  return { text: text.trim(), probability: isProbability ? confidence : UNSTATED }
}
