/** Interprets a connector's responses to `save` and `validate`. */

/** A message as stored with an annotation. */
export interface SaveMessage {
  /** A node id as a string, or `all` for the whole document. */
  id: string
  type: 'error' | 'warning' | 'info'
  content: string
}

export interface SaveOutcome {
  failed: boolean
  messages: SaveMessage[]
}

const MAX_TEXT = 4096
const MAX_MESSAGES = 100

/** Returns a failure of the service or of the connector, as one message about the whole document. */
export const failedSave = (content: string): SaveOutcome => ({
  failed: true,
  messages: [{ id: 'all', type: 'error', content: storable(content) }],
})

/**
 * Any 2xx is a success unless the body contains a message of type error. Otherwise the message is the key `error` of a JSON body, or its
 * `messages`, or the whole body. Connectors are written by customers, so the body can have any form.
 */
export function judgeSave({ status, body }: { status: number; body: string }): SaveOutcome {
  const json = objectOf(body)
  const messages = messagesOf(json?.messages)
  const isError = messages.some(({ type }) => type === 'error')
  if (status >= 200 && status < 300) return { failed: isError, messages }
  const own = json && 'error' in json ? textOf(json.error) : ''
  if (own) return failedSave(own)
  if (isError) return { failed: true, messages }
  const text = json && 'messages' in json ? textOf(json.messages) : body.trim()
  const { messages: failures } = failedSave(text || `The connector responded with status ${status}.`)
  return { failed: true, messages: messages.length ? [...failures, ...messages] : failures }
}

export interface ValidateOutcome {
  messages: SaveMessage[]
  operations: Record<string, unknown>[]
  /** False if the connector has no `validate`, or failed. */
  isAnswered: boolean
}

const MAX_OPERATIONS = 10_000

/**
 * 404 means that the connector does not implement `validate`. Any other status than 2xx is an error message. `updated_datapoints` is the
 * older form of operations: it replaces values, visibility and options.
 */
export function judgeValidate({ status, body }: { status: number; body: string }): ValidateOutcome {
  if (status === 404) return { messages: [], operations: [], isAnswered: false }
  const { failed, messages } = judgeSave({ status, body })
  if (failed && (status < 200 || status > 299)) return { messages, operations: [], isAnswered: false }
  const json = objectOf(body)
  return {
    messages,
    operations: [...itemsOf(json?.operations), ...itemsOf(json?.updated_datapoints).map(asOperation)],
    isAnswered: true,
  }
}

const itemsOf = (given: unknown): Record<string, unknown>[] =>
  Array.isArray(given)
    ? given
        .slice(0, MAX_OPERATIONS)
        .filter((one): one is Record<string, unknown> => Boolean(one) && typeof one === 'object')
    : []

function asOperation({ id, value, hidden, options, position }: Record<string, unknown>): Record<string, unknown> {
  const content = { ...(value === undefined ? {} : { value }), ...(position === undefined ? {} : { position }) }
  return {
    op: 'replace',
    id,
    value: {
      ...(Object.keys(content).length > 0 ? { content } : {}),
      ...(hidden === undefined ? {} : { hidden }),
      ...(options === undefined ? {} : { options }),
    },
  }
}

function objectOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function messagesOf(given: unknown): SaveMessage[] {
  if (!Array.isArray(given)) return []
  return given
    .filter((one): one is Record<string, unknown> => Boolean(one) && typeof one === 'object' && 'content' in one)
    .sort((a, b) => Number(b.type === 'error') - Number(a.type === 'error'))
    .slice(0, MAX_MESSAGES)
    .map(({ id, type, content }) => ({
      id: typeof id === 'number' || (typeof id === 'string' && id) ? storable(String(id)).slice(0, 100) : 'all',
      type: type === 'error' || type === 'warning' ? type : 'info',
      content: storable(textOf(content)),
    }))
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value.trim() : JSON.stringify(value)

/** JSON columns accept neither null characters nor unpaired surrogates. */
const storable = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed()
