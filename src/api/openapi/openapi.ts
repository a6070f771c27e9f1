/** The OpenAPI 3.1 document, made from the declarations: what is checked and what is documented cannot disagree. */
import { Type } from 'typebox'
import { nameOf } from '../../resources/engine/routes.ts'
import type { Resource, UrlOf } from '../../resources/engine/define.ts'
import { operationsOf } from './operations.ts'
import { objectSchema, type Json } from './responses.ts'

const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'The problem, as a sentence for people.' }),
    code: Type.String({ description: 'Kind of the problem, for programs.' }),
  },
  { additionalProperties: true },
)

/** `extra` are paths that belong to no resource, e.g. login; `schemas` are components that bodies refer to. */
export function openapi(
  resources: Resource[],
  {
    serverUrl,
    version,
    extra,
    schemas,
  }: { serverUrl: string; version: string; extra: (url: UrlOf) => Json; schemas: Json },
): Json {
  const root = `${serverUrl.startsWith('/') ? `https://sheaf.example.com${serverUrl}` : serverUrl}/v1`
  const url: UrlOf = (collection, id = 1) => `${root}/${collection}/${id}`
  const paths: Record<string, Json> = {}
  for (const { path, method, operation } of resources.flatMap((resource) => operationsOf(resource, url)))
    (paths[path] ??= {})[method] = operation
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
    paths: { ...extra(url), ...paths },
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
