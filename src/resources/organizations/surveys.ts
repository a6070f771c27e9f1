import { Type } from 'typebox'
import { forbidden, invalid } from '../../errors.ts'
import { refuseAnswer, startSurvey, surveyTemplates, type SurveyAnswer } from '../../domain/people/surveys.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, Url, type Row } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { patch, respond } from '../legacy/verbs.ts'
import type { Answer, Request } from '../engine/request.ts'
import { admins, allowed } from '../access.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const Value = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()])
const Answers = (question: typeof Url) => Type.Array(Type.Object({ value: Value, question }))
const person = (column: string) => f.ref('users', { readOnly: true, nullable: true, column })

export const surveys = defineResource({
  path: 'surveys',
  singular: 'survey',
  table: 'surveys',
  description: 'Answers of one person to the questions of a template.',
  verbs: ['list', 'retrieve', 'replace', 'update', 'destroy'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true }),
    template: f.computed(Url, (row, { urls }) => urls.of('survey_templates', row.template_uuid as string)),
    created_at: f.time(),
    modifier: person('modified_by'),
    modified_at: f.time(),
    modified_by: person('modified_by'),
    additional_data: f.json(Type.Record(Type.String(), Type.Unknown()), { default: {} }),
    answers: f.custom({
      output: Answers(Url),
      input: Answers(Type.String()),
      required: true,
      show: (row, { urls }) =>
        (row.answers as SurveyAnswer[]).map(({ value, question_uuid }) => ({
          value,
          question: urls.of('questions', question_uuid),
        })),
      accept: (value) => ({
        answers: JSON.stringify(
          (value as { value: SurveyAnswer['value']; question: string }[]).map((answer) => ({
            value: answer.value,
            question_uuid: questionUuid(answer.question),
          })),
        ),
      }),
    }),
    metadata: f.metadata(),
  }),
  filters: {
    id: by.ids('surveys.id'),
    template_uuid: by.custom('Ids of templates, separated by commas.', (query, values) => {
      void query.whereIn(
        'surveys.template_uuid',
        values.filter((value) => UUID.test(value)),
      )
    }),
  },
  ordering: columns('surveys', { id: 'bigint', modified_at: 'timestamptz' }),
  // What somebody answered is between them and the administrators.
  visible: (query, { who }) => {
    void query.where('surveys.organization_id', who.organization_id)
    if (!admins(who)) void query.where('surveys.creator_id', who.user_id)
  },
  may: allowed('surveys'),
  check: async (values, { row, caller }) => {
    if (values.answers === undefined) return null
    const [template] = await surveyTemplates(caller.db, [row!.template_uuid as string])
    const questions = new Map(template!.questions.map((question) => [question.uuid, question]))
    const faults = (values.answers as { value: unknown; question: string }[]).map(({ value, question: url }) => {
      const question = questions.get(lastPart(url))
      if (!question) return { question: ['Invalid hyperlink - object does not exist.'] }
      const refusal = refuseAnswer(question, value)
      return refusal ? { value: [refusal] } : {}
    })
    return faults.some((fault) => Object.keys(fault).length) ? { answers: faults } : null
  },
  save: { update: updateSurvey },
  actions: [
    {
      method: 'post',
      path: 'from_template',
      summary: 'Begin a survey: every question of the template, not answered yet.',
      may: allowed('surveys').create,
      body: Type.Object({ uuid: Type.String() }),
      responds: { status: 201, body: Type.Ref('surveys') },
      handle: fromTemplate,
    },
  ],
})

const lastPart = (url: string): string => url.replace(/\/$/, '').split('/').at(-1)!.toLowerCase()

function questionUuid(url: string): string {
  const uuid = lastPart(url)
  if (!UUID.test(uuid)) throw new FieldError('Invalid hyperlink - No URL match.')
  return uuid
}

async function updateSurvey(row: Row, values: Row, request: Request): Promise<void> {
  if (row.creator_id !== request.who.user_id && !admins(request.who)) throw forbidden()
  await patch(surveys, row, values, request, { modified_at: request.db.fn.now(), modified_by: request.who.user_id })
}

async function fromTemplate(request: Request): Promise<Answer> {
  const { uuid } = request.body as { uuid: string }
  const [template] = UUID.test(uuid) ? await surveyTemplates(request.db, [uuid]) : []
  if (!template) throw invalid({ uuid: ['There is no template with this id.'] })
  const { id } = await startSurvey(request.db, request.who, template)
  return respond(surveys, request, id, 201)
}
