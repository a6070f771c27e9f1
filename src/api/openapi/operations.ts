/** The operations of a resource: its verbs and actions with their parameters, bodies, responses and permissions. */
import { aboveOf, documentedRoute, nameOf, VERB_ROUTES } from '../../resources/engine/routes.ts'
import type { Action, Operation, Resource, UrlOf } from '../../resources/engine/define.ts'
import type { BodyMode } from '../../resources/engine/fields.ts'
import { documentedBody } from '../../resources/engine/validate.ts'
import type { Verb } from '../../rules/permissions.ts'
import { bodyExample } from './examples.ts'
import { pluralOf, withArticle } from './titles.ts'
import { aboveParameter, listParameters, parameter, pathParameter, selection } from './parameters.ts'
import {
  content,
  fileContent,
  objectResponse,
  pageResponse,
  permission,
  problem,
  problems,
  responses,
  type Json,
} from './responses.ts'

/** An operation with its path and method. */
export interface Served {
  path: string
  method: string
  operation: Json
}

/** All operations of a resource; `url` builds the URLs of the examples. */
export function operationsOf(resource: Resource, url: UrlOf): Served[] {
  const route = `/v1/${documentedRoute(resource)}`
  const itemActions = (resource.itemActions ?? []).map((action) => ({ ...action, path: `:id/${action.path}` }))
  return [
    ...resource.verbs.map((verb) => ({
      path: `${route}${VERB_ROUTES[verb].item ? '/{id}' : ''}`,
      method: VERB_ROUTES[verb].method,
      operation: verbOperation(resource, verb, url),
    })),
    ...[...(resource.actions ?? []), ...itemActions].map((action) => ({
      path: `${route}/${action.path.replace(/:(\w+)/g, '{$1}')}`,
      method: action.method,
      operation: actionOperation(resource, action, url),
    })),
  ]
}

const one = ({ singular }: Resource): string => withArticle(singular)
const SUMMARIES: Record<Verb, (resource: Resource) => string> = {
  list: ({ singular }) => `List ${pluralOf(singular)}`,
  create: (resource) => `Create ${one(resource)}`,
  retrieve: (resource) => `Retrieve ${one(resource)}`,
  replace: (resource) => `Replace ${one(resource)}. Omitted optional fields are reset to their defaults.`,
  update: (resource) => `Update ${one(resource)}. Only the fields that are sent change.`,
  destroy: (resource) => `Delete ${one(resource)}`,
}

/** For collections below another one: `List queues of an organization group`. */
function summaryOf(resource: Resource, verb: Verb): string {
  const above = aboveOf(resource.path)
  const sentence = SUMMARIES[verb](resource)
  if (!above) return sentence
  const [title = '', ...rest] = sentence.split('. ')
  return [`${title} of ${withArticle(above.parameter.replaceAll('_', ' '))}`, ...rest].join('. ')
}
const MODES: Partial<Record<Verb, BodyMode>> = { create: 'create', replace: 'full', update: 'partial' }

function verbOperation(resource: Resource, verb: Verb, url: UrlOf): Json {
  const { item } = VERB_ROUTES[verb]
  const mode = MODES[verb]
  const documented = resource.documented?.[verb] ?? {}
  return {
    operationId: `${nameOf(resource)}_${verb}`,
    tags: [resource.path],
    summary: summaryOf(resource, verb),
    parameters: [
      ...aboveParameter(resource),
      ...(item ? [pathParameter(resource)] : []),
      ...(verb === 'list' ? listParameters(resource) : verb === 'retrieve' ? selection(resource) : []),
      ...queryParameters(documented),
    ],
    ...(mode ? { requestBody: { required: true, content: verbBody(resource, mode, documented, url) } } : {}),
    ...permission(resource.may[verb]),
    responses: {
      ...(documented.responds ? responses([documented.responds]) : usualResponse(resource, verb)),
      ...responses(documented.also ?? []),
      ...(verb === 'retrieve' ? { '304': { description: 'Unchanged since the `If-None-Match` given.' } } : {}),
      ...(verb === 'update' || verb === 'replace'
        ? { '412': problem('Changed since the `If-Match` given was read.') }
        : {}),
      ...problems({
        object: item || aboveOf(resource.path) !== null || Boolean(documented.requiredQuery),
        body: mode !== undefined,
      }),
      ...(verb === 'list' ? { '404': problem('The page does not exist.') } : {}),
    },
  }
}

function usualResponse(resource: Resource, verb: Verb): Json {
  if (verb === 'list') return { '200': pageResponse(resource) }
  if (verb === 'destroy') return { '204': { description: 'Done.' } }
  return { [verb === 'create' ? '201' : '200']: objectResponse(resource, verb === 'retrieve') }
}

function verbBody(resource: Resource, mode: BodyMode, { parts, accepts }: Operation, url: UrlOf): Json {
  if (parts) return fileContent(accepts ?? ['multipart/form-data'], parts)
  const schema = documentedBody(resource.fields, mode)
  const needed = mode === 'create' && resource.oneNeeded?.map((name) => ({ required: [name] }))
  return content(needed ? { ...schema, anyOf: needed } : schema, bodyExample(resource.fields, mode, url))
}

const queryParameters = ({ query = {}, requiredQuery = [] }: Operation): Json[] =>
  Object.entries(query).map(([name, schema]) => {
    const { description = '' } = schema as { description?: string }
    return parameter(name, schema, description, { required: requiredQuery.includes(name) })
  })

function actionOperation(resource: Resource, action: Action<never>, url: UrlOf): Json {
  const { body, documented = body, accepts, parts = documented } = action
  const names = [...action.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const sent = body ? content(documented, action.example?.(url)) : accepts && fileContent(accepts, parts)
  return {
    operationId: `${nameOf(resource)}_${action.method}_${action.path.replace(/[:/]+/g, '_').replace(/^_/, '')}`,
    tags: [resource.path],
    summary: action.summary,
    parameters: [
      ...aboveParameter(resource),
      ...names.map((name) => pathParameter(resource, name)),
      ...queryParameters(action),
    ],
    ...(sent ? { requestBody: { content: sent } } : {}),
    ...(action.basic ? { security: [{ bearer: [] }, { basic: [] }] } : {}),
    ...permission(action.may),
    responses: {
      ...responses([action.responds, ...(action.also ?? [])]),
      ...problems({ object: names.length > 0 || 'page' in (action.query ?? {}), body: Boolean(sent) }),
    },
  }
}
