/** The OpenAPI 3.1 document, built from the declarations of resources, so that documentation and checks cannot disagree. */
import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { UrlOf } from '../../resources/engine/define.ts'
import { nameOf } from '../../resources/engine/routes.ts'
import { resources } from '../../resources/index.ts'
import { schemaComponents } from '../../resources/queues/schema-nodes.ts'
import { authPaths, authTag } from '../routes/auth-document.ts'
import { rootPaths } from '../routes/health.ts'
import { oauthPaths } from '../routes/oauth-document.ts'
import { originalPaths } from '../routes/original.ts'
import { surveyPaths } from '../routes/survey-templates.ts'
import { operationsOf } from './operations.ts'
import { objectSchema, type Json } from './responses.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const { version } = JSON.parse(read('../../../package.json')) as { version: string }
const guide = read('../routes/guide.md')
/** The host of examples, where the document does not name one. */
const EXAMPLE = 'https://sheaf.example.com'

const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'The problem, as a sentence for people.' }),
    code: Type.String({ description: 'Kind of the problem, for programs.' }),
  },
  { additionalProperties: true },
)

/** The document with its examples for `serverUrl`, the root of the API without `/v1`. */
export function apiDocument(serverUrl = '/api'): Json {
  const root = new URL(`${serverUrl}/v1`, EXAMPLE).href
  const url: UrlOf = (collection, id = 1) => `${root}/${collection}/${id}`
  const paths: Record<string, Json> = {}
  for (const { path, method, operation } of resources.flatMap((resource) => operationsOf(resource, url)))
    (paths[path] ??= {})[method] = operation
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheaf',
      version,
      description: guide.replaceAll(`${EXAMPLE}/api/v1`, root),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [authTag, ...resources.map(({ path, description }) => ({ name: path, description }))],
    paths: { ...rootPaths, ...surveyPaths, ...originalPaths, ...authPaths(url), ...oauthPaths, ...paths },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
      },
      schemas: {
        Error: ErrorBody,
        ...schemaComponents,
        ...Object.fromEntries(resources.map((resource) => [nameOf(resource), objectSchema(resource)])),
      },
    },
  }
}
