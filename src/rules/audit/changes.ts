/** What a change of an object altered, for the audit log: paths with the values before and after. */

export interface AuditedChange {
  /** Such as `settings.workflows.enabled`, or `content[invoice_info].children[amount_total].label`. */
  field: string
  /** Null if there was none. Texts are shortened to `MAX_LENGTH` characters. */
  before: unknown
  after: unknown
}

/** Characters of a value that the log keeps. */
export const MAX_LENGTH = 1_000
/** Changes of one request that the log lists. */
export const MAX_CHANGES = 100

const HIDDEN = '(hidden)'
/** Objects such as the configuration of a hook have keys of any name. */
const SECRET =
  /secret|token|password|passphrase|passwd|pwd|psk|authorization|credential|cookie|signature|(api|access|private|client)_?-?key/i
/** The user and password in a URL. */
const URL_LOGIN = /(\/\/)[^/\s@]+@/g

/** Returns what differs in these fields, in order of the fields; at most `MAX_CHANGES` and one more that says how many are missing. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): AuditedChange[] {
  const all = fields.flatMap((field) => differences(field, before[field], after[field]))
  if (all.length <= MAX_CHANGES) return all
  return [
    ...all.slice(0, MAX_CHANGES),
    { field: `${all.length - MAX_CHANGES} further changes`, before: null, after: null },
  ]
}

/** A secret that a request has set or, with null, removed. Its value is never shown, so the record does not reveal whether it changed. */
export const secretChange = (field: string, after: unknown, { isNew }: { isNew: boolean }): AuditedChange => ({
  field,
  before: isNew ? null : HIDDEN,
  after: hidden(after),
})

function differences(field: string, before: unknown, after: unknown): AuditedChange[] {
  if (equal(before, after)) return []
  const [was, is] = [partsOf(before), partsOf(after)]
  // One side without a value is shown as a whole.
  if (was && is && was.isList === is.isList) {
    const names = [...new Set([...was.parts.keys(), ...is.parts.keys()])]
    const inside = names.flatMap((name) =>
      differences(was.isList ? `${field}[${name}]` : `${field}.${name}`, was.parts.get(name), is.parts.get(name)),
    )
    if (inside.length > 0) return inside
    // The same parts in another order.
    return [
      { field: `${field} (order)`, before: shortened([...was.parts.keys()]), after: shortened([...is.parts.keys()]) },
    ]
  }
  // Ids of items are names of users, such as a field `signature` of a schema.
  const isSecret = SECRET.test(field.replace(/\[[^\]]*\]/g, ''))
  return [
    {
      field,
      before: isSecret ? hidden(before) : shortened(before),
      after: isSecret ? hidden(after) : shortened(after),
    },
  ]
}

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

interface Parts {
  isList: boolean
  parts: ReadonlyMap<string, unknown>
}

/** Returns the parts of an object, or of a list whose items have distinct ids; null for other values, which change as a whole. */
function partsOf(value: unknown): Parts | null {
  if (Array.isArray(value)) {
    const ids = value.map((item: unknown) => (isObject(item) && typeof item.id === 'string' ? item.id : null))
    if (value.length === 0 || ids.includes(null) || new Set(ids).size < ids.length) return null
    return { isList: true, parts: new Map(ids.map((id, index) => [id!, value[index]])) }
  }
  return isObject(value) ? { isList: false, parts: new Map(Object.entries(value)) } : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hidden = (value: unknown): unknown => (value === undefined || value === null || value === '' ? null : HIDDEN)

function shortened(value: unknown): unknown {
  if (value === undefined) return null
  const safe = redacted(value)
  const text = typeof safe === 'string' ? safe : JSON.stringify(safe)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : safe
}

/** A copy without the values of secret keys and the logins in URLs. */
function redacted(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(URL_LOGIN, `$1${HIDDEN}@`)
  if (Array.isArray(value)) return value.map(redacted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, SECRET.test(key) ? hidden(inner) : redacted(inner)]),
  )
}
