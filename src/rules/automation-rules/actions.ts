/** Actions of automation rules: the keys of each type, the events it supports, and how often a rule may contain it. */

const VALIDATION = ['validation'] as const
const LIFE = ['annotation_imported', 'annotation_confirmed', 'annotation_exported'] as const
export const RULE_EVENTS = [...VALIDATION, ...LIFE] as const

interface ActionType {
  events: readonly string[]
  /** At most one per rule. */
  single?: boolean
  payload: (payload: Keyed) => ActionErrors
}
type Keyed = Record<string, unknown>
type ActionErrors = Record<string, unknown>

export const MESSAGE_TYPES = ['error', 'warning', 'info'] as const
export const STATUS_METHODS = ['postpone', 'export', 'delete', 'confirm', 'reject'] as const
const MAX_TEXT = 10_000
const REQUIRED = ['This field is required.']
const EMAIL = /^[^\s@<>{}]+@[^\s@<>{}]+$/
/** Two patterns instead of one, which would take quadratic time. */
const isEmailOrPlaceholder = (text: string): boolean =>
  EMAIL.test(text) || (/^[^@]*?\{\{[^{}]*\}\}/.test(text) && !/[<>]/.test(text))

const isObject = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

/** Collects a list of errors for each invalid key. */
function errorsOf(payload: Keyed, tests: Record<string, (value: unknown) => string | null>): ActionErrors {
  const errors: ActionErrors = {}
  for (const [name, test] of Object.entries(tests)) {
    const sentence = test(payload[name])
    if (sentence) errors[name] = [sentence]
  }
  return errors
}

const isGiven = (value: unknown) => value !== undefined && value !== null
const optional = (test: (value: unknown) => string | null) => (value: unknown) =>
  value === undefined || value === null ? null : test(value)
const required = (test: (value: unknown) => string | null) => (value: unknown) =>
  value === undefined || value === null ? REQUIRED[0]! : test(value)

const text = (value: unknown) => {
  if (typeof value !== 'string') return 'Not a valid string.'
  if (value === '') return 'This field may not be blank.'
  return value.length > MAX_TEXT ? `Ensure this field has no more than ${MAX_TEXT} characters.` : null
}
const flag = (value: unknown) => (typeof value === 'boolean' ? null : 'Must be a valid boolean.')
const id = (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : 'A valid integer is required.'
const names = (value: unknown) => (isTexts(value) && value.length ? null : 'Expected a non-empty list of strings.')
const addresses = (value: unknown) => {
  if (!isTexts(value)) return 'Expected a list of email addresses.'
  const wrong = value.find((address) => !isEmailOrPlaceholder(address))
  if (wrong !== undefined) return `"${wrong}" is not a valid email address.`
  return value.length > 40 ? 'At most 40 recipients are allowed.' : null
}
const address = (value: unknown) => text(value) ?? (URL.canParse(value as string) ? null : 'Enter a valid URL.')
const object = (value: unknown) => (isObject(value) ? null : 'Expected an object.')
const oneOf = (choices: readonly string[]) => (value: unknown) =>
  choices.includes(value as string) ? null : `"${String(value)}" is not a valid choice.`

const message = (payload: Keyed) => errorsOf(payload, { content: required(text), schema_id: optional(text) })
const labels = (payload: Keyed) => errorsOf(payload, { labels: required(names) })
/** Fields by the older key `schema_ids` or the newer `schema_id`, at least one of them. */
const fields = (payload: Keyed) =>
  errorsOf(payload, {
    schema_id: optional(text),
    schema_ids: (isGiven(payload.schema_id) ? optional : required)(names),
  })

/** Either a template, or the email itself. */
function email(payload: Keyed): ActionErrors {
  if (payload.email_template !== undefined && payload.email_template !== null)
    return errorsOf(payload, { email_template: text, attach_document: optional(flag) })
  return errorsOf(payload, {
    to: (value) => required(addresses)(value) ?? ((value as string[]).length ? null : 'This list may not be empty.'),
    subject: required(text),
    body: required(text),
    cc: optional(addresses),
    bcc: optional(addresses),
  })
}

export const ACTION_TYPES: Record<string, ActionType> = {
  show_message: {
    events: VALIDATION,
    payload: (payload) => ({ ...errorsOf(payload, { type: required(oneOf(MESSAGE_TYPES)) }), ...message(payload) }),
  },
  add_automation_blocker: { events: VALIDATION, single: true, payload: message },
  add_validation_source: {
    events: VALIDATION,
    single: true,
    payload: fields,
  },
  add_label: { events: VALIDATION, single: true, payload: labels },
  remove_label: { events: VALIDATION, single: true, payload: labels },
  add_remove_label: { events: VALIDATION, single: true, payload: labels },
  show_field: { events: VALIDATION, single: true, payload: fields },
  hide_field: { events: VALIDATION, single: true, payload: fields },
  show_hide_field: { events: VALIDATION, payload: fields },
  change_status: {
    events: ['annotation_imported'],
    single: true,
    payload: (payload) => errorsOf(payload, { method: required(oneOf(STATUS_METHODS)) }),
  },
  change_queue: {
    events: LIFE,
    single: true,
    payload: ({ queue, queue_id, reimport }) =>
      isGiven(queue)
        ? errorsOf({ queue, reimport }, { queue: text, reimport: optional(flag) })
        : isGiven(queue_id)
          ? errorsOf({ queue_id, reimport }, { queue_id: id, reimport: optional(flag) })
          : errorsOf({ reimport }, { queue: required(text), reimport: optional(flag) }),
  },
  send_email: { events: LIFE, payload: email },
  /** An action of an extension, which the service stores and returns. */
  custom: {
    events: RULE_EVENTS,
    payload: (payload) => errorsOf(payload, { hook_interface: required(address), payload: optional(object) }),
  },
}

/** Keys that a client may set in the payload of each type; others are dropped, like unknown keys elsewhere. */
const KEYS: Record<string, readonly string[]> = {
  show_message: ['type', 'content', 'schema_id'],
  add_automation_blocker: ['content', 'schema_id'],
  add_validation_source: ['schema_ids'],
  add_label: ['labels'],
  remove_label: ['labels'],
  add_remove_label: ['labels'],
  show_field: ['schema_ids'],
  hide_field: ['schema_ids'],
  show_hide_field: ['schema_ids'],
  change_status: ['method'],
  change_queue: ['queue_id', 'reimport'],
  send_email: ['email_template', 'attach_document', 'to', 'subject', 'body', 'cc', 'bcc'],
  custom: ['hook_interface', 'payload'],
}

export interface RuleAction {
  id: string
  enabled: boolean
  type: string
  event: string
  payload: Keyed
}

/** Returns the errors of each action by position, `{}` for a valid one; null if all are valid. */
export function checkActions(actions: unknown[]): ActionErrors[] | null {
  const ids = new Map<unknown, number>()
  const types = new Map<unknown, number>()
  const count = (seen: Map<unknown, number>, key: unknown) => {
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return before
  }
  const errors = actions.map((action) => {
    if (!isObject(action)) return { non_field_errors: ['Expected an object.'] }
    const found = checkAction(action)
    if (!found.id && count(ids, action.id)) found.id = ['The rule has another action with this id.']
    if (!found.type && count(types, action.type) && ACTION_TYPES[action.type as string]!.single)
      found.type = [`A rule may have only one action of type ${String(action.type)}.`]
    return found
  })
  return errors.some((error) => Object.keys(error).length) ? errors : null
}

function checkAction(action: Keyed): ActionErrors {
  const found = errorsOf(action, {
    id: required((value) => text(value) ?? (String(value).length > 255 ? 'At most 255 characters.' : null)),
    enabled: optional(flag),
    type: required((value) => oneOf(Object.keys(ACTION_TYPES))(value)),
    event: required(oneOf(RULE_EVENTS)),
    payload: required(object),
  })
  if (found.type) return found
  const { events, payload } = ACTION_TYPES[action.type as string]!
  if (!found.event && !events.includes(action.event as string))
    found.event = [`An action of type ${String(action.type)} supports only ${events.join(', ')}.`]
  if (!found.payload) {
    const inner = payload(action.payload as Keyed)
    if (Object.keys(inner).length) found.payload = inner
  }
  return found
}

/** Returns a checked action with its defaults and without unknown keys. */
export function normalizeAction(action: Keyed): RuleAction {
  const type = action.type as string
  const given = storedKeys(type, action.payload as Keyed)
  const known = KEYS[type]!.filter((key) => given[key] !== undefined && given[key] !== null)
  // An email created from a template has no text of its own.
  const keys = known.includes('email_template')
    ? known.filter((key) => key === 'email_template' || key === 'attach_document')
    : known
  return {
    id: action.id as string,
    enabled: (action.enabled as boolean | null | undefined) ?? true,
    type,
    event: action.event as string,
    payload: Object.fromEntries(keys.map((key) => [key, given[key]])),
  }
}

/** Types whose payload names fields. Clients send `schema_id`, `schema_ids` or both; all fields are stored in `schema_ids`. */
const FIELD_LISTS = ['add_validation_source', 'show_field', 'hide_field', 'show_hide_field']

/** Returns a payload with the keys in which it is stored: fields in `schema_ids`, a queue in `queue_id` (as it was sent). */
function storedKeys(type: string, payload: Keyed): Keyed {
  const { schema_id, schema_ids, queue, ...others } = payload
  if (FIELD_LISTS.includes(type))
    return { ...others, schema_ids: [...new Set([schema_ids ?? [], schema_id ?? []].flat())] }
  return type === 'change_queue' && isGiven(queue) ? { ...others, queue_id: queue } : payload
}

/**
 * Returns a stored payload in the newer form: one field that is shown or hidden is `schema_id`, several are `schema_ids`; validation sources
 * are always `schema_ids`. Rules of earlier releases may contain `schema_id` for a validation source.
 */
export function newerFields(type: string, payload: Keyed): Keyed {
  if (!FIELD_LISTS.includes(type)) return payload
  const { schema_ids } = storedKeys(type, payload) as { schema_ids: string[] }
  const single = type !== 'add_validation_source' && schema_ids.length === 1
  return single ? { schema_id: schema_ids[0] } : { schema_ids }
}
