/** docs/api.md: the declarations as a text for people. */
import { documentedRoute, nameOf } from '../../resources/engine/routes.ts'
import type { Resource } from '../../resources/engine/define.ts'
import type { Field } from '../../resources/engine/fields.ts'
import { VERB_ROUTES } from '../../resources/engine/routes.ts'

type Schema = {
  $ref?: string
  type?: string
  format?: string
  anyOf?: Schema[]
  enum?: string[]
  const?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  description?: string
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `${schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)}`
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.format === 'uri') return 'URL'
  if (schema.format === 'date-time') return 'datetime'
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`
  return schema.type ?? 'any'
}

function limits(field: Field): string {
  const { maxLength, minimum, maximum } = (field.input ?? {}) as Schema
  return [
    field.required ? 'required' : field.requiredToCreate ? 'required on create' : '',
    field.writeOnly ? 'write-only' : '',
    !field.input ? 'read-only' : field.createOnly ? 'set on create only' : '',
    field.default === undefined ? '' : `default \`${JSON.stringify(field.default)}\``,
    maxLength ? `at most ${maxLength} characters` : '',
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
  ]
    .filter(Boolean)
    .join('; ')
}

type Properties = Record<string, Schema>

/** What the document says of a field: in the object, or in the body of what is never shown. */
function wordsOf(resource: Resource, document: Record<string, unknown>): (name: string) => string {
  const { components, paths } = document as {
    components: { schemas: Record<string, { properties: Properties }> }
    paths: Record<
      string,
      { post?: { requestBody?: { content: Record<string, { schema: { properties?: Properties } }> } } }
    >
  }
  const body = paths[`/v1/${documentedRoute(resource)}`]?.post?.requestBody?.content['application/json']
  return (name) =>
    (components.schemas[nameOf(resource)]?.properties[name] ?? body?.schema.properties?.[name])?.description ?? ''
}

function describeResource(resource: Resource, document: Record<string, unknown>): string {
  const say = wordsOf(resource, document)
  const routes = resource.verbs.map((verb) => {
    const { method, item } = VERB_ROUTES[verb]
    return `| ${method.toUpperCase()} | \`/v1/${documentedRoute(resource)}${item ? '/{id}' : ''}\` | ${verb} |`
  })
  const actions = (resource.actions ?? []).map(
    (action) =>
      `| ${action.method.toUpperCase()} | \`/v1/${documentedRoute(resource)}/${action.path.replace(/:(\w+)/g, '{$1}')}\` | ${action.summary} |`,
  )
  const fields = Object.entries(resource.fields).map(
    ([name, field]) =>
      `| ${name} | ${typeOf((field.writeOnly ? field.input : field.output) as Schema).replaceAll('|', '\\|')} | ${limits(field)} | ${say(name).replaceAll('|', '\\|')} |`,
  )
  const lists = resource.verbs.includes('list')
    ? [
        '',
        `Filters: ${
          Object.keys(resource.filters)
            .map((name) => `\`${name}\``)
            .join(', ') || 'none'
        }.`,
        '',
        `Ordering: ${Object.keys(resource.ordering)
          .map((name) => `\`${name}\``)
          .join(', ')}.`,
        ...(Object.keys(resource.sideloads).length
          ? [
              '',
              `Sideloads: ${Object.keys(resource.sideloads)
                .map((name) => `\`${name}\``)
                .join(', ')}.`,
            ]
          : []),
      ]
    : []
  return [
    `## ${resource.path}`,
    '',
    resource.description,
    '',
    '| Method | Path | |',
    '| --- | --- | --- |',
    ...routes,
    ...actions,
    '',
    '| Field | Type | | |',
    '| --- | --- | --- | --- |',
    ...fields,
    ...lists,
    '',
  ].join('\n')
}

const HEAD = `# The API

Written by \`npm run docs\` from the declarations in \`src/resources/\`; CI checks that it is current.
Interactive page: \`/api/docs\`. OpenAPI document: \`/api/openapi.json\`.

- All paths are below \`{base_url}\`, which ends in \`/api\`. Requests and answers are JSON unless stated otherwise.
- Credentials: \`Authorization: Bearer <key>\` or \`Token <key>\` with a key from \`POST /v1/auth/login\`; upload and export also accept Basic.
- Objects refer to each other by URL; filters take ids (URLs are accepted). Several values of one filter, separated by commas, are alternatives.
- Lists answer \`{"pagination": {"total", "total_pages", "next", "previous"}, "results": []}\`. Follow \`next\`; \`page\` also works. \`page_size\` is 20 by default and 100 at most.
- \`fields=a,b\` and \`fields!=a,b\` choose fields on every list and object.
- PATCH changes what is sent. PUT needs the required fields and resets omitted ones to their defaults.
- Every object has an \`ETag\`: \`If-None-Match\` gives 304, a stale \`If-Match\` gives 412.
- Errors are \`{"detail", "code"}\`, with one more key per faulty field.

`

export function describeApi(resources: Resource[], document: Record<string, unknown>): string {
  const paths = document.paths as Record<string, Record<string, { summary: string; tags: string[] }>>
  const rest = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => ['auth', 'service'].includes(operation.tags[0]!))
      .map(([method, operation]) => `| ${method.toUpperCase()} | \`${path}\` | ${operation.summary} |`),
  )
  return `${HEAD}## Service and credentials\n\n| Method | Path | |\n| --- | --- | --- |\n${rest.join('\n')}\n\n${resources.map((resource) => describeResource(resource, document)).join('\n')}`
}
