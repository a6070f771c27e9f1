/** Surveys: question templates of the installation, and the answers of users. */
import type { Knex } from 'knex'
import {
  Survey,
  type RowOf,
  type SurveyQuestion,
  type SurveyTemplate as SurveyTemplateModel,
} from '../../models/index.ts'

export const ANSWER_TYPES = ['scale', 'text', 'bool'] as const
export type AnswerType = (typeof ANSWER_TYPES)[number]

export interface Question {
  uuid: string
  text: string
  answer_type: AnswerType
}

export interface SurveyTemplate {
  uuid: string
  name: string
  questions: Question[]
}

/** `question` is null for a template without questions. */
type AskedRow = Pick<RowOf<SurveyTemplateModel>, 'uuid' | 'name'> &
  Pick<RowOf<SurveyQuestion>, 'text' | 'answer_type'> & { question: string | null }

/** Returns the templates, all or those with these ids, by name, with their questions in order. */
export async function surveyTemplates(db: Knex, uuids?: string[]): Promise<SurveyTemplate[]> {
  const query = db('survey_templates as t')
    .leftJoin('survey_template_questions as tq', 'tq.template_uuid', 't.uuid')
    .leftJoin('survey_questions as q', 'q.uuid', 'tq.question_uuid')
    .orderBy(['t.name', 't.uuid', 'tq.position'])
    .select<AskedRow[]>('t.uuid', 't.name', 'q.uuid as question', 'q.text', 'q.answer_type')
  if (uuids) void query.whereIn('t.uuid', uuids)
  const rows = await query
  const found = new Map<string, SurveyTemplate>()
  for (const { uuid, name, question, text, answer_type } of rows) {
    const template = found.get(uuid) ?? { uuid, name, questions: [] }
    found.set(uuid, template)
    if (question) template.questions.push({ uuid: question, text, answer_type })
  }
  return [...found.values()]
}

export interface SurveyAnswer {
  value: number | string | boolean | null
  question_uuid: string
}

/** Maximum length of a text answer. */
const MAX_TEXT = 250

/** Returns the reason why a value is not a valid answer to the question, or null. An open question has no value. */
export function refuseAnswer({ answer_type }: Question, value: unknown): string | null {
  if (value === null) return null
  switch (answer_type) {
    case 'scale':
      return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5
        ? null
        : 'A whole number from 1 to 5 is expected.'
    case 'bool':
      return typeof value === 'boolean' ? null : 'Must be a valid boolean.'
    case 'text':
      if (typeof value !== 'string') return 'Not a valid string.'
      return value.length <= MAX_TEXT ? null : `Ensure this field has no more than ${MAX_TEXT} characters.`
  }
}

/** Creates a survey in which every question of the template is open. */
export async function startSurvey(
  db: Knex,
  who: { user_id: number; organization_id: number },
  template: SurveyTemplate,
): Promise<{ id: number }> {
  const answers: SurveyAnswer[] = template.questions.map(({ uuid }) => ({ value: null, question_uuid: uuid }))
  const { id } = await Survey.query(db).insert({
    organization_id: who.organization_id,
    creator_id: who.user_id,
    modified_by: who.user_id,
    template_uuid: template.uuid,
    answers: answers.map((answer) => ({ ...answer })),
  })
  return { id }
}
