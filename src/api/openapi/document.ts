/** The OpenAPI document of this service: the resources, and the few paths that are none. */
import { readFileSync } from 'node:fs'
import { Type, type TSchema } from 'typebox'
import { guide } from './guide.ts'
import type { UrlOf } from '../../resources/engine/define.ts'
import { openapi } from './openapi.ts'
import { resources } from '../../resources/index.ts'
import { schemaComponents } from '../../resources/queues/schema-nodes.ts'
import { authPaths, authTag, failed, json } from '../routes/auth-document.ts'
import { oauthPaths } from '../routes/oauth-document.ts'
import { QuestionShown, TemplateShown } from '../routes/survey-templates.ts'

const version = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

const part = (description: string) =>
  Type.Object(
    {
      status: Type.String({ description: '`ok` or `failing`.' }),
      detail: Type.Optional(Type.String({ description: 'What fails.' })),
    },
    { description },
  )
const Health = Type.Object({
  status: Type.String({ description: '`ok` when all parts are.' }),
  database: part('PostgreSQL.'),
  temporal: part('Temporal, which runs the workflows.'),
  blobs: part('The store of files.'),
  sandbox: Type.Object(
    { level: Type.String({ description: 'Level of isolation on this machine.' }) },
    { description: 'Isolation of the processes that open documents.' },
  ),
})

/** Collections that are only read, and named by UUIDs. */
const surveyPaths = (path: string, shown: TSchema, description: string) => {
  const problems = { '401': failed('The credentials are wrong or expired.'), '403': failed('No credentials.') }
  const Listed = Type.Object({
    pagination: Type.Record(Type.String(), Type.Unknown(), { description: 'Position of this page in the list.' }),
    results: Type.Array(shown, { description: 'The objects of this page.' }),
  })
  return {
    [`/v1/${path}`]: {
      get: {
        operationId: `${path}_list`,
        tags: ['surveys'],
        summary: `List: ${path}.`,
        description: `${description} They are the same for every organization.`,
        responses: { '200': { description: 'All of them.', content: json(Listed) }, ...problems },
      },
    },
    [`/v1/${path}/{uuid}`]: {
      get: {
        operationId: `${path}_retrieve`,
        tags: ['surveys'],
        summary: `Retrieve one of ${path}.`,
        description,
        parameters: [
          {
            name: 'uuid',
            in: 'path',
            required: true,
            description: 'UUID of the object.',
            schema: Type.String({ format: 'uuid' }),
          },
        ],
        responses: {
          '200': { description: 'The object.', content: json(shown) },
          ...problems,
          '404': failed('The object does not exist.'),
        },
      },
    },
  }
}

const extraPaths = (url: UrlOf) => ({
  '/v1': {
    get: {
      operationId: 'root',
      tags: ['service'],
      summary: 'URLs of all collections.',
      description: 'Needs no credentials. The names are those of the paths below `/v1`.',
      security: [],
      responses: { '200': { description: 'Name → URL.', content: json(Type.Record(Type.String(), Type.String())) } },
    },
  },
  '/v1/health': {
    get: {
      operationId: 'health',
      tags: ['service'],
      summary: 'Whether documents are accepted, and the state of each part.',
      description: 'Needs no credentials. Monitors look at the status: 200 or 503.',
      security: [],
      responses: {
        '200': { description: 'Documents are accepted.', content: json(Health) },
        '503': { description: 'Documents are not accepted at the moment.', content: json(Health) },
      },
    },
  },
  ...surveyPaths(
    'survey_templates',
    TemplateShown,
    'Templates of surveys with their questions; `POST /v1/surveys/from_template` takes one.',
  ),
  ...surveyPaths('questions', QuestionShown, 'Questions of the survey templates.'),
  '/v1/original/{s3_name}': {
    get: {
      operationId: 'original',
      tags: ['documents'],
      summary: 'The file of a document by its storage key; a permanent link while the file exists.',
      description: 'Callers who see the document may download its file.',
      parameters: [
        {
          name: 's3_name',
          in: 'path',
          required: true,
          description: 'Storage key of the file, the `s3_name` of its document.',
          schema: Type.String(),
        },
      ],
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
  ...authPaths(url),
  ...oauthPaths,
})

export function apiDocument(serverUrl = '/api'): Record<string, unknown> {
  const document = openapi(resources, { serverUrl, version, extra: extraPaths, schemas: schemaComponents })
  const info = { ...(document.info as object), description: guide(serverUrl) }
  return { ...document, info, tags: [authTag, ...(document.tags as object[])] }
}
