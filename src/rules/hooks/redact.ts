/** Hides what a payload contains for the hook only. */

export const REDACTED = '[redacted...]'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns a payload as logs show it: without the values of secrets and without the token. */
export function redacted(body: string): string {
  const payload: unknown = JSON.parse(body)
  if (!isObject(payload)) return body
  const names = isObject(payload.secrets) ? Object.keys(payload.secrets) : []
  return JSON.stringify({
    ...payload,
    secrets: Object.fromEntries(names.map((name) => [name, REDACTED])),
    ...Object.fromEntries(tokenKeys(payload).map((key) => [key, REDACTED])),
  })
}

/** Returns a payload with another access token; without one, the payload has none either. */
export function withToken(body: string, token: string | null): string {
  const payload: unknown = JSON.parse(body)
  if (!isObject(payload)) return body
  for (const key of tokenKeys(payload)) {
    if (token === null) delete payload[key]
    else payload[key] = token
  }
  return JSON.stringify(payload)
}

const tokenKeys = (payload: Record<string, unknown>): string[] =>
  Object.keys(payload).filter((key) => key.endsWith('_authorization_token'))

/** Shorter values are not hidden in other texts: they occur there by chance. */
const MIN_LENGTH = 6

/**
 * Returns a function that hides the token and the secrets of a payload in other texts, as they are and as part of URLs and JSON. The same
 * text always becomes the same text, so that requests can be compared.
 */
export function hiding(payload: unknown): (text: string) => string {
  if (!isObject(payload)) return (text) => text
  const tokens = tokenKeys(payload).map((key) => payload[key])
  const values = [...Object.values(isObject(payload.secrets) ? payload.secrets : {}), ...tokens]
  const texts = values.filter((value) => typeof value === 'string').filter((value) => value.length >= MIN_LENGTH)
  const forms = new Set(
    [...texts, REDACTED].flatMap((text) => [text, encodeURIComponent(text), encodeURI(text), inJson(text)]),
  )
  const longestFirst = [...forms].filter((form) => form !== REDACTED).sort((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((hidden, form) => hidden.replaceAll(form, REDACTED), text)
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Returns a JSON text of limited length; a longer one is replaced by an object with its beginning, so that the result is JSON too. */
export const clippedJson = (text: string, longest: number): string =>
  text.length <= longest ? text : JSON.stringify({ truncated: true, beginning: text.slice(0, longest) })
