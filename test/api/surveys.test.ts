import { beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

let viewer: Client

beforeAll(async () => {
  const { token } = await aPerson(server.deps.db, tenant, 'viewer')
  viewer = documented(server.root, as(server.root, token))
})

const template = async () => (await viewer.get('/survey_templates')).body.results[0]

describe('survey templates and questions', () => {
  it('are listed, and read by UUID', async () => {
    const found = await template()
    expect(found).toMatchObject({ name: 'Feedback', url: `${server.root}/survey_templates/${found.uuid}` })
    expect(found.questions.map((question: { answer_type: string }) => question.answer_type)).toEqual([
      'scale',
      'bool',
      'text',
    ])
    expect((await viewer.get(found.url)).body).toEqual(found)
    const { results, pagination } = (await viewer.get('/questions')).body
    expect(pagination).toEqual({ total: 3, total_pages: 1, next: null, previous: null })
    expect((await viewer.get(results[0].url)).body).toEqual(results[0])
    for (const path of ['survey_templates', 'questions']) {
      expect((await viewer.get(`/${path}/00000000-0000-0000-0000-000000000000`)).status).toBe(404)
      expect((await viewer.get(`/${path}/1`)).status).toBe(404)
      expect((await as(server.root).get(`/${path}`)).status).toBe(403)
    }
  })
})

describe('surveys', () => {
  it('start with unanswered questions and accept matching answers', async () => {
    const { uuid, url, questions } = await template()
    const created = await viewer.post('/surveys/from_template', { uuid })
    const [scale, bool, text] = questions.map((question: { url: string }) => question.url)
    expect(created).toMatchObject({
      status: 201,
      body: {
        template: url,
        answers: [scale, bool, text].map((question) => ({ value: null, question })),
        additional_data: {},
        metadata: {},
      },
    })
    const patch = (answers: unknown) => viewer.patch(`/surveys/${created.body.id}`, { answers })
    const good = [
      { value: 5, question: scale },
      { value: false, question: bool },
      { value: 'Nothing.', question: text },
    ]
    expect(await patch(good)).toMatchObject({ status: 200, body: { answers: good } })
    expect((await patch([{ value: 6, question: scale }])).body.answers).toEqual([
      { value: ['A whole number from 1 to 5 is expected.'] },
    ])
    expect((await patch([{ value: 'yes', question: bool }])).body.answers).toEqual([
      { value: ['Must be a valid boolean.'] },
    ])
    expect((await patch([{ value: 'x'.repeat(251), question: text }])).body.answers).toEqual([
      { value: ['Ensure this field has no more than 250 characters.'] },
    ])
    expect((await patch([{ value: 1, question: `${server.root}/questions/1` }])).body.answers).toEqual([
      { question: ['Invalid hyperlink - object does not exist.'] },
    ])
    expect((await viewer.put(`/surveys/${created.body.id}`, {})).body.answers).toEqual(['This field is required.'])
    expect((await viewer.get(`/surveys?template_uuid=${uuid}`)).body.pagination.total).toBe(1)
    expect((await viewer.get('/surveys?template_uuid=nonsense')).body.pagination.total).toBe(0)
  })

  it('are visible to their author and administrators', async () => {
    const { uuid } = await template()
    const own = (await viewer.post('/surveys/from_template', { uuid })).body as { id: number }
    const others = (await admin.post('/surveys/from_template', { uuid })).body as { id: number }
    expect((await admin.get(`/surveys/${own.id}`)).status).toBe(200)
    expect((await viewer.get(`/surveys/${others.id}`)).status).toBe(404)
    expect((await viewer.delete(`/surveys/${own.id}`)).status).toBe(204)
    expect((await viewer.post('/surveys', { uuid })).status).toBe(405)
    expect((await viewer.post('/surveys/from_template', { uuid: 'x' })).body.uuid).toEqual([
      'The template does not exist.',
    ])
  })
})
