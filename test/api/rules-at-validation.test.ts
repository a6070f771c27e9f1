/** What rules do while content is validated (contract 21.19 to 21.24). */
import { describe, expect, it } from 'vitest'
import { admin, server, url, useTenantServer } from '../support/tenant-server.ts'
import { anOpened, aRule, aSchema } from './validation-setup.ts'

useTenantServer()

const action = (type: string, payload: object, given: object = {}) => ({
  id: type,
  type,
  event: 'validation',
  payload,
  ...given,
})
const warning = (content: string, schema_id?: string) =>
  action('show_message', { type: 'warning', content, ...(schema_id ? { schema_id } : {}) })
const logsOf = async (rule: number) => (await admin.get(`/rules_execution_logs?rule=${rule}`)).body.results
const aLabel = async () =>
  (await admin.post('/labels', { name: `L${Math.random()}` })).body as { id: number; url: string }
const labelsOf = async (id: number) => (await admin.get(`/annotations/${id}`)).body.labels

describe('a rule', () => {
  it('shows a message for a field or the document while its condition is exactly True', async () => {
    const schema_id = await aSchema()
    const large = await aRule(schema_id, 'field.amount > 100', [warning('Too large.', 'amount')])
    await aRule(schema_id, 'field.number', [warning('A text is not True.')])
    await aRule(schema_id, 'True', [warning('Always.'), { ...warning('Disabled.'), id: 'off', enabled: false }])
    const opened = await anOpened(schema_id, { number: 'A-1', amount: '200' })
    const detail = { hook_name: 'rules', is_exception: false, rule_id: large, rule_name: 'A rule' }
    expect((await opened.validated()).messages).toEqual([
      { id: String(opened.idOf('amount')), type: 'warning', content: 'Too large.', detail },
      { id: 'all', type: 'warning', content: 'Always.', detail: expect.objectContaining({ hook_name: 'rules' }) },
    ])
    expect((await admin.get(`/annotations/${opened.annotation_id}`)).body.messages).toEqual([])
    await opened.set('amount', '50')
    expect((await opened.validated()).messages.map(({ content }) => content)).toEqual(['Always.'])
  })

  it('is evaluated for each row of a table, and identical messages are merged', async () => {
    const schema_id = await aSchema()
    const rule = await aRule(schema_id, 'field.price > 10', [
      warning('Expensive.', 'price'),
      { ...warning('A line is expensive.'), id: 'all' },
    ])
    const opened = await anOpened(schema_id, {}, [
      ['20', '1'],
      ['5', '1'],
      ['30', '1'],
    ])
    const prices = (await opened.nodes()).filter((node) => node.schema_id === 'price').map(({ id }) => String(id))
    const { messages } = await opened.validated()
    expect(messages.map(({ id, content }) => [id, content])).toEqual([
      [prices[0], 'Expensive.'],
      ['all', 'A line is expensive.'],
      [prices[2], 'Expensive.'],
    ])
    const both = [
      { id: 'show_message', type: 'show_message' },
      { id: 'all', type: 'show_message' },
    ]
    expect(await logsOf(rule)).toMatchObject([
      {
        trigger_event: 'validation',
        execution_result: 'success',
        execution_error: null,
        annotation_id: opened.annotation_id,
        trigger_condition: 'field.price > 10',
        trigger_condition_results: [true, false, true],
        trigger_condition_values: [{ 'field.price': 20 }, { 'field.price': 5 }, { 'field.price': 30 }],
        actions: [both, null, both],
      },
    ])
  })

  it('about a column without a row is about the table', async () => {
    const schema_id = await aSchema()
    await aRule(schema_id, 'sum(field.price.all_values) > 10', [warning('Sum.', 'price')])
    const opened = await anOpened(schema_id, {}, [['20', '1']])
    expect((await opened.validated()).messages).toMatchObject([{ id: String(opened.idOf('lines')), content: 'Sum.' }])
  })

  it('adds a validation source', async () => {
    const schema_id = await aSchema()
    await aRule(schema_id, 'field.amount > 0', [action('add_validation_source', { schema_ids: ['amount', 'number'] })])
    const opened = await anOpened(schema_id, { number: 'A-1', amount: '1' })
    const changed = (await opened.validated()).updated_datapoints
    expect(changed.map(({ schema_id: name, validation_sources }) => [name, validation_sources])).toEqual([
      ['number', ['rules']],
      ['amount', ['rules']],
    ])
    expect((await opened.validated()).updated_datapoints).toEqual([])
  })

  it('shows and hides fields', async () => {
    const schema_id = await aSchema()
    await aRule(schema_id, 'field.amount > 0', [
      action('hide_field', { schema_id: 'number' }),
      action('show_hide_field', { schema_ids: ['lines'] }),
    ])
    await aRule(schema_id, 'field.amount < 0', [action('show_field', { schema_id: 'number' })])
    const hidden = async () => {
      await opened.validated()
      return (await opened.nodes()).flatMap((node) => ('hidden' in node && node.hidden ? [node.schema_id] : []))
    }
    const opened = await anOpened(schema_id, { amount: '1' })
    expect(await hidden()).toEqual(['number'])
    await opened.set('amount', '0')
    expect(await hidden()).toEqual(['number', 'lines'])
    await opened.set('amount', '-1')
    expect(await hidden()).toEqual(['lines'])
  })

  it('shows and hides cells by their rows', async () => {
    const schema_id = await aSchema()
    await aRule(schema_id, 'field.price > 10', [action('show_hide_field', { schema_ids: ['count'] })])
    const opened = await anOpened(schema_id, {}, [
      ['20', '1'],
      ['5', '1'],
    ])
    await opened.validated()
    const counts = (await opened.nodes()).filter((node) => node.schema_id === 'count')
    expect(counts.map((node) => 'hidden' in node && node.hidden)).toEqual([false, true])
  })

  it('adds and removes labels, with one event for each change', async () => {
    const schema_id = await aSchema()
    const [added, removed, both] = [await aLabel(), await aLabel(), await aLabel()]
    await aRule(schema_id, 'field.amount > 0', [
      action('add_label', { labels: [added.url] }),
      action('remove_label', { labels: [removed.url] }),
      action('add_remove_label', { labels: [both.url] }),
    ])
    const opened = await anOpened(schema_id, { amount: '1' })
    const id = opened.annotation_id
    await server.deps.db('annotation_labels').insert({ annotation_id: id, label_id: removed.id })
    await opened.validated()
    expect(await labelsOf(id)).toEqual([added.url, both.url])
    await opened.validated()
    await opened.set('amount', '0')
    await opened.validated()
    expect(await labelsOf(id)).toEqual([added.url])
    const events = await server.deps
      .db('events')
      .where({ annotation_id: id, kind: 'annotation.labels_changed' })
      .orderBy('id')
      .pluck('data')
    expect(events).toEqual([
      { added: [added.id, both.id], removed: [removed.id] },
      { added: [], removed: [both.id] },
    ])
  })

  it('whose condition fails does nothing, and its log has the reason', async () => {
    const schema_id = await aSchema()
    const rule = await aRule(schema_id, 'field.amount > 100', [warning('Never.')])
    const opened = await anOpened(schema_id)
    expect((await opened.validated()).messages).toEqual([])
    expect(await logsOf(rule)).toMatchObject([
      {
        execution_result: 'failure',
        execution_error: expect.stringMatching(/^line 1, column 1.*: TypeError: a field is empty/),
        trigger_condition_results: null,
        trigger_condition_values: null,
        actions: null,
      },
    ])
  })

  it('of a queue, disabled or of another schema runs only where it applies', async () => {
    const [schema_id, other] = [await aSchema(), await aSchema()]
    await aRule(other, 'True', [warning('Other schema.')])
    const disabled = await aRule(schema_id, 'True', [warning('Disabled.')])
    await admin.patch(`/rules/${disabled}`, { enabled: false })
    const opened = await anOpened(schema_id)
    expect((await opened.validated()).messages).toEqual([])
  })

  it('without the fields of its actions is performed in part', async () => {
    const schema_id = await aSchema()
    const rule = await aRule(schema_id, 'True', [action('hide_field', { schema_id: 'note' }), warning('Shown.')])
    const opened = await anOpened(schema_id)
    await server.deps
      .db('schemas')
      .where('id', schema_id)
      .update({ content: server.deps.db.raw(`replace(content::text, '"note"', '"memo"')::jsonb`) })
    expect((await opened.validated()).messages).toMatchObject([{ content: 'Shown.' }])
    expect(await logsOf(rule)).toMatchObject([
      { execution_result: 'partial_success', execution_error: "Action hide_field: the schema has no field 'note'." },
    ])
  })
})

describe('saving a rule', () => {
  it('refuses an invalid condition and unknown fields with their place', async () => {
    const schema_id = await aSchema()
    const send = async (given: object) => {
      const { status, body } = await admin.post('/rules', { name: 'R', schema: url('schemas', schema_id), ...given })
      const { detail: _detail, code: _code, ...errors } = body
      return [status, errors]
    }
    expect(await send({ trigger_condition: 'field.amount >' })).toEqual([
      400,
      { trigger_condition: ['line 1, column 15: SyntaxError: invalid syntax'] },
    ])
    expect(await send({ trigger_condition: 'field.amount > 1 and field.none' })).toEqual([
      400,
      { trigger_condition: [`line 1, column 22: Schema ${schema_id} has no field 'none'.`] },
    ])
    expect(await send({ actions: [warning('x'), { ...warning('x', 'none'), id: 'b' }] })).toEqual([
      400,
      { actions: [{}, { payload: { schema_id: [`Schema ${schema_id} has no field 'none'.`] } }] },
    ])
    expect(await send({ actions: [action('change_status', { method: 'export' })] })).toEqual([
      400,
      { actions: [{ event: ['An action of type change_status supports only annotation_imported.'] }] },
    ])
  })

  it('checks a change of its schema, and allows other changes of a rule that no longer fits', async () => {
    const [schema_id, other] = [await aSchema([{ ...warnField }]), await aSchema()]
    const rule = await aRule(schema_id, 'field.extra == "x"', [])
    const moved = await admin.patch(`/rules/${rule}`, { schema: url('schemas', other) })
    expect([moved.status, moved.body.trigger_condition]).toEqual([
      400,
      [`line 1, column 1: Schema ${other} has no field 'extra'.`],
    ])
    await server.deps.db('rules').where('id', rule).update({ schema_id: other })
    expect((await admin.patch(`/rules/${rule}`, { enabled: false })).status).toBe(200)
  })
})

const warnField = { category: 'datapoint', id: 'extra', label: 'Extra', type: 'string' }

describe('delete recommendations', () => {
  it('are returned with the parts of their conditions that the document meets', async () => {
    const schema_id = await aSchema()
    const opened = await anOpened(schema_id)
    const queue = (await admin.get(`/annotations/${opened.annotation_id}`)).body.queue
    const condition = {
      $or: [{ 'field.currency': { $in: ['czk'] } }, { number_of_pages: { $gt: 0 } }, { filename: { $regex: 'pdf$' } }],
    }
    const trigger = await admin.post('/triggers', { event: 'validation', queue, condition })
    expect(trigger.status, JSON.stringify(trigger.body)).toBe(201)
    const made = await admin.post('/delete_recommendations', { queue, triggers: [trigger.body.url] })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { matched_trigger_rules } = await opened.validated()
    expect(matched_trigger_rules).toEqual([{ type: 'filename', value: expect.stringMatching(/pdf$/), regex: 'pdf$' }])
  })
})
