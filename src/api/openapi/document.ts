/** The OpenAPI document of this service: the resources, and the few paths that are none. */
import { readFileSync } from 'node:fs'
import { Type, type TSchema } from 'typebox'
import { guide } from './guide.ts'
import { openapi } from './openapi.ts'
import { describeDocument } from '../descriptions/describe.ts'
import { withExamples } from '../examples/index.ts'
import { resources } from '../../resources/index.ts'
import { schemaComponents } from '../../resources/queues/schema-nodes.ts'
import { authPaths, authTag, failed, json } from '../routes/auth-document.ts'
import { oauthPaths } from '../routes/oauth-document.ts'
import { QuestionShown, TemplateShown } from '../routes/survey-templates.ts'

const version = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

const Part = Type.Object({ status: Type.String(), detail: Type.Optional(Type.String()) })
const Health = Type.Object({
  status: Type.String(),
  database: Part,
  temporal: Part,
  blobs: Part,
  sandbox: Type.Object({ level: Type.String() }),
})

/** Collections that are only read, and named by UUIDs. */
const surveyPaths = (path: string, shown: TSchema) => {
  const problems = { '401': failed('The credentials are wrong or expired.'), '403': failed('No credentials.') }
  const Listed = Type.Object({
    pagination: Type.Record(Type.String(), Type.Unknown()),
    results: Type.Array(shown),
  })
  return {
    [`/v1/${path}`]: {
      get: {
        operationId: `${path}_list`,
        tags: ['surveys'],
        summary: `List: ${path}.`,
        responses: { '200': { description: 'All of them.', content: json(Listed) }, ...problems },
      },
    },
    [`/v1/${path}/{uuid}`]: {
      get: {
        operationId: `${path}_retrieve`,
        tags: ['surveys'],
        summary: `Retrieve one of ${path}.`,
        parameters: [{ name: 'uuid', in: 'path', required: true, schema: Type.String({ format: 'uuid' }) }],
        responses: {
          '200': { description: 'The object.', content: json(shown) },
          ...problems,
          '404': failed('The object does not exist.'),
        },
      },
    },
  }
}

const extra = {
  '/v1': {
    get: {
      operationId: 'root',
      tags: ['service'],
      summary: 'URLs of all collections.',
      security: [],
      responses: { '200': { description: 'Name → URL.', content: json(Type.Record(Type.String(), Type.String())) } },
    },
  },
  '/v1/health': {
    get: {
      operationId: 'health',
      tags: ['service'],
      summary: 'Whether documents are accepted, and the state of each part.',
      security: [],
      responses: {
        '200': { description: 'Documents are accepted.', content: json(Health) },
        '503': { description: 'Documents are not accepted at the moment.', content: json(Health) },
      },
    },
  },
  ...surveyPaths('survey_templates', TemplateShown),
  ...surveyPaths('questions', QuestionShown),
  '/v1/original/{s3_name}': {
    get: {
      operationId: 'original',
      tags: ['documents'],
      summary: 'The file of a document by its storage key; a permanent link while the file exists.',
      parameters: [{ name: 's3_name', in: 'path', required: true, schema: Type.String() }],
      responses: {
        '200': {
          description: 'The file.',
          content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
        },
        '401': failed('The credentials are wrong or expired.'),
        '403': failed('No credentials, or not allowed.'),
        '404': failed('The file does not exist, or its document is not visible.'),
      },
    },
  },
  ...authPaths,
  ...oauthPaths,
}

export function apiDocument(serverUrl = '/api'): Record<string, unknown> {
  const document = describeDocument(openapi(resources, { serverUrl, version, extra, schemas: schemaComponents }))
  const info = { ...(document.info as object), description: guide(serverUrl) }
  return { ...withExamples(document, serverUrl), info, tags: [authTag, ...(document.tags as object[])] }
}
