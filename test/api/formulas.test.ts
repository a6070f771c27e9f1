/** Formula fields in the content of annotations (contract 10.16, 10.17, 15.14 to 15.19). */
import { describe, expect, it } from 'vitest'
import { admin, server, url, useTenantServer } from '../support/tenant-server.ts'
import { anOpened, aSchema, content, formula } from './validation-setup.ts'

useTenantServer()

const total = formula('total', 'sum(row.value for row in field.lines)', { type: 'number' })
const value = formula('value', 'field.price * field.count', { type: 'number' })

describe('a schema with formulas', () => {
  it('is refused with the place of the error', async () => {
    const wrong = content([formula('one', '1 +'), formula('two', 'field.none')])
    for (const send of [
      () => admin.post('/schemas', { name: 'Bills', content: wrong }),
      async () => admin.patch(`/schemas/${await aSchema()}`, { content: wrong }),
    ]) {
      const { status, body } = await send()
      expect(status).toBe(400)
      expect(body.content).toEqual([
        {
          children: [
            {},
            {},
            {},
            { formula: ['line 1, column 4: SyntaxError: invalid syntax'] },
            { formula: ["line 1, column 1: The schema has no field 'none'."] },
          ],
        },
        {},
      ])
    }
    const checked = await admin.post('/schemas/validate', {
      content: content([formula('a', 'field.b'), formula('b', 'field.a')]),
    })
    const cycle = { formula: ['These formulas read each other and cannot be computed: a → b → a.'] }
    expect([checked.status, checked.body.content[0].children.slice(3)]).toEqual([200, [cycle, cycle]])
  })
})

describe('a formula field', () => {
  it('is computed after each change of the content', async () => {
    const opened = await anOpened(await aSchema([total], [value]), { number: 'A-1' }, [
      ['2', '3'],
      ['10', '1'],
    ])
    expect([await opened.values('value'), await opened.values('total')]).toEqual([['6', '10'], ['16']])
    const row = (await opened.nodes()).find(({ schema_id }) => schema_id === 'price')!
    await admin.patch(`${opened.path}/${row.id}`, { content: { value: '4' } })
    expect(await opened.values('total')).toEqual(['22'])
    await admin.patch(opened.path, { content: [{ id: row.id, content: { value: '1' } }] })
    expect(await opened.values('total')).toEqual(['13'])
    const computed = (await opened.nodes()).find(({ schema_id }) => schema_id === 'total')!
    expect(computed.validation_sources).toEqual(['formula'])
    const found = await server.deps
      .db('annotation_contents')
      .where('annotation_id', opened.annotation_id)
      .first('fields')
    expect(found.fields.total).toMatchObject([{ string: '13' }])
  })

  it('keeps the value of a user while no_recalculation is set', async () => {
    const opened = await anOpened(await aSchema([formula('copy', 'field.number')]), { number: 'A-1' })
    const replace = (given: object) => opened.operate([{ op: 'replace', id: opened.idOf('copy'), value: given }])
    await replace({ content: { value: 'by hand' }, no_recalculation: true })
    await opened.set('number', 'A-2')
    expect(await opened.values('copy')).toEqual(['by hand'])
    await replace({ no_recalculation: false })
    expect(await opened.values('copy')).toEqual(['A-2'])
  })

  it('that users may not edit keeps its computed value', async () => {
    const opened = await anOpened(await aSchema([formula('copy', 'field.number', { edit: 'disabled' })]), {
      number: 'A-1',
    })
    const id = opened.idOf('copy')
    await opened.operate([{ op: 'replace', id, value: { content: { value: 'x' }, no_recalculation: true } }])
    await admin.patch(`${opened.path}/${id}`, { content: { value: 'y' } })
    expect(await opened.values('copy')).toEqual(['A-1'])
    expect((await opened.nodes()).find((node) => node.id === id)).not.toHaveProperty('no_recalculation')
  })

  it('reads the annotation, its document and its email', async () => {
    const text = 'f"{annotation.status} {annotation.document.original_file_name} {annotation.email is None}"'
    const opened = await anOpened(await aSchema([formula('about', text)]), { number: 'A-1' })
    const [about] = await opened.values('about')
    expect(about).toMatch(/^reviewing .+\.pdf True$/)
  })

  it('stores its messages in the annotation until they no longer apply', async () => {
    const checks = formula(
      'check',
      "show_warning('missing', field.note) if is_empty(field.note) else None\n1 / field.amount",
    )
    const opened = await anOpened(await aSchema([checks]), { amount: '0' })
    const messages = async () => (await admin.get(`/annotations/${opened.annotation_id}`)).body.messages
    const detail = { hook_id: null, source_id: opened.idOf('check'), source_schema_id: 'check' }
    expect(await messages()).toEqual([
      {
        id: String(opened.idOf('note')),
        type: 'warning',
        content: 'missing',
        detail: { ...detail, is_exception: false, traceback_line_number: null },
      },
      {
        id: String(opened.idOf('check')),
        type: 'error',
        content: 'line 2, column 1: ZeroDivisionError: float division by zero',
        detail: { ...detail, is_exception: true, traceback_line_number: 2 },
      },
    ])
    expect((await opened.validated()).messages).toEqual(await messages())
    await opened.set('note', 'x')
    await opened.set('amount', '2')
    expect([await messages(), await opened.values('check')]).toEqual([[], ['0.5']])
  })

  it('is computed when its schema changes, except in data that was exported, which keeps its schema', async () => {
    const schema_id = await aSchema()
    const opened = await anOpened(schema_id, { number: 'A-1' })
    const done = await anOpened(schema_id, { number: 'A-1' })
    await server.deps.db('annotations').where('id', done.annotation_id).update({ status: 'exported' })
    const changed = await admin.patch(`/schemas/${schema_id}`, { content: content([formula('copy', 'field.number')]) })
    expect(changed.status).toBe(200)
    expect([await opened.values('copy'), await done.values('copy')]).toEqual([['A-1'], []])
  })

  it('that runs too long fails with a message', async () => {
    const opened = await anOpened(await aSchema([formula('slow', 'while True:\n  pass')]), { number: 'A-1' })
    const { messages } = await opened.validated()
    expect(messages.map((message) => message.content)).toEqual([
      expect.stringMatching(/^line \d, column \d: LimitError: The formula needs more than 50000 steps\.$/),
    ])
  })
})

describe('POST /v1/annotations/{id}/content/validate', () => {
  it('returns messages of formulas and of checks, and the nodes that it changed', async () => {
    const schema_id = await aSchema([formula('copy', 'field.number')])
    const opened = await anOpened(schema_id, { number: 'A-1', amount: 'many' })
    const db = server.deps.db
    const { tree } = await db('annotation_contents').where('annotation_id', opened.annotation_id).first('tree')
    const node = tree[0].children.find((one: { schema_id: string }) => one.schema_id === 'copy')
    node.content.value = 'outdated'
    await db('annotation_contents')
      .where('annotation_id', opened.annotation_id)
      .update({ tree: JSON.stringify(tree) })
    const answer = await opened.validated({
      actions: ['user_update', 'updated'],
      updated_datapoint_ids: [opened.idOf('number')],
    })
    expect(answer).toEqual({
      messages: [{ id: String(opened.idOf('amount')), type: 'error', content: 'invalid' }],
      updated_datapoints: [
        expect.objectContaining({
          id: opened.idOf('copy'),
          url: `${url('annotations', opened.annotation_id)}/content/${opened.idOf('copy')}`,
          content: expect.objectContaining({ value: 'A-1' }),
        }),
      ],
      suggested_operations: [],
      matched_trigger_rules: [],
    })
    expect(await opened.values('copy')).toEqual(['A-1'])
    expect((await opened.validated()).updated_datapoints).toEqual([])
  })

  it('omits messages about hidden fields unless they are requested', async () => {
    const opened = await anOpened(await aSchema([formula('hint', "show_info('n', field.note)")]), { amount: 'many' })
    for (const name of ['amount', 'note'])
      await opened.operate([{ op: 'replace', id: opened.idOf(name), value: { hidden: true } }])
    expect((await opened.validated()).messages).toEqual([])
    const { messages } = await opened.validated({}, '?messages_for_hidden_datapoints=true')
    expect(messages.map((message) => message.content)).toEqual(['n', 'invalid'])
  })

  it('refuses other actions, and annotations that are not in review', async () => {
    const opened = await anOpened(await aSchema())
    for (const actions of [['started'], ['updated'], [], ['user_update', 'confirm'], 'user_update'])
      expect((await opened.validate({ actions })).status).toBe(400)
    expect((await opened.validate({ actions: ['user_update', 'started'] })).status).toBe(200)
    await admin.post(`/annotations/${opened.annotation_id}/cancel`, {})
    expect(await opened.validate()).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
    expect((await admin.post('/annotations/999999999/content/validate', {})).status).toBe(404)
  })
})
