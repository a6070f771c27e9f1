/** The OpenAPI 3.1 document, built from the declarations of resources, so that documentation and checks cannot disagree. */
import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { UrlOf } from '../../resources/framework/define.ts'
import { nameOf } from '../../resources/framework/routes.ts'
import { resources } from '../../resources/index.ts'
import { LiveEvent } from '../../resources/live/event-schemas.ts'
import { schemaComponents } from '../../resources/queues/schema-nodes.ts'
import { authPaths, authTag } from '../routes/auth-document.ts'
import { rootPaths } from '../routes/health.ts'
import { oauthPaths } from '../routes/oauth-document.ts'
import { originalPaths } from '../routes/original.ts'
import { surveyPaths } from '../routes/survey-templates.ts'
import { withAnswers } from './answers.ts'
import { operationsOf } from './operations.ts'
import { portable } from './portable.ts'
import { objectSchema, withLimits, type Json } from './responses.ts'
import { titled } from './titles.ts'
import { TOPICS, topicsChapter } from './topics.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const { version } = JSON.parse(read('../../../package.json')) as { version: string }
/** The topics come before the rules that all resources share. */
const guide = read('../routes/guide.md').replace(/^## What all resources share/m, `${topicsChapter()}\n$&`)
/** The host of examples, where the document does not name one. */
const EXAMPLE = 'https://sheaf.example.com'

const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'The problem, as a sentence for people.' }),
    code: Type.String({ description: 'Kind of the problem, for programs.' }),
  },
  { additionalProperties: true },
)

const serviceTag = { name: 'service', description: 'The service itself: its collections and its health.' }

type Paths = Record<string, Record<string, Json>>

/** Gives every operation its short title and an example of its answer. */
function finished(paths: Paths, root: string): Paths {
  const relocate = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(`${EXAMPLE}/api/v1`, root)) as unknown
  const finish = (path: string, method: string, operation: Json) => {
    const name = `${method} ${path}`
    return withAnswers(name, titled(name, withLimits(operation)), relocate)
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, finish(path, method, operation)]),
      ),
    ]),
  )
}

/** Returns the name of a tag as a title: `generic_engines` is "Generic engines". */
const displayName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

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
    tags: [serviceTag, authTag, ...resources.map(({ path, description }) => ({ name: path, description }))].map(
      (tag) => ({
        ...tag,
        'x-displayName': displayName(tag.name),
      }),
    ),
    'x-tagGroups': TOPICS.map(({ name, introduction, tags }) => ({ name, description: introduction, tags })),
    paths: portable(
      finished(
        { ...rootPaths, ...surveyPaths, ...originalPaths, ...authPaths(url), ...oauthPaths, ...paths } as Paths,
        root,
      ),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
      },
      schemas: portable({
        Error: ErrorBody,
        LiveEvent,
        ...schemaComponents,
        ...Object.fromEntries(resources.map((resource) => [nameOf(resource), objectSchema(resource)])),
      }),
    },
  }
}
