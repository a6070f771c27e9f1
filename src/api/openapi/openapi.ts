/** The OpenAPI 3.1 document, made from the declarations: what is checked and what is documented cannot disagree. */
import { Type, type TSchema } from 'typebox'
import { VERB_ROUTES } from '../../resources/engine/define.ts'
import { aboveOf, documentedRoute, nameOf, type Action, type Resource } from '../../resources/engine/define.ts'
import { documentedBody } from '../../resources/engine/validate.ts'
import type { BodyMode } from '../../resources/engine/fields.ts'
import { answerOf, mayUse, rightOf, ROLES, type Verb } from '../../rules/permissions.ts'
import type { Permission } from '../../resources/access.ts'

type Json = Record<string, unknown>

const ErrorBody = Type.Object({ detail: Type.String(), code: Type.String() }, { additionalProperties: true })
const Pagination = Type.Object({
  total: Type.Integer(),
  total_pages: Type.Integer(),
  next: Type.Union([Type.String(), Type.Null()]),
  previous: Type.Union([Type.String(), Type.Null()]),
})

/** The component that describes one object of a resource. */
export function objectSchema(resource: Resource): TSchema {
  const shown = Object.entries(resource.fields).filter(([, field]) => !field.writeOnly)
  return Type.Object(Object.fromEntries(shown.map(([name, field]) => [name, field.output])))
}

const content = (schema: unknown, type = 'application/json') => ({ [type]: { schema } })
const reference = (resource: Resource) => ({ $ref: `#/components/schemas/${nameOf(resource)}` })
const problem = (description: string) => ({ description, content: content({ $ref: '#/components/schemas/Error' }) })

/** `Type.Ref('queues')` in an action's answer means the component of that resource. */
function schemaOf(schema: TSchema): unknown {
  const { $ref } = schema as { $ref?: string }
  return $ref && !$ref.startsWith('#') ? { $ref: `#/components/schemas/${$ref}` } : schema
}

const parameter = (name: string, schema: unknown, description: string, where = 'query') => ({
  name,
  in: where,
  required: where === 'path',
  description,
  schema,
})

function listParameters(resource: Resource): Json[] {
  return [
    ...Object.entries(resource.filters).map(([name, filter]) => ({
      ...parameter(name, filter.schema, filter.description),
      ...(filter.required ? { required: true } : {}),
    })),
    parameter(
      'ordering',
      Type.String(),
      `Keys separated by commas, \`-\` for descending: ${Object.keys(resource.ordering).join(', ')}.`,
    ),
    parameter('page_size', Type.Integer(), 'Objects per page, at most 100; default 20.'),
    parameter('cursor', Type.String(), 'From `next` and `previous`; clients do not build cursors.'),
    parameter('page', Type.Integer(), 'Number of the page, from 1.'),
    ...selection(resource),
  ]
}

function selection(resource: Resource): Json[] {
  const keywords = Object.keys(resource.sideloads ?? {})
  return [
    parameter('fields', Type.String(), 'Only these fields, separated by commas.'),
    parameter('fields!', Type.String(), 'All fields but these.'),
    ...(keywords.length
      ? [parameter('sideload', Type.String(), `Related objects as further lists: ${keywords.join(', ')}.`)]
      : []),
    ...(keywords.includes('content')
      ? [parameter('content.schema_id', Type.String(), 'Fields that `sideload=content` adds.')]
      : []),
  ]
}

function listSchema(resource: Resource): unknown {
  return Type.Object(
    {
      pagination: Pagination,
      next: Type.Union([Type.String(), Type.Null()]),
      results: Type.Array(reference(resource) as unknown as TSchema),
    },
    { additionalProperties: true },
  )
}

/** A name that is not `id` is described like others of that name. */
const idParameter = (resource: Resource, name = 'id') =>
  parameter(
    name,
    name === 'filename' || name === 'uuid' ? Type.String() : Type.Integer(),
    name === 'id' ? `Id of the ${resource.singular}, the last part of its URL.` : '',
    'path',
  )

const aboveParameter = (resource: Resource): Json[] => {
  const above = aboveOf(resource.path)
  return above ? [idParameter(resource, above.parameter)] : []
}

function verbOperation(resource: Resource, verb: Verb): Json {
  const item = VERB_ROUTES[verb].item
  const capital = resource.singular
  const summaries: Record<Verb, string> = {
    list: `List: ${resource.path}.`,
    create: `Create: ${capital}.`,
    retrieve: `Retrieve: ${capital}.`,
    replace: `Replace: ${capital}; omitted optional fields are reset to their defaults.`,
    update: `Change: ${capital}; only what is sent.`,
    destroy: `Delete: ${capital}.`,
  }
  const responses: Json = {}
  if (verb === 'list') responses['200'] = { description: 'A page of objects.', content: content(listSchema(resource)) }
  else if (verb === 'destroy') responses[resource.path === 'queues' ? '202' : '204'] = { description: 'Done.' }
  else if (verb === 'create' && resource.path === 'uploads')
    responses['202'] = { description: 'The task to follow.', content: content(Type.Object({ url: Type.String() })) }
  else
    responses[verb === 'create' ? '201' : '200'] = {
      description: 'The object.',
      content: content(partial(resource, verb)),
    }
  if (verb === 'retrieve' && resource.path === 'tasks')
    responses['303'] = { description: 'Succeeded: see the result.', content: content(reference(resource)) }
  if (verb === 'retrieve') responses['304'] = { description: 'Unchanged since the `If-None-Match` given.' }
  const writes = verb === 'create' || verb === 'replace' || verb === 'update'
  const mode = verb === 'create' ? 'create' : verb === 'replace' ? 'full' : 'partial'
  return {
    operationId: `${nameOf(resource)}_${verb}`,
    tags: [resource.path],
    summary: summaries[verb],
    parameters: [
      ...aboveParameter(resource),
      ...(item ? [idParameter(resource)] : []),
      ...(verb === 'list'
        ? listParameters(resource)
        : verb === 'retrieve'
          ? selection(resource)
          : uploadQuery(resource, verb)),
    ],
    ...(writes ? { requestBody: { required: true, content: bodyContent(resource, verb, mode) } } : {}),
    ...permission(resource.may[verb]),
    responses: {
      ...responses,
      ...problems(item || aboveOf(resource.path) !== null || resource.path === 'uploads', writes),
      ...(verb === 'list' ? { '404': problem('The page does not exist.') } : {}),
    },
  }
}

/** Objects cut by `fields` lack keys, so nothing is required of a single one. */
const partial = (resource: Resource, verb: Verb): unknown =>
  verb === 'retrieve'
    ? {
        allOf: [{ type: 'object', properties: (objectSchema(resource) as unknown as { properties: Json }).properties }],
      }
    : reference(resource)

const uploadQuery = (resource: Resource, verb: Verb): Json[] =>
  resource.path === 'uploads' && verb === 'create'
    ? [
        { ...parameter('queue', Type.Integer(), 'Id of the queue.'), required: true },
        parameter('reject_identical', Type.Boolean(), 'Answer 409 if the organization already has the same file.'),
      ]
    : []

function bodyContent(resource: Resource, verb: Verb, mode: BodyMode): Json {
  const parts =
    verb !== 'create'
      ? null
      : resource.path === 'uploads'
        ? { content: { type: 'array', items: FILE }, values: { type: 'string' }, metadata: { type: 'string' } }
        : resource.path === 'documents'
          ? { content: FILE, parent: { type: 'string' }, metadata: { type: 'string' } }
          : null
  if (!parts) {
    const schema = documentedBody(resource.fields, mode)
    const one = mode === 'create' && resource.oneNeeded
    return content(one ? { ...schema, anyOf: one.map((name) => ({ required: [name] })) } : schema)
  }
  return {
    ...content({ type: 'object', properties: parts, required: ['content'] }, 'multipart/form-data'),
    ...content({ type: 'string', format: 'binary' }, 'application/octet-stream'),
  }
}

/** Who may, in words for readers and as the line of the table of permissions for the tests of roles. */
function permission({ rule }: Permission): Json {
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

const problems = (item: boolean, body: boolean): Json => ({
  '400': problem('The request is not valid; faulty fields have a key each.'),
  '401': problem('The credentials are wrong or expired.'),
  '403': problem('No credentials, or not allowed.'),
  ...(body ? { '413': problem('The body, or all files together, are too large.') } : {}),
  '429': problem('Too many requests; `Retry-After` is the number of seconds to wait.'),
  ...(item ? { '404': problem('The object does not exist or is not visible.') } : {}),
  ...(item || body ? { '409': problem('The state of an object does not allow the operation.') } : {}),
})

const FILE = { type: 'string', format: 'binary' }
/** Parts of any name that are files. */
const ANY_FILES = { type: 'object', additionalProperties: FILE }

function actionOperation(resource: Resource, action: Action): Json {
  const answer = ({ status, body }: { status: number; body: TSchema | string | string[] | null }): Json => ({
    [status]: {
      description: 'Done.',
      ...(body === null
        ? {}
        : {
            content: typeof body === 'string' || Array.isArray(body) ? filesOf([body].flat()) : content(schemaOf(body)),
          }),
    },
  })
  const names = [...action.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const body = action.body
    ? content(action.shape ?? action.body)
    : action.accepts &&
      Object.assign(
        {},
        ...action.accepts.map((type) =>
          content(
            type === 'multipart/form-data' ? (action.shape ?? ANY_FILES) : { type: 'string', format: 'binary' },
            type,
          ),
        ),
      )
  return {
    operationId: `${nameOf(resource)}_${action.method}_${action.path.replace(/[:/]+/g, '_').replace(/^_/, '')}`,
    tags: [resource.path],
    summary: action.summary,
    parameters: [
      ...aboveParameter(resource),
      ...names.map((name) => idParameter(resource, name)),
      ...Object.entries(action.query ?? {}).map(([name, schema]) => parameter(name, schema, '')),
    ],
    ...(body ? { requestBody: { content: body } } : {}),
    ...(action.basic ? { security: [{ bearer: [] }, { basic: [] }] } : {}),
    ...permission(action.may),
    responses: Object.assign(
      answer(action.responds),
      ...(action.responds.also ?? []).map(answer),
      problems(names.length > 0 || 'page' in (action.query ?? {}), Boolean(body)),
    ) as Json,
  }
}

const filesOf = (types: string[]): Json =>
  Object.assign(
    {},
    ...types.map((type) => content(type.endsWith('json') ? {} : { type: 'string', format: 'binary' }, type)),
  ) as Json

const isAction = (path: string) => `/${path.replace(/:(\w+)/g, '{$1}')}`

/** `extra` are paths that are no resources, e.g. login; `schemas` are components that bodies refer to. */
export function openapi(
  resources: Resource[],
  serverUrl: string,
  version: string,
  extra: Json = {},
  schemas: Json = {},
): Json {
  const paths: Record<string, Json> = {}
  const add = (path: string, method: string, operation: Json) => {
    ;(paths[path] ??= {})[method] = operation
  }
  for (const resource of resources) {
    for (const verb of resource.verbs) {
      const { method, item } = VERB_ROUTES[verb]
      add(`/v1/${documentedRoute(resource)}${item ? '/{id}' : ''}`, method, verbOperation(resource, verb))
    }
    for (const action of resource.actions ?? [])
      add(`/v1/${documentedRoute(resource)}${isAction(action.path)}`, action.method, actionOperation(resource, action))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheaf',
      version,
      description: 'Document capture: import documents, review and export their data.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }, { session: [] }],
    tags: resources.map(({ path, description }) => ({ name: path, description })),
    paths: { ...extra, ...paths },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
      },
      schemas: {
        Error: ErrorBody,
        ...schemas,
        ...Object.fromEntries(resources.map((resource) => [nameOf(resource), objectSchema(resource)])),
      },
    },
  }
}
