/** GET /survey_templates and /questions: identified by UUIDs, and identical for all organizations (contract 25.5). */
import type Router from '@koa/router'
import { Type, type TSchema } from 'typebox'
import { notFound } from '../../errors.ts'
import { ANSWER_TYPES, surveyTemplates, type Question, type SurveyTemplate } from '../../domain/people/surveys.ts'
import { Url } from '../../resources/framework/fields.ts'
import { ok, type Request } from '../../resources/framework/request.ts'
import type { Urls } from '../../resources/framework/urls.ts'
import { can, assertAllowed } from '../../resources/access.ts'
import { answering } from '../koa-request.ts'
import { parameter } from '../openapi/parameters.ts'
import { content, problem, type Json } from '../openapi/responses.ts'

const QuestionShown = Type.Object({
  uuid: Type.String({ description: 'UUID of the question.' }),
  url: { ...Url, description: 'URL of the question.' },
  text: Type.String({ description: 'Text of the question.' }),
  answer_type: Type.Union(
    ANSWER_TYPES.map((type) => Type.Literal(type)),
    { description: 'Type of the answer: a number from 1 to 5 (`scale`), text or a boolean.' },
  ),
})
const TemplateShown = Type.Object({
  name: Type.String({ description: 'Name of the template.' }),
  uuid: Type.String({ description: 'UUID of the template.' }),
  url: { ...Url, description: 'URL of the template.' },
  questions: Type.Array(QuestionShown, { description: 'Questions, in order.' }),
})

const showQuestion = (question: Question, urls: Urls) => ({ ...question, url: urls.of('questions', question.uuid) })
const showTemplate = ({ questions, ...template }: SurveyTemplate, urls: Urls) => ({
  ...template,
  url: urls.of('survey_templates', template.uuid),
  questions: questions.map((question) => showQuestion(question, urls)),
})

interface Collection {
  path: string
  singular: string
  description: string
  shown: TSchema
  all: (request: Request) => Promise<{ uuid: string }[]>
}

const COLLECTIONS: Collection[] = [
  {
    path: 'survey_templates',
    singular: 'Survey template',
    description: 'Templates of surveys with their questions; `POST /v1/surveys/from_template` takes one.',
    shown: TemplateShown,
    all: async ({ db, urls }) => (await surveyTemplates(db)).map((template) => showTemplate(template, urls)),
  },
  {
    path: 'questions',
    singular: 'Question',
    description: 'Questions of the survey templates.',
    shown: QuestionShown,
    all: async ({ db, urls }) => {
      const questions = (await surveyTemplates(db)).flatMap((template) => template.questions)
      const once = new Map(questions.map((question) => [question.uuid, question]))
      return [...once.values()].map((question) => showQuestion(question, urls))
    },
  },
]

export function surveyRoutes(router: Router): void {
  for (const { path, singular, all } of COLLECTIONS) {
    const list = async (request: Request) => {
      assertAllowed(can('read'), request.who)
      const results = await all(request)
      // The few templates and questions fit on one page.
      return ok({ pagination: { total: results.length, total_pages: 1, next: null, previous: null }, results })
    }
    const retrieve = async (request: Request) => {
      assertAllowed(can('read'), request.who)
      const found = (await all(request)).find(({ uuid }) => uuid === request.params.uuid?.toLowerCase())
      if (!found) throw notFound(singular)
      return ok(found)
    }
    router.get(`/${path}`, answering(list))
    router.get(`/${path}/:uuid`, answering(retrieve))
  }
}

const pathsOf = ({ path, description, shown }: Collection): [string, Json][] => {
  const Listed = Type.Object({
    pagination: Type.Record(Type.String(), Type.Unknown(), { description: 'Position of this page in the list.' }),
    results: Type.Array(shown, { description: 'The objects of this page.' }),
  })
  const problems = { '401': problem('The credentials are wrong or expired.'), '403': problem('No credentials.') }
  const list = {
    operationId: `${path}_list`,
    tags: ['surveys'],
    summary: `List ${path.replace('_', ' ')}`,
    description: `${description} They are the same for every organization.`,
    responses: { '200': { description: 'All of them.', content: content(Listed) }, ...problems },
  }
  const retrieve = {
    operationId: `${path}_retrieve`,
    tags: ['surveys'],
    summary: `Retrieve one of the ${path.replace('_', ' ')}`,
    description,
    parameters: [parameter('uuid', Type.String({ format: 'uuid' }), 'UUID of the object.', { where: 'path' })],
    responses: {
      '200': { description: 'The object.', content: content(shown) },
      ...problems,
      '404': problem('The object does not exist.'),
    },
  }
  return [
    [`/v1/${path}`, { get: list }],
    [`/v1/${path}/{uuid}`, { get: retrieve }],
  ]
}

/** The routes of survey templates and questions in the OpenAPI document. */
export const surveyPaths: Json = Object.fromEntries(COLLECTIONS.flatMap(pathsOf))
