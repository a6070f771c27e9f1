/** The operations of a resource: its verbs and actions with their parameters, bodies, responses and permissions. */
import { resourceAt } from '../../resources/framework/registry.ts'
import { aboveOf, documentedRoute, nameOf, VERB_ROUTES } from '../../resources/framework/routes.ts'
import type { Action, Operation, Resource, UrlOf } from '../../resources/framework/define.ts'
import type { BodyMode } from '../../resources/framework/fields.ts'
import { documentedBody } from '../../resources/framework/validate.ts'
import type { Verb } from '../../rules/access/permissions.ts'
import { bodyExample } from './examples.ts'
import { pluralOf, withArticle } from './titles.ts'
import {
  aboveParameter,
  filterParameters,
  listParameters,
  objectParameters,
  parameter,
  pathParameter,
  selection,
} from './parameters.ts'
import {
  content,
  objectResponse,
  pageResponse,
  permission,
  problem,
  problems,
  responses,
  sentFile,
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
      ...(verb === 'list' ? listParameters(resource) : verb === 'retrieve' ? objectParameters(resource) : []),
      ...queryParameters(documented),
    ],
    ...(mode ? { requestBody: { required: true, ...verbBody(resource, mode, documented, url) } } : {}),
    ...described(
      permission(resource.may[verb]),
      verb === 'list' || verb === 'retrieve' ? selection(resource, verb) : '',
    ),
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

/** The operation with a further sentence in its description. */
const described = (operation: Json, sentence: string): Json =>
  sentence ? { ...operation, description: `${String(operation.description)}\n\n${sentence}` } : operation

function usualResponse(resource: Resource, verb: Verb): Json {
  if (verb === 'list') return { '200': pageResponse(resource) }
  if (verb === 'destroy') return { '204': { description: 'Done.' } }
  return { [verb === 'create' ? '201' : '200']: objectResponse(resource) }
}

function verbBody(resource: Resource, mode: BodyMode, { parts, accepts }: Operation, url: UrlOf): Json {
  if (parts) return sentFile(accepts ?? [], parts)
  const schema = documentedBody(resource.fields, mode)
  const needed = mode === 'create' && resource.oneNeeded?.map((name) => ({ required: [name] }))
  const described = needed ? { ...schema, anyOf: needed } : schema
  return { content: content(described, bodyExample(resource.fields, mode, url)) }
}

/** `inPath` are the names of the path: a filter of the same name would get the same identifier in generated clients. */
function queryParameters(
  { query = {}, requiredQuery = [], filtersOf }: Operation,
  inPath: readonly string[] = [],
): Json[] {
  const own = Object.entries(query).map(([name, schema]) => {
    const { description = '' } = schema as { description?: string }
    return parameter(name, schema, description, { required: requiredQuery.includes(name) })
  })
  if (filtersOf === undefined) return own
  return [...own, ...filterParameters(resourceAt(filtersOf)).filter(({ name }) => !inPath.includes(String(name)))]
}

function actionOperation(resource: Resource, action: Action<never>, url: UrlOf): Json {
  const { body, documented = body, accepts, parts = documented } = action
  const names = [...action.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const sent = body ? { content: content(documented, action.example?.(url)) } : accepts && sentFile(accepts, parts)
  return {
    operationId: `${nameOf(resource)}_${action.method}_${action.path.replace(/[:/]+/g, '_').replace(/^_/, '')}`,
    tags: [resource.path],
    summary: action.summary,
    parameters: [
      ...aboveParameter(resource),
      ...names.map((name) => pathParameter(resource, name)),
      ...queryParameters(action, names),
    ],
    ...(sent ? { requestBody: sent } : {}),
    ...(action.basic ? { security: [{ bearer: [] }, { basic: [] }] } : {}),
    ...permission(action.may),
    responses: {
      ...responses([action.responds, ...(action.also ?? [])]),
      ...problems({ object: names.length > 0 || 'page' in (action.query ?? {}), body: Boolean(sent) }),
    },
  }
}
