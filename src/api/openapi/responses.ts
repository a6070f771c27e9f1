/** Responses of operations, and the roles that may use them. */
import { Type, type TSchema } from 'typebox'
import { nameOf } from '../../resources/engine/routes.ts'
import type { Resource, Responds } from '../../resources/engine/define.ts'
import { answerOf, mayUse, rightOf, ROLES } from '../../rules/permissions.ts'
import type { Permission } from '../../resources/access.ts'

export type Json = Record<string, unknown>

/** A JSON body with this schema. */
export const content = (schema: unknown, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

const BINARY = { type: 'string', format: 'binary' }
/** A body of each of these media types: a form with `parts` (by default files under any name), JSON, or the file itself. */
export const fileContent = (
  types: string[],
  parts: unknown = { type: 'object', additionalProperties: BINARY },
): Json => {
  const schemaOf = (type: string) => (type === 'multipart/form-data' ? parts : type.endsWith('json') ? {} : BINARY)
  return Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]))
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
    responds.map(({ status, description = 'Done.', body }) => {
      if (body === null) return [status, { description }]
      const isFile = typeof body === 'string' || Array.isArray(body)
      return [status, { description, content: isFile ? fileContent([body].flat()) : content(schemaOf(body)) }]
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
  return Type.Object(Object.fromEntries(shown.map(([name, field]) => [name, field.output])))
}

/** One object. `selectable` means that `fields` can remove keys, so no key is required. */
export function objectResponse(resource: Resource, selectable: boolean): Json {
  const { properties } = objectSchema(resource)
  const schema = selectable ? { allOf: [{ type: 'object', properties }] } : component(nameOf(resource))
  return { description: 'The object.', content: content(schema) }
}

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
  '429': problem('Too many requests; `Retry-After` is the number of seconds to wait.'),
  ...(object ? { '404': problem('The object does not exist or is not visible.') } : {}),
  ...(object || body ? { '409': problem('The state of an object does not allow the operation.') } : {}),
})
