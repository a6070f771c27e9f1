/** Bodies to start from, in the OpenAPI document. A test sends those that make something, and checks all by their schema. */
import { actionExamples } from './actions.ts'
import { createExamples, otherExamples, type UrlOf } from './resources.ts'

type Json = Record<string, unknown>
interface Media {
  schema: { properties?: Record<string, unknown> }
  example?: unknown
}
interface Operation {
  operationId: string
  requestBody?: { content: Record<string, Media> }
}

/** Of a body that makes an object, what PUT (`replace`) takes; PATCH (`update`) takes the first of it. */
function cut(example: Json, schema: Media['schema'], verb: string): Json {
  const entries = Object.entries(example).filter(([name]) => name in (schema.properties ?? {}))
  return Object.fromEntries(verb === 'update' ? entries.slice(0, 1) : entries)
}

function exampleOf(id: string, schema: Media['schema'], url: UrlOf): unknown {
  const [, resource, verb] = /^(.+)_(create|replace|update)$/.exec(id) ?? []
  const own = { ...createExamples(url), ...otherExamples(url) }[resource ?? '']
  if (verb && own) return cut(own, schema, verb)
  return actionExamples(url)[id]
}

/** The document with an example for every JSON body and form; addresses are below the service's own when that is known. */
export function withExamples<Document extends Json>(document: Document, serverUrl: string): Document {
  const root = `${serverUrl.startsWith('/') ? `https://sheaf.example.com${serverUrl}` : serverUrl}/v1`
  const url: UrlOf = (collection, id = 1) => `${root}/${collection}/${id}`
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      if (!/json$|urlencoded$/.test(type)) continue
      if (media.example !== undefined) continue
      const example = exampleOf(operation.operationId, media.schema, url)
      if (example !== undefined) media.example = example
    }
  return document
}
