import { Type } from 'typebox'
import { deleteSurvey, surveyRows } from '../../domain/people/save-surveys.ts'
import { refuseAnswer, startSurvey, surveyTemplates } from '../../domain/people/surveys.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import { Survey, type RowOf } from '../../models/index.ts'
import { allowed, seesAll } from '../access.ts'
import { defineResource, type CheckContext, type UrlOf } from '../framework/define.ts'
import { Url, type FieldBuilders, type FieldBuilder } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { resourceAt } from '../framework/registry.ts'
import type { Answer, Request } from '../framework/request.ts'
import { respond } from '../framework/verbs.ts'

type Answers = RowOf<Survey>['answers']

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EXAMPLE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const Value = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()], {
  description: 'Answer, of the type that the question requires; null if not answered.',
})
const answersWith = (url: typeof Url) =>
  Type.Array(Type.Object({ value: Value, question: { ...url, description: 'URL of a question of the template.' } }))

export const surveys = defineResource(Survey, {
  path: 'surveys',
  singular: 'survey',
  description: 'The answers of a user to the questions of a survey template.',
  verbs: ['list', 'retrieve', 'replace', 'update', 'destroy'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    template: f.computed('URL of the survey template.', Url, ({ template_uuid }, { urls }) =>
      urls.of('survey_templates', template_uuid),
    ),
    created_at: f.createdAt(),
    modifier: f.ref('Older name of `modified_by`.', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.modifiedAt(),
    modified_by: f.modifiedBy(),
    additional_data: f.json(
      Type.Record(Type.String(), Type.Unknown()),
      'Additional data of the client; any JSON object.',
      {
        default: {},
      },
    ),
    answers: answersField(f),
    metadata: f.metadata(),
  }),
  filters: (by) => ({
    id: by.ids(),
    template_uuid: by.custom('UUIDs of templates, separated by commas.', (query, values) => {
      const uuids = values.filter((value) => UUID.test(value))
      void query.whereIn('surveys.template_uuid', uuids)
    }),
  }),
  ordering: { id: 'bigint', modified_at: 'timestamptz' },
  // Surveys are visible to the user who answers them, to administrators and to auditors.
  visible: (query, { who }) => {
    void query.where('surveys.organization_id', who.organization_id)
    if (!seesAll(who)) void query.where('surveys.creator_id', who.user_id)
  },
  may: allowed('surveys'),
  check: checkAnswers,
  save: {
    update: ({ id }, { columns }, { db, who }) => surveyRows.update(db, who, id, columns),
    destroy: ({ id }, { deps }) => deleteSurvey(deps, id),
  },
  actions: [
    {
      method: 'post',
      path: 'from_template',
      summary: 'Create a survey with all questions of the template and without answers.',
      may: allowed('surveys').create,
      body: Type.Object({ uuid: Type.String({ description: 'UUID of the survey template.' }) }),
      example: () => ({ uuid: EXAMPLE }),
      responds: { status: 201, body: Type.Ref('surveys') },
      handle: fromTemplate,
    },
  ],
})

function answersField(f: FieldBuilders<Survey>): FieldBuilder {
  return f.custom(
    'Answers, one per question. A change removes the answers to questions that it omits.',
    {
      output: answersWith(Url),
      input: answersWith(Type.String()),
      required: true,
      example: (url: UrlOf) => [{ question: url('questions', EXAMPLE), value: 4 }],
    },
    {
      show: ({ answers }, { urls }) =>
        answers.map(({ value, question_uuid }) => ({ value, question: urls.of('questions', question_uuid) })),
      accept: (answers) => ({
        answers: (answers as { value: Answers[number]['value']; question: string }[]).map(({ value, question }) => ({
          value,
          question_uuid: lastPart(question),
        })),
      }),
    },
  )
}

async function checkAnswers(
  { columns: { answers } }: Input<Survey>,
  { row, caller }: CheckContext<Survey>,
): Promise<FieldErrors | null> {
  if (answers === undefined || !row) return null
  const [template] = await surveyTemplates(caller.db, [row.template_uuid])
  const questions = new Map(template!.questions.map((question) => [question.uuid, question]))
  const errors = answers.map(({ value, question_uuid }) => {
    const question = questions.get(question_uuid)
    if (!question) return { question: ['Invalid hyperlink - object does not exist.'] }
    const refusal = refuseAnswer(question, value)
    return refusal ? { value: [refusal] } : {}
  })
  return errors.some((error) => Object.keys(error).length) ? { answers: errors } : null
}

const lastPart = (url: string): string => url.replace(/\/$/, '').split('/').at(-1)!.toLowerCase()

async function fromTemplate(request: Request<{ uuid: string }>): Promise<Answer> {
  const { uuid } = request.body
  const [template] = UUID.test(uuid) ? await surveyTemplates(request.db, [uuid]) : []
  if (!template) throw invalid({ uuid: ['The template does not exist.'] })
  const { id } = await startSurvey(request.db, request.who, template)
  return respond(resourceAt('surveys'), request, id, 201)
}
