/** The OpenAPI document describes every operation, parameter and property, and has an example for every body. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { apiDocument } from '../../src/api/openapi/document.ts'
import { LIVE_KINDS } from '../../src/domain/live/read.ts'
import { VERB_ROUTES } from '../../src/resources/framework/routes.ts'
import { resources } from '../../src/resources/index.ts'

interface Schema {
  description?: string
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  patternProperties?: Record<string, Schema>
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
}
type Content = Record<string, { schema: Schema; example?: unknown }>
interface Operation {
  operationId: string
  summary?: string
  description?: string
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; headers?: Record<string, object> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document = apiDocument() as unknown as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)

/** Returns whether a description contains more than the name. */
const isDescribed = (name: string, text = '') =>
  text.trim().length > 3 && text.replace(/[^a-z]/gi, '').toLowerCase() !== name.replace(/[^a-z]/gi, '').toLowerCase()

/** Returns the paths of all properties in a schema without a description. */
function undescribed(where: string, schema: Schema | undefined): string[] {
  if (!schema || typeof schema !== 'object') return []
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(isDescribed(name, property.description) ? [] : [`${where}.${name}`]),
    ...undescribed(`${where}.${name}`, property),
  ])
  const parts = [schema.items, schema.additionalProperties, schema.anyOf, schema.oneOf, schema.allOf].flat()
  return [...below, ...parts.flatMap((part) => undescribed(where, part as Schema | undefined))]
}
const undescribedIn = (where: string, content: Content = {}) =>
  Object.entries(content).flatMap(([type, media]) => undescribed(`${where} ${type}`, media.schema))

describe('the OpenAPI document', () => {
  it('describes every operation and every parameter', () => {
    const missing = operations.flatMap(({ name, operation }) => [
      ...(isDescribed(name, operation.summary) && isDescribed(name, operation.description) ? [] : [name]),
      ...(operation.parameters ?? [])
        .filter((one) => !isDescribed(one.name, one.description))
        .map((one) => `${name}: ${one.name}`),
    ])
    expect(missing).toEqual([])
    expect(operations.length).toBeGreaterThan(300)
  })

  it('describes every property of requests, responses and components', () => {
    const missing = [
      ...operations.flatMap(({ name, operation }) => [
        ...undescribedIn(`${name} body`, operation.requestBody?.content),
        ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
          undescribedIn(`${name} ${status}`, content),
        ),
      ]),
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) => undescribed(name, schema)),
    ]
    expect(missing).toEqual([])
  })

  it('has an example for every JSON or form body, which matches its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    ;(addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv)
    ajv.addSchema({ $id: 'openapi', components: document.components })
    const bodies = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.requestBody?.content ?? {})
        .filter(([type]) => /json$|urlencoded$/.test(type))
        .map(([type, media]) => ({ name: `${name} ${type}`, ...media })),
    )
    expect(bodies.length).toBeGreaterThan(100)
    const wrong = bodies.flatMap(({ name, schema, example }) => {
      if (example === undefined) return [`${name} has none`]
      const rebased = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object
      const validate = ajv.compile(rebased)
      return validate(example) ? [] : [`${name}: ${JSON.stringify(validate.errors)}`]
    })
    expect(wrong).toEqual([])
  })
})

/** Every schema of the document with its place; what follows `example`, `default` and so on is data. */
function* schemasIn(value: unknown, where: string): Generator<{ where: string; schema: Schema }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { where, schema: value }
  for (const [key, inner] of Object.entries(value))
    if (!['example', 'examples', 'default', 'enum', 'const'].includes(key)) yield* schemasIn(inner, `${where}.${key}`)
}
const allSchemas = [...schemasIn(document.paths, 'paths'), ...schemasIn(document.components, 'components')]
const places = (found: { where: string }[]) => found.map(({ where }) => where)

describe('generators of clients', () => {
  it('get a different identifier for every parameter of an operation', () => {
    const identifier = (name: string) => name.replace(/[^A-Za-z0-9]+/g, '').toLowerCase()
    const wrong = operations.filter(({ operation: { parameters = [] } }) => {
      const names = parameters.map((one) => identifier(one.name))
      return new Set(names).size < names.length || names.includes('')
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('get choices as enum and not as a union of constants', () => {
    const unions = allSchemas.filter(
      ({ schema: { anyOf } }) => Array.isArray(anyOf) && anyOf.every((one) => 'const' in one),
    )
    expect(places(unions)).toEqual([])
    expect(allSchemas.filter(({ schema }) => Array.isArray(schema.enum)).length).toBeGreaterThan(100)
  })

  it('get maps as additionalProperties and not as a pattern', () => {
    expect(places(allSchemas.filter(({ schema }) => schema.patternProperties))).toEqual([])
  })

  it('get no property whose name is that of the type of its format', () => {
    const wrong = allSchemas.flatMap(({ where, schema: { properties } }) =>
      Object.entries(properties ?? {})
        .filter(([name, { format }]) => ['date', 'datetime'].includes(name) && format)
        .map(([name]) => `${where}.${name}`),
    )
    expect(wrong).toEqual([])
    const named = allSchemas.filter(({ schema: { properties } }) => properties && 'date' in properties)
    expect(named.length).toBeGreaterThan(0)
  })

  it('get one media type for each body', () => {
    const several = operations.filter(({ operation }) => Object.keys(operation.requestBody?.content ?? {}).length > 1)
    expect(several.map(({ name }) => name)).toEqual([])
  })

  it('get objects whose keys no documented parameter takes away', () => {
    const wrong = operations.filter(
      ({ name, operation }) =>
        name !== 'post /v1/annotations/search' && operation.parameters?.some((one) => one.name.startsWith('fields')),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
    for (const resource of resources)
      for (const verb of ['list', 'retrieve'] as const) {
        if (!resource.verbs.includes(verb)) continue
        const suffix = VERB_ROUTES[verb].item ? '_retrieve' : '_list'
        const found = operations.find(
          ({ operation }) => operation.operationId === resource.path.replace('/', '_') + suffix,
        )
        expect(found!.operation.description, found!.name).toContain('`?fields=')
      }
  })
})

describe('every operation', () => {
  it('documents that it may be refused for a time, and how long to wait', () => {
    for (const status of ['429', '503']) {
      const missing = operations.filter(({ operation: { responses } }) => !responses[status]?.headers?.['Retry-After'])
      expect(missing.map(({ name }) => `${status} ${name}`)).toEqual([])
    }
  })

  it('that sends events describes one of them', () => {
    const streams = operations.flatMap(
      ({ operation }) => operation.responses['200']?.content?.['text/event-stream'] ?? [],
    )
    expect(streams.map(({ schema }) => schema)).toEqual([
      { $ref: '#/components/schemas/LiveEvent' },
      { $ref: '#/components/schemas/LiveEvent' },
    ])
    const { properties } = document.components.schemas.LiveEvent!
    expect(properties!.event!.enum).toEqual(['open', 'resync', ...LIVE_KINDS])
    expect(Object.keys(properties!.data!.properties!)).toContain('annotation')
  })
})
