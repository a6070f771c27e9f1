/** The OpenAPI document describes every operation, parameter and property, and has an example for every body. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { apiDocument } from '../../src/api/openapi/document.ts'

interface Schema {
  description?: string
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
  responses: Record<string, { content?: Content }>
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
