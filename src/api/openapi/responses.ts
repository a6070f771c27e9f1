/** Answers of operations, successful and not, and who may use an operation. */
import { Type, type TSchema } from 'typebox'
import { nameOf } from '../../resources/engine/routes.ts'
import type { Resource, Responds } from '../../resources/engine/define.ts'
import { answerOf, mayUse, rightOf, ROLES } from '../../rules/permissions.ts'
import type { Permission } from '../../resources/access.ts'

export type Json = Record<string, unknown>

/** The media types of a body: one, by default JSON. */
export const content = (
  schema: unknown,
  { type = 'application/json', example }: { type?: string; example?: unknown } = {},
): Json => ({ [type]: { schema, ...(example === undefined ? {} : { example }) } })

const reference = (resource: Resource) => ({ $ref: `#/components/schemas/${nameOf(resource)}` })
export const problem = (description: string): Json => ({
  description,
  content: content({ $ref: '#/components/schemas/Error' }),
})

/** `Type.Ref('queues')` in an answer means the component of that resource. */
function schemaOf(schema: TSchema): unknown {
  const { $ref } = schema as { $ref?: string }
  return $ref && !$ref.startsWith('#') ? { $ref: `#/components/schemas/${$ref}` } : schema
}

const filesOf = (types: string[]): Json =>
  Object.assign(
    {},
    ...types.map((type) => content(type.endsWith('json') ? {} : { type: 'string', format: 'binary' }, { type })),
  ) as Json

const answer = ({ description = 'Done.', body }: Responds): Json => {
  if (body === null) return { description }
  const files = typeof body === 'string' || Array.isArray(body)
  return { description, content: files ? filesOf([body].flat()) : content(schemaOf(body)) }
}

/** Answers by status. */
export const answers = (responds: Responds[]): Json =>
  Object.fromEntries(responds.map((one) => [String(one.status), answer(one)]))

const Pagination = Type.Object({
  total: Type.Integer({ description: 'Number of objects on all pages.' }),
  total_pages: Type.Integer({ description: 'Number of pages of this size.' }),
  next: Type.Union([Type.String(), Type.Null()], { description: 'URL of the next page; null on the last.' }),
  previous: Type.Union([Type.String(), Type.Null()], { description: 'URL of the page before; null on the first.' }),
})

export const pageAnswer = (resource: Resource): Json => ({
  description: 'A page of objects.',
  content: content(
    Type.Object(
      {
        pagination: { ...Pagination, description: 'Position of this page in the list.' },
        next: Type.Union([Type.String(), Type.Null()], { description: 'URL of the next page; null on the last.' }),
        results: {
          ...Type.Array(reference(resource) as unknown as TSchema),
          description: 'The objects of this page.',
        },
      },
      { additionalProperties: true },
    ),
  ),
})

/** The component that describes one object of a resource. */
export function objectSchema(resource: Resource): TSchema {
  const shown = Object.entries(resource.fields).filter(([, field]) => !field.writeOnly)
  return Type.Object(Object.fromEntries(shown.map(([name, field]) => [name, field.output])))
}

/** One object. Where `fields` may cut it, it lacks keys, so nothing is required. */
export function objectAnswer(resource: Resource, cut: boolean): Json {
  const { properties } = objectSchema(resource) as unknown as { properties: Json }
  const schema = cut ? { allOf: [{ type: 'object', properties }] } : reference(resource)
  return { description: 'The object.', content: content(schema) }
}

/** Who may, in words for readers and as the line of the table of permissions for the tests of roles. */
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
  const whom = granted.length === ROLES.length && !limited.length ? 'every role' : names.join(', ')
  return { description: `May be used by: ${whom}.`, 'x-permission': rule }
}

/** Errors: of every operation, of one on an `object` that may not be there, of one with a `body`. */
export const problems = ({ object, body }: { object: boolean; body: boolean }): Json => ({
  '400': problem('The request is not valid; faulty fields have a key each.'),
  '401': problem('The credentials are wrong or expired.'),
  '403': problem('No credentials, or not allowed.'),
  ...(body ? { '413': problem('The body, or all files together, are too large.') } : {}),
  '429': problem('Too many requests; `Retry-After` is the number of seconds to wait.'),
  ...(object ? { '404': problem('The object does not exist or is not visible.') } : {}),
  ...(object || body ? { '409': problem('The state of an object does not allow the operation.') } : {}),
})
