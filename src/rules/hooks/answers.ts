/**
 * Reads the response of a hook's call. Hooks are written by customers, so a response can have any form: what can be understood is used,
 * everything else is left out, and every list and text is limited.
 */
import { errorOfJsonText } from '../input/json-limits.ts'

export type MessageType = 'error' | 'warning' | 'info'

/** A message as it is stored with an annotation. */
export interface HookMessage {
  /** A node id as a string, or `all` for the whole document. */
  id: string
  type: MessageType
  content: string
  detail?: Record<string, unknown>
}

export interface AnswerValue {
  id: string
  value: string
}

/** What an `upload.created` or `email.received` hook says about a file. `document` is a URL. */
export interface AnswerFile {
  /** `email.received`: id of the file in the payload. */
  id?: string
  /** `upload.created`, and additional files of an email. */
  document?: string
  prevent_importing: boolean
  import_document: boolean
  messages: HookMessage[]
  values: AnswerValue[]
}

export interface HookAnswer {
  messages: HookMessage[]
  /** Objects with `op`; their content is checked when they are applied, and invalid ones are skipped then. */
  operations: Record<string, unknown>[]
  /** `id` is a node id, or `all`. */
  automation_blockers: { id: string; content: string }[]
  /** Null if the response has no `files`: all files continue unchanged. */
  files: AnswerFile[] | null
  additional_files: AnswerFile[]
  extracted_original_sender: { email: string; name: string } | null
  /** The whole body of a JSON response, for events whose response is returned to the caller; undefined if it is not JSON. */
  other: unknown
  /** What was left out, for the log of the hook; one sentence each. */
  problems: string[]
}

const MAX_TEXT = 4096
const MAX_COUNTS = { messages: 1000, operations: 50_000, automation_blockers: 1000, files: 1000, values: 1000 }
/** Larger details are left out. */
const MAX_DETAIL = 4096

type Item = Record<string, unknown>
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether JSON columns accept the texts of a value; see `storable`. */
const isStorable = (value: Item): boolean => !/\\u(0000|d[89a-f])/i.test(JSON.stringify(value))

/** JSON columns accept neither null characters nor unpaired surrogates. */
const storable = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed()

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : storable(typeof value === 'string' ? value : JSON.stringify(value))

/** A node id in the form of messages: absent, null and `all` mean the whole document. */
function targetOf(id: unknown): string {
  const text = typeof id === 'number' ? String(id) : id
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? text : 'all'
}

/** An error message about a call that failed, in the form that clients recognize by `is_exception`. */
export const exceptionMessage = (content: string): HookMessage => ({
  id: 'all',
  type: 'error',
  content: storable(content),
  detail: { is_exception: true },
})

const nothing = (): HookAnswer => ({
  messages: [],
  operations: [],
  automation_blockers: [],
  files: null,
  additional_files: [],
  extracted_original_sender: null,
  other: undefined,
  problems: [],
})

/** Returns the objects of a list that is not too long, and notes in `problems` what was left out. */
function itemsOf(given: unknown, name: keyof typeof MAX_COUNTS | 'additional_files', problems: string[]): Item[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) {
    problems.push(`"${name}" is not a list and was ignored.`)
    return []
  }
  const most = MAX_COUNTS[name === 'additional_files' ? 'files' : name]
  if (given.length > most) problems.push(`Only the first ${most} of ${given.length} "${name}" were used.`)
  const items = given.slice(0, most).filter(isItem)
  const ignored = Math.min(given.length, most) - items.length
  if (ignored) problems.push(`${ignored} of "${name}" are not objects and were ignored.`)
  return items
}

function messagesOf(given: unknown, problems: string[]): HookMessage[] {
  return itemsOf(given, 'messages', problems)
    .filter(({ content }) => content !== undefined && content !== null)
    .map(({ id, type, content, detail }) => ({
      id: targetOf(id),
      type: type === 'error' || type === 'warning' ? type : 'info',
      content: textOf(content),
      ...(isItem(detail) && JSON.stringify(detail).length <= MAX_DETAIL && isStorable(detail) ? { detail } : {}),
    }))
}

const valuesOf = (given: unknown, problems: string[]): AnswerValue[] =>
  itemsOf(given, 'values', problems)
    .filter(({ id }) => typeof id === 'string')
    .map(({ id, value }) => ({ id: textOf(id), value: textOf(value) }))

function fileOf(given: Item, problems: string[]): AnswerFile {
  const { id, document, prevent_importing, import_document, messages, values } = given
  return {
    ...(typeof id === 'string' || typeof id === 'number' ? { id: textOf(String(id)) } : {}),
    ...(typeof document === 'string' ? { document: textOf(document) } : {}),
    prevent_importing: prevent_importing === true,
    import_document: import_document === true,
    messages: messagesOf(messages, problems),
    values: valuesOf(values, problems),
  }
}

/** Files that the event's payload cannot contain, because they lack the key that identifies them, are left out. */
function filesOf(given: unknown, name: 'files' | 'additional_files', key: 'id' | 'document', problems: string[]) {
  const files = itemsOf(given, name, problems).map((one) => fileOf(one, problems))
  const known = files.filter((file) => file[key] !== undefined)
  if (known.length < files.length) problems.push(`"${name}" without "${key}" were ignored.`)
  return known
}

/** Reads the keys that the event understands. */
function understood(event: string, action: string, body: Item, isOk: boolean, problems: string[]): Partial<HookAnswer> {
  if (event === 'annotation_content') {
    const given = itemsOf(body.operations, 'operations', problems)
    const operations = given.filter(isStorable)
    if (operations.length < given.length)
      problems.push('Operations with null characters or invalid Unicode were ignored.')
    if (operations.length && !isOk) problems.push('Operations of a response with an error status were ignored.')
    const blockers = action === 'initialize' ? body.automation_blockers : []
    return {
      messages: messagesOf(body.messages, problems),
      operations: isOk ? operations : [],
      automation_blockers: itemsOf(blockers, 'automation_blockers', problems)
        .filter(({ content }) => content !== undefined && content !== null)
        .map(({ id, content }) => ({ id: targetOf(id), content: textOf(content) })),
    }
  }
  if (!isOk) return {}
  if (event === 'upload')
    return { files: Array.isArray(body.files) ? filesOf(body.files, 'files', 'document', problems) : null }
  if (event !== 'email') return {}
  const sender = body.extracted_original_sender
  return {
    files: Array.isArray(body.files) ? filesOf(body.files, 'files', 'id', problems) : null,
    additional_files: filesOf(body.additional_files, 'additional_files', 'document', problems),
    extracted_original_sender:
      isItem(sender) && typeof sender.email === 'string' && sender.email
        ? { email: textOf(sender.email), name: textOf(sender.name) }
        : null,
  }
}

function parse(text: string, problems: string[]): { value: unknown } | null {
  const error = errorOfJsonText(text, 'The response')
  if (error) problems.push(error)
  if (error) return null
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/**
 * Returns what a response means for its event. An empty body and 204 mean `{}`. With a status other than 2xx only messages count, and
 * if the body is no JSON object, one message says that the call failed. A 2xx body that is no JSON object is noted in `problems`.
 */
export function readAnswer(
  event: string,
  action: string,
  { status, body }: { status: number; body: string },
): HookAnswer {
  const isOk = status >= 200 && status < 300
  const problems: string[] = []
  const parsed = status === 204 || !body.trim() ? (isOk ? { value: {} } : null) : parse(body, problems)
  const answer = { ...nothing(), problems, other: parsed?.value }
  if (isItem(parsed?.value)) {
    Object.assign(answer, understood(event, action, parsed.value, isOk, problems))
    if (isOk || (event === 'annotation_content' && 'messages' in parsed.value)) return answer
  }
  if (!isOk) return { ...answer, messages: [exceptionMessage(`The hook responded with status ${status}.`)] }
  if (!problems.length) problems.push('The response is not a JSON object and was ignored.')
  return answer
}

/** What a call without a response means: one error message about the whole document. */
export const failedAnswer = (message: string): HookAnswer => ({ ...nothing(), messages: [exceptionMessage(message)] })
