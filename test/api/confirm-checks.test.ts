/** `POST annotations/{id}/confirm` checks the data like `content/validate`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { anOpened, aRule, aSchema, field, formula } from './validation-setup.ts'

useTenantServer({ wrap: documented })

const queuePath = () => `/queues/${tenant.queue_id}`
const allow = (allowed: boolean) => admin.patch(queuePath(), { settings: { confirm_with_errors_allowed: allowed } })
beforeAll(() => allow(false))

const confirm = (id: number) => admin.post(`/annotations/${id}/confirm`, {})
const statusOf = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status as string
const show = (type: string, content: string) => ({
  id: 'show',
  enabled: true,
  type: 'show_message',
  event: 'validation',
  payload: { type, content, schema_id: 'note' },
})

describe('a confirmation', () => {
  it('is refused with the messages while a required field is empty or a number is none, and changes nothing', async () => {
    const schema = await aSchema([field('due', 'string', { constraints: { required: true, length: { max: 3 } } })])
    const opened = await anOpened(schema, { amount: 'abc' })
    const refused = await confirm(opened.annotation_id)
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(refused.body.detail).toBe('The data has 2 errors; correct the data before you confirm it.')
    expect(refused.body.messages).toEqual([
      { id: String(opened.idOf('amount')), type: 'error', content: 'invalid' },
      { id: String(opened.idOf('due')), type: 'error', content: 'required' },
    ])
    expect(await statusOf(opened.annotation_id)).toBe('reviewing')
    await opened.set('amount', '12.50')
    await opened.set('due', '2026')
    expect((await confirm(opened.annotation_id)).body.messages).toMatchObject([{ content: 'too_long' }])
    await opened.set('due', 'now')
    expect((await confirm(opened.annotation_id)).status).toBe(204)
  })

  it('is refused by errors of formulas and rules, not by warnings', async () => {
    const schema = await aSchema([formula('ratio', '1 / field.amount', { type: 'number' })])
    await aRule(schema, 'field.number == "bad"', [show('error', 'Unknown number')])
    await aRule(schema, 'True', [show('warning', 'Look twice')])
    const opened = await anOpened(schema, { number: 'bad', amount: '0' })
    const { body } = await confirm(opened.annotation_id)
    expect(body.messages).toHaveLength(2)
    expect(body.messages[0]).toMatchObject({ id: String(opened.idOf('ratio')), type: 'error' })
    expect(body.messages[1]).toMatchObject({ id: String(opened.idOf('note')), content: 'Unknown number' })
    await opened.set('amount', '4')
    await opened.set('number', 'good')
    expect((await confirm(opened.annotation_id)).status).toBe(204)
  })

  it('records no execution of a rule, and ignores fields that a rule hides', async () => {
    const schema = await aSchema([field('due', 'string', { constraints: { required: true } })])
    const hide = { id: 'h', enabled: true, type: 'hide_field', event: 'validation', payload: { schema_id: 'due' } }
    const rule = await aRule(schema, 'field.number == "cash"', [hide])
    const opened = await anOpened(schema, { number: 'cash' })
    const before = await server.deps.db('rule_executions').where({ rule_id: rule })
    expect((await confirm(opened.annotation_id)).status).toBe(204)
    expect(await server.deps.db('rule_executions').where({ rule_id: rule, trigger_event: 'validation' })).toHaveLength(
      before.length,
    )
  })

  it('is possible with errors if the queue allows it', async () => {
    const schema = await aSchema([field('due', 'string', { constraints: { required: true } })])
    const opened = await anOpened(schema)
    expect((await admin.get(queuePath())).body.settings.confirm_with_errors_allowed).toBe(false)
    expect((await confirm(opened.annotation_id)).status).toBe(400)
    expect((await allow(true)).status).toBe(200)
    expect((await confirm(opened.annotation_id)).status).toBe(204)
    await allow(false)
  })
})
