/** The operations of a resource: its verbs and actions, with parameters, bodies, answers and who may use them. */
import type { TSchema } from 'typebox'
import { aboveOf, documentedRoute, nameOf, VERB_ROUTES } from '../../resources/engine/routes.ts'
import type { Action, Operation, Resource, UrlOf } from '../../resources/engine/define.ts'
import type { BodyMode } from '../../resources/engine/fields.ts'
import { documentedBody } from '../../resources/engine/validate.ts'
import type { Verb } from '../../rules/permissions.ts'
import { bodyExample } from './examples.ts'
import { aboveParameter, idParameter, listParameters, parameter, selection } from './parameters.ts'
import { answers, content, objectAnswer, pageAnswer, permission, problem, problems, type Json } from './responses.ts'

/** An operation and where it is served. */
export interface Served {
  path: string
  method: string
  operation: Json
}

export function operationsOf(resource: Resource, url: UrlOf): Served[] {
  const route = `/v1/${documentedRoute(resource)}`
  const inPath = (path: string) => `/${path.replace(/:(\w+)/g, '{$1}')}`
  const action = (below: string) => (one: Action<unknown>) => ({
    path: `${route}${below}${inPath(one.path)}`,
    method: one.method,
    operation: actionOperation(resource, { ...one, path: `${below === '' ? '' : ':id/'}${one.path}` }, url),
  })
  return [
    ...resource.verbs.map((verb) => ({
      path: `${route}${VERB_ROUTES[verb].item ? '/{id}' : ''}`,
      method: VERB_ROUTES[verb].method,
      operation: verbOperation(resource, verb, url),
    })),
    ...(resource.actions ?? []).map(action('')),
    ...(resource.itemActions ?? []).map(action('/{id}')),
  ]
}

const SUMMARIES: Record<Verb, (resource: Resource) => string> = {
  list: ({ path }) => `List: ${path}.`,
  create: ({ singular }) => `Create: ${singular}.`,
  retrieve: ({ singular }) => `Retrieve: ${singular}.`,
  replace: ({ singular }) => `Replace: ${singular}; omitted optional fields are reset to their defaults.`,
  update: ({ singular }) => `Change: ${singular}; only what is sent.`,
  destroy: ({ singular }) => `Delete: ${singular}.`,
}
const MODES: Partial<Record<Verb, BodyMode>> = { create: 'create', replace: 'full', update: 'partial' }

function verbOperation(resource: Resource, verb: Verb, url: UrlOf): Json {
  const { item } = VERB_ROUTES[verb]
  const mode = MODES[verb]
  const documented = resource.documented?.[verb] ?? {}
  return {
    operationId: `${nameOf(resource)}_${verb}`,
    tags: [resource.path],
    summary: SUMMARIES[verb](resource),
    parameters: [
      ...aboveParameter(resource),
      ...(item ? [idParameter(resource)] : []),
      ...(verb === 'list' ? listParameters(resource) : verb === 'retrieve' ? selection(resource) : []),
      ...queryParameters(documented),
    ],
    ...(mode ? { requestBody: { required: true, content: verbBody(resource, mode, documented, url) } } : {}),
    ...permission(resource.may[verb]),
    responses: {
      ...verbAnswer(resource, verb, documented),
      ...(verb === 'retrieve' ? { '304': { description: 'Unchanged since the `If-None-Match` given.' } } : {}),
      ...problems({
        object: item || aboveOf(resource.path) !== null || Boolean(documented.requiredQuery),
        body: mode !== undefined,
      }),
      ...(verb === 'list' ? { '404': problem('The page does not exist.') } : {}),
    },
  }
}

function verbAnswer(resource: Resource, verb: Verb, { responds, also = [] }: Operation): Json {
  const usual = (): Json => {
    if (verb === 'list') return { '200': pageAnswer(resource) }
    if (verb === 'destroy') return { '204': { description: 'Done.' } }
    return { [verb === 'create' ? '201' : '200']: objectAnswer(resource, verb === 'retrieve') }
  }
  return { ...(responds ? answers([responds]) : usual()), ...answers(also) }
}

function verbBody(resource: Resource, mode: BodyMode, { parts, accepts }: Operation, url: UrlOf): Json {
  if (parts)
    return Object.assign({}, ...(accepts ?? ['multipart/form-data']).map((type) => ofType(type, parts))) as Json
  const schema = documentedBody(resource.fields, mode)
  const needed = mode === 'create' ? resource.oneNeeded : undefined
  const example = bodyExample(resource.fields, mode, url)
  return content(needed ? { ...schema, anyOf: needed.map((name) => ({ required: [name] })) } : schema, { example })
}

const BINARY = { type: 'string', format: 'binary' }
const ofType = (type: string, parts?: TSchema): Json =>
  // Without a schema of its own a form may have files in parts of any name.
  content(type === 'multipart/form-data' ? (parts ?? { type: 'object', additionalProperties: BINARY }) : BINARY, {
    type,
  })

const queryParameters = ({ query = {}, requiredQuery = [] }: Operation): Json[] =>
  Object.entries(query).map(([name, schema]) => {
    const { description = '' } = schema as { description?: string }
    return { ...parameter(name, schema, description), ...(requiredQuery.includes(name) ? { required: true } : {}) }
  })

function actionOperation(resource: Resource, action: Action<unknown>, url: UrlOf): Json {
  const names = [...action.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const body = action.body
    ? content(action.documented ?? action.body, { example: action.example?.(url) })
    : action.accepts &&
      (Object.assign({}, ...action.accepts.map((type) => ofType(type, action.parts ?? action.documented))) as Json)
  return {
    operationId: `${nameOf(resource)}_${action.method}_${action.path.replace(/[:/]+/g, '_').replace(/^_/, '')}`,
    tags: [resource.path],
    summary: action.summary,
    parameters: [
      ...aboveParameter(resource),
      ...names.map((name) => idParameter(resource, name)),
      ...queryParameters(action),
    ],
    ...(body ? { requestBody: { content: body } } : {}),
    ...(action.basic ? { security: [{ bearer: [] }, { basic: [] }] } : {}),
    ...permission(action.may),
    responses: {
      ...answers([action.responds, ...(action.also ?? [])]),
      ...problems({ object: names.length > 0 || 'page' in (action.query ?? {}), body: Boolean(body) }),
    },
  }
}
