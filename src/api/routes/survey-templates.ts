/** GET /survey_templates and /questions: named by UUIDs, and the same for every organization (contract 25.5). */
import type Router from '@koa/router'
import { Type } from 'typebox'
import { notFound } from '../../errors.ts'
import { ANSWER_TYPES, surveyTemplates, type Question, type SurveyTemplate } from '../../domain/people/surveys.ts'
import { Url } from '../../resources/engine/fields.ts'
import type { Urls } from '../../resources/engine/urls.ts'
import { can, demand } from '../../resources/access.ts'
import type { Ctx } from '../state.ts'

export const QuestionShown = Type.Object({
  uuid: Type.String(),
  url: Url,
  text: Type.String(),
  answer_type: Type.Union(ANSWER_TYPES.map((type) => Type.Literal(type))),
})
export const TemplateShown = Type.Object({
  name: Type.String(),
  uuid: Type.String(),
  url: Url,
  questions: Type.Array(QuestionShown),
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
  all: (ctx: Ctx) => Promise<{ uuid: string }[]>
}

const COLLECTIONS: Collection[] = [
  {
    path: 'survey_templates',
    singular: 'Survey template',
    all: async ({ state: { db, urls } }) => (await surveyTemplates(db)).map((template) => showTemplate(template, urls)),
  },
  {
    path: 'questions',
    singular: 'Question',
    all: async ({ state: { db, urls } }) => {
      const questions = (await surveyTemplates(db)).flatMap((template) => template.questions)
      const once = new Map(questions.map((question) => [question.uuid, question]))
      return [...once.values()].map((question) => showQuestion(question, urls))
    },
  },
]

export function surveyRoutes(router: Router): void {
  for (const { path, singular, all } of COLLECTIONS) {
    router.get(`/${path}`, async (context) => {
      const ctx = context as unknown as Ctx
      demand(can('read'), ctx.state.who)
      const results = await all(ctx)
      // A handful, which one page holds.
      ctx.body = { pagination: { total: results.length, total_pages: 1, next: null, previous: null }, results }
    })
    router.get(`/${path}/:uuid`, async (context) => {
      const ctx = context as unknown as Ctx
      demand(can('read'), ctx.state.who)
      const found = (await all(ctx)).find((one) => one.uuid === ctx.params.uuid?.toLowerCase())
      if (!found) throw notFound(singular)
      ctx.body = found
    })
  }
}
