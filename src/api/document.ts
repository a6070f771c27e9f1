/** The OpenAPI document of this service: the resources, and the few paths that are none. */
import { readFileSync } from 'node:fs'
import { Type, type TSchema } from 'typebox'
import { objectSchema, openapi } from './resource/openapi.ts'
import { bodySchema } from './resource/validate.ts'
import { resources } from './resources/index.ts'
import { users } from './resources/users.ts'
import { LoginAnswer, LoginBody } from './routes/auth.ts'
import { QuestionShown, TemplateShown } from './routes/survey-templates.ts'

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

const json = (schema: unknown) => ({ 'application/json': { schema } })
const failed = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Error' }) })
const Part = Type.Object({ status: Type.String(), detail: Type.Optional(Type.String()) })
const Health = Type.Object({
  status: Type.String(),
  database: Part,
  temporal: Part,
  blobs: Part,
  sandbox: Type.Object({ level: Type.String() }),
})

const own = (summary: string, operationId: string, body?: unknown) => ({
  operationId,
  tags: ['auth'],
  summary,
  ...(body ? { requestBody: { content: json(body) } } : {}),
  responses: {
    '200': { description: 'The user.', content: json(objectSchema(users)) },
    '403': failed('No credentials.'),
  },
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
          '404': failed('There is no such object.'),
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
      summary: 'Whether documents are accepted, and how each part is.',
      security: [],
      responses: {
        '200': { description: 'Documents are accepted.', content: json(Health) },
        '503': { description: 'Documents are not accepted now.', content: json(Health) },
      },
    },
  },
  ...surveyPaths('survey_templates', TemplateShown),
  ...surveyPaths('questions', QuestionShown),
  '/v1/original/{s3_name}': {
    get: {
      operationId: 'original',
      tags: ['documents'],
      summary: 'The file of a document by its storage key; the link stays the same for as long as the file is there.',
      parameters: [{ name: 's3_name', in: 'path', required: true, schema: Type.String() }],
      responses: {
        '200': {
          description: 'The file.',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        '401': failed('The credentials are wrong or expired.'),
        '403': failed('No credentials, or not allowed.'),
        '404': failed('There is no such file, or its document is not visible.'),
      },
    },
  },
  '/v1/auth/login': {
    post: {
      operationId: 'login',
      tags: ['auth'],
      summary: 'A new access token for a username and password.',
      security: [],
      requestBody: {
        required: true,
        content: { ...json(LoginBody), 'application/x-www-form-urlencoded': { schema: LoginBody } },
      },
      responses: {
        '200': { description: 'The token.', content: json(LoginAnswer) },
        '400': failed('A field is wrong.'),
        '401': failed('Wrong username or password.'),
      },
    },
  },
  '/v1/auth/logout': {
    post: {
      operationId: 'logout',
      tags: ['auth'],
      summary: 'Discard the token of this request.',
      responses: {
        '200': { description: 'Done.', content: json(Type.Object({ detail: Type.String() })) },
        '403': failed('No credentials.'),
      },
    },
  },
  '/v1/auth/user': {
    get: own("The caller's own user.", 'own_user'),
    put: own("Replace the caller's own user.", 'replace_own_user', bodySchema(users.fields, 'full')),
    patch: own("Change the caller's own user.", 'change_own_user', bodySchema(users.fields, 'partial')),
  },
}

export const apiDocument = (serverUrl = '/api') => openapi(resources, serverUrl, version, extra)
