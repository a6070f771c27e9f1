/** Limits on JSON that clients send, in a body or in a part of a form, and that hooks answer. */

/** Levels of lists and objects, and values including keys; JSON with more exhausts the stack or the processor. */
const MAX_DEPTH = 64
const MAX_VALUES = 250_000
/** Keys of one object: above, reading it takes more time than in proportion to its keys. */
const MAX_KEYS = 10_000

const FORBIDDEN = 'JSON parse error: Object contains forbidden prototype property.'

/**
 * Returns the error of JSON text that has too many values, levels or keys of one object; null if it has none, or if it is not valid JSON.
 * For before `JSON.parse`, which would take seconds. `subject` begins the sentence: the body or the value.
 */
export function errorOfJsonText(text: string, subject: string): string | null {
  let values = 1
  let at = -1
  /** The numbers of keys in the open objects and lists. */
  const keys: number[] = []
  let isEmpty = false
  while (++at < text.length) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) continue
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (isEmpty) values--
      keys.pop()
    }
    isEmpty = code === OPEN_LIST || code === OPEN_OBJECT
    if (isEmpty) keys.push(0)
    if (code === QUOTE) at = endOfText(text, at)
    // A list has one value more than commas. An object has one key and one value more than commas and colons together.
    else if (code === COMMA || code === COLON || isEmpty) values++
    if (code === COLON && keys.length && ++keys[keys.length - 1]! > MAX_KEYS)
      return `${subject} may have at most ${MAX_KEYS} keys per object.`
    if (values > MAX_VALUES + 1) return tooMany(subject)
    if (keys.length > MAX_DEPTH + 1) return tooDeep(subject)
  }
  return values > MAX_VALUES ? tooMany(subject) : null
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Returns the index of the quote that ends the text beginning with the quote at `start`, or the length of `json`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return json.length
}

const tooMany = (subject: string) => `${subject} may have at most ${MAX_VALUES} values.`
const tooDeep = (subject: string) => `${subject} may be nested at most ${MAX_DEPTH} levels deep.`

/** Returns the error of a value that is nested too deeply, has a text with a part of a character, or the key `__proto__`; else null. */
export function errorOfJson(value: unknown, subject: string): string | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length; depth++) {
    if (depth > MAX_DEPTH) return tooDeep(subject)
    if (level.some((one) => typeof one === 'string' && !one.isWellFormed()))
      return 'Texts must be valid Unicode: a surrogate without its pair is not a character.'
    // Copying such an object would replace the prototype of the copy.
    if (level.some((one) => typeof one === 'object' && one !== null && Object.hasOwn(one, '__proto__')))
      return FORBIDDEN
    level = level.flatMap(partsOf)
  }
  return null
}

/** The values of a list, or the keys and values of an object. */
function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value : [...Object.keys(value), ...(Object.values(value) as unknown[])]
}
