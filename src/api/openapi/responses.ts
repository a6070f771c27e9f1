/** Responses of operations, and the roles that may use them. */
import { Type, type TSchema } from 'typebox'
import type { Field } from '../../resources/framework/field.ts'
import { nameOf } from '../../resources/framework/routes.ts'
import type { Resource, Responds } from '../../resources/framework/define.ts'
import { answerOf, mayUse, rightOf, ROLES } from '../../rules/access/permissions.ts'
import type { Permission } from '../../resources/access.ts'

export type Json = Record<string, unknown>

/** A JSON body with this schema. */
export const content = (schema: unknown, example?: unknown, type = 'application/json'): Json => ({
  [type]: { schema, ...(example === undefined ? {} : { example }) },
})

/** A file of any media type. The first one is for generated clients, which do not know the second. */
export const ANY_FILE = ['application/octet-stream', '*/*']

const BINARY = { type: 'string', format: 'binary' }
/** A body of each of these media types: JSON, text, or the file itself. */
export const fileContent = (types: readonly string[]): Json =>
  Object.fromEntries(
    types.map((type) => [
      type,
      { schema: type.endsWith('json') ? {} : /^text|xml$/.test(type) ? { type: 'string' } : BINARY },
    ]),
  )

const ANY_FILES = {
  type: 'object',
  properties: { content: { type: 'array', items: BINARY, description: 'Files; their parts may have other names.' } },
}
/**
 * The body of an upload: a form with `parts`, or the file itself. It has the first of the media types, and names the others in its
 * description, because generators write code for one media type of a body, or wrong code for several.
 */
export function sentFile(
  [type = 'multipart/form-data', ...others]: readonly string[],
  parts: unknown = ANY_FILES,
): Json {
  const isForm = type === 'multipart/form-data'
  return {
    ...(others.length ? { description: `The bytes of one file as ${others.join(', ')} are accepted too.` } : {}),
    content: isForm ? content(parts, undefined, type) : fileContent([type]),
  }
}

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const problem = (description: string): Json => ({ description, content: content(component('Error')) })

/** `Type.Ref('queues')` in a response means the component of that resource. */
function schemaOf(schema: TSchema): unknown {
  const { $ref } = schema as { $ref?: string }
  return $ref && !$ref.startsWith('#') ? component($ref) : schema
}

/** Responses by status. */
export const responses = (responds: Responds[]): Json =>
  Object.fromEntries(
    responds.map(({ status, description = 'Done.', body, type }) => {
      if (body === null) return [status, { description }]
      const isFile = typeof body === 'string' || Array.isArray(body)
      const sent = isFile
        ? fileContent(body === '*/*' ? ANY_FILE : [body].flat())
        : content(schemaOf(body), undefined, type)
      return [status, { description, content: sent }]
    }),
  )

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const Next = textOrNull('URL of the next page; null on the last.')
const NextBeside = Type.Optional(
  textOrNull('The same as `pagination.next`, if the request has `page_size` or `cursor`.'),
)
const Pagination = Type.Object(
  {
    total: Type.Integer({ description: 'Number of objects on all pages.' }),
    total_pages: Type.Integer({ description: 'Number of pages of this size.' }),
    next: Next,
    previous: textOrNull('URL of the page before; null on the first.'),
  },
  { description: 'Position of this page in the list.' },
)

/** One page of a list. */
export function pageResponse(resource: Resource): Json {
  const results = Type.Array(Type.Unsafe(component(nameOf(resource))), { description: 'The objects of this page.' })
  const schema = Type.Object({ pagination: Pagination, next: NextBeside, results }, { additionalProperties: true })
  return { description: 'A page of objects.', content: content(schema) }
}

/** The component that describes one object of a resource. */
export function objectSchema({ fields }: Resource): TSchema & { properties: Json } {
  const shown = Object.entries(fields).filter(([, field]) => !field.writeOnly)
  const outputOf = ({ output, omitted }: Field) => (omitted ? Type.Optional(output) : output)
  return Type.Object(Object.fromEntries(shown.map(([name, field]) => [name, outputOf(field)])))
}

/** One object. */
export const objectResponse = (resource: Resource): Json => ({
  description: 'The object.',
  content: content(component(nameOf(resource))),
})

/** The roles that may use an operation, as text for readers, and the entry of the permission table for the tests of roles. */
export function permission({ rule }: Permission): Json {
  const granted = ROLES.filter((role) =>
    'action' in rule ? answerOf(rule.action, role) !== '-' : mayUse(rule.object, rule.verb, [role]),
  )
  const limited = granted.filter((role) =>
    'action' in rule
      ? ['assigned', 'in_place'].includes(answerOf(rule.action, role))
      : ['own', 'self'].includes(rightOf(rule.object, role)) && !['list', 'retrieve'].includes(rule.verb),
  )
  const names = granted.map((role) => (limited.includes(role) ? `${role} (own or assigned)` : role))
  const users = granted.length === ROLES.length && !limited.length ? 'every role' : names.join(', ')
  return { description: `May be used by: ${users}.`, 'x-permission': rule }
}

/** Error responses of every operation, of one on an `object` that may not exist, and of one with a `body`. */
export const problems = ({ object, body }: { object: boolean; body: boolean }): Json => ({
  '400': problem('The request is not valid; faulty fields have a key each.'),
  '401': problem('The credentials are wrong or expired.'),
  '403': problem('No credentials, or not allowed.'),
  ...(body ? { '413': problem('The body, or all files together, are too large.') } : {}),
  ...(body ? { '415': problem('The body has a `Content-Encoding` other than gzip, deflate and br.') } : {}),
  ...(object ? { '404': problem('The object does not exist or is not visible.') } : {}),
  ...(object || body ? { '409': problem('The state of an object does not allow the operation.') } : {}),
})

const RetryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: Type.Integer() } }
const LATER: Record<string, Json> = {
  '429': problem('Too many requests, or failed logins.'),
  '503': problem('A part of the service is unavailable; try again later.'),
}
/** Adds the responses that come before every operation, also those that need no credentials. */
export function withLimits(operation: Json): Json {
  const own = operation.responses as Record<string, Json>
  const later = Object.entries(LATER).map(([status, usual]) => [
    status,
    { headers: RetryAfter, ...(own[status] ?? usual) },
  ])
  return { ...operation, responses: { ...own, ...(Object.fromEntries(later) as Json) } }
}
