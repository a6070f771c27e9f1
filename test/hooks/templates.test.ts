/** Hooks created from the template store work with documents. */
import { describe, expect, it } from 'vitest'
import { anExtraction, extractedValue } from '../workflows/fake-documents.ts'
import { until } from '../workflows/harness.ts'
import type { Json } from '../support/as.ts'
import { aQueue } from '../support/factories.ts'
import {
  admin,
  answerWith,
  calls,
  extractedAs,
  logs,
  receiver,
  runs,
  server,
  tenant,
  upload,
  url,
  useHooks,
  type TestQueue,
} from './setup.ts'

useHooks()

/** Creates a hook from a template, in a new queue unless one is passed, and waits until it can be called. */
async function fromTemplate(name: string, changes: Json = {}, queue?: TestQueue): Promise<TestQueue & { id: number }> {
  const target = queue ?? (await aQueue(server.deps.db, tenant))
  const { body } = await admin.get(`/hook_templates?name=${encodeURIComponent(name)}`)
  const [template] = body.results as Json[]
  const created = await admin.post('/hooks/create', {
    name,
    hook_template: template.url,
    events: template.events,
    queues: [url('queues', target.queue_id)],
    ...(template.use_token_owner ? { token_owner: url('users', tenant.user_id) } : {}),
  })
  expect([created.status, JSON.stringify(created.body)]).toEqual([201, expect.any(String)])
  const { id } = created.body
  const settings = { ...created.body.settings, ...changes.settings }
  const patched = await admin.patch(`/hooks/${id}`, { ...changes, settings })
  expect([patched.status, JSON.stringify(patched.body)]).toEqual([200, expect.any(String)])
  const load = async () => (await admin.get(`/hooks/${id}`)).body as Json
  const hook = await until(load, ({ status }) => status !== 'pending')
  expect([null, 'ready']).toContain(hook.status)
  return { ...target, id }
}

const extracted = (fields: Record<string, string>) =>
  extractedAs(() =>
    anExtraction(Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, extractedValue(text)]))),
  )
const messagesOf = ({ messages }: Json) => (messages as Json[]).map(({ type, content }) => [type, content])
const valueOf = async ({ id }: Json, field: string) =>
  (await admin.get(`/annotations/${id}/content?schema_id=${field}`)).body.content[0] as Json

describe('a hook from a template', () => {
  it('checks totals', async () => {
    const queue = await fromTemplate('Check of totals')
    extracted({ amount_total_base: '100.00', amount_total_tax: '19.00', amount_total: '118.00' })
    expect(messagesOf(await upload(queue))).toEqual([['warning', expect.stringContaining('difference -1.00')]])
    extracted({ amount_total_base: '-100.00', amount_total_tax: '-19.00', amount_total: '-119.00' })
    expect(messagesOf(await upload(queue))).toEqual([])
  })

  it('checks VAT numbers and IBANs', async () => {
    const queue = await fromTemplate('Check of VAT numbers')
    await fromTemplate('Check of IBANs', {}, queue)
    extracted({ sender_vat_id: 'DE136695977', iban: 'DE89370400440532013001' })
    expect(messagesOf(await upload(queue)).sort()).toEqual([
      ['warning', expect.stringContaining('DE136695977 is not a VAT number')],
      ['warning', expect.stringContaining('DE89370400440532013001 is not an IBAN')],
    ])
    extracted({ sender_vat_id: 'DE136695976', iban: 'DE89370400440532013000' })
    expect(messagesOf(await upload(queue))).toEqual([])
  })

  it('matches purchase orders', async () => {
    const queue = await fromTemplate('Purchase order matching')
    extracted({ order_id: 'po 1001', amount_total: '1190.00', sender_name: 'Office Supplies Ltd' })
    const matched = await upload(queue)
    expect(messagesOf(matched)).toEqual([])
    expect((await valueOf(matched, 'order_id')).validation_sources).toContain('data_matching')
    extracted({ order_id: 'PO-7' })
    const unknown = await upload(queue)
    expect(messagesOf(unknown)).toEqual([['error', 'No open order has the number PO-7.']])
    const { body } = await admin.get(`/automation_blockers?annotation=${unknown.id}`)
    expect(JSON.stringify(body.results[0].content)).toContain('No open order has the number PO-7.')
  })

  it('checks dates', async () => {
    const queue = await fromTemplate('Check of dates')
    extracted({ date_issue: '2001-01-01' })
    expect(messagesOf(await upload(queue))).toEqual([['warning', expect.stringContaining('issued on 2001-01-01')]])
  })

  it('normalises currencies and converts amounts', async () => {
    const amounts = [{ from: 'amount_total', to: 'amount_total_base' }]
    const queue = await fromTemplate('Currency normalisation', { settings: { amounts } })
    extracted({ currency: 'usd', amount_total: '-100.00', amount_total_base: '1.00' })
    const annotation = await upload(queue)
    expect(messagesOf(annotation)).toEqual([])
    expect((await valueOf(annotation, 'currency')).content.value).toBe('USD')
    expect((await valueOf(annotation, 'amount_total_base')).content.normalized_value).toBe('-92.00')
  })

  it('finds duplicates by the search of the API', async () => {
    const queue = await fromTemplate('Duplicate check')
    extracted({ document_id: 'DUP-1', amount_total: '100.00' })
    const first = await upload(queue)
    expect(messagesOf(first)).toEqual([])
    extracted({ document_id: 'DUP-1', amount_total: '100' })
    expect(messagesOf(await upload(queue))).toEqual([
      ['warning', expect.stringContaining(`Probably a duplicate of annotation ${first.id} (to_review`)],
    ])
    extracted({ document_id: 'DUP-2', amount_total: '100' })
    expect(messagesOf(await upload(queue))).toEqual([])
  })

  it.each<[string, Json, Record<string, string>]>([
    ['Check of VAT numbers', { type: 'error' }, { sender_vat_id: 'DE136695977' }],
    ['Check of IBANs', { type: 'error' }, { iban: 'DE89370400440532013001' }],
    ['Check of dates', { type: 'error' }, { date_issue: '2001-01-01' }],
    ['Duplicate check', { type: 'error' }, { document_id: 'DUP-9', amount_total: '7' }],
    ['Purchase order matching', {}, { order_id: 'PO-7' }],
  ])('prevents the confirmation by an error: %s', async (name, settings, values) => {
    const queue = await fromTemplate(name, { settings })
    extracted({ document_id: 'A-1', date_issue: new Date().toISOString().slice(0, 10), amount_total: '1', ...values })
    if (name === 'Duplicate check') await upload(queue)
    const { id } = await upload(queue)
    expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
    const confirmed = await admin.post(`/annotations/${id}/confirm`, {})
    expect(confirmed).toMatchObject({ status: 400, body: { messages: [expect.objectContaining({ type: 'error' })] } })
    expect((await admin.get(`/annotations/${id}`)).body.status).toBe('reviewing')
  })

  it('adds labels by the API, and removes them when the document is opened after a change', async () => {
    const { id: hook, ...queue } = await fromTemplate('Automatic labels')
    extracted({ amount_total: '10000.00', order_id: '7' })
    const annotation = await upload(queue)
    const labels = async () => {
      const { body } = await admin.get(`/annotations/${annotation.id}`)
      const all = (await admin.get('/labels?page_size=100')).body.results as Json[]
      return all.filter(({ url: one }) => (body.labels as string[]).includes(one)).map(({ name }) => name)
    }
    expect([messagesOf(annotation), await logs(hook), await labels()]).toMatchObject([
      [],
      [{ log_level: 'INFO' }],
      ['High amount'],
    ])
    const node = await valueOf(annotation, 'amount_total')
    await admin.post(`/annotations/${annotation.id}/start`, {})
    const change = { op: 'replace', id: node.id, value: { content: { value: '-5.00' } } }
    await admin.post(`/annotations/${annotation.id}/content/operations`, { operations: [change] })
    await admin.post(`/annotations/${annotation.id}/content/validate`, { actions: ['user_update', 'started'] })
    expect([await labels(), (await logs(hook)).map(({ log_level }) => log_level)]).toEqual([
      ['Credit note'],
      ['INFO', 'INFO'],
    ])
  })

  it('exports JSON, and reports what the service refuses', async () => {
    const queue = await fromTemplate('Export as JSON', { config: { url: `${receiver.url}/export`, retry_count: 0 } })
    const exported = async (status: string) => {
      const { id } = await upload(queue)
      await admin.post(`/annotations/${id}/start`, {})
      await admin.post(`/annotations/${id}/confirm`, {})
      const load = async () => (await admin.get(`/annotations/${id}`)).body as Json
      return until(load, (annotation) => annotation.status === status)
    }
    extracted({ document_id: 'EXP-1' })
    const { id } = await exported('exported')
    const [call] = await calls(1, '/export')
    expect(call!.body).toMatchObject({ event: 'annotation_content', action: 'export', annotation: { id } })
    expect(JSON.stringify(call!.body.annotation.content)).toContain('EXP-1')
    answerWith(() => ({ messages: [{ type: 'error', content: 'The period is closed.' }] }))
    expect(messagesOf(await exported('failed_export'))).toEqual([['error', 'The period is closed.']])
  })

  it('sends chat messages to an origin that the operator lists', async () => {
    const given = { secrets: { url: `${receiver.url}/chat` }, settings: { statuses: ['to_review'] } }
    const { id, ...queue } = await fromTemplate('Chat message', given)
    const { queue_id } = queue
    await upload(queue)
    const [call] = await calls(1, '/chat')
    const { name } = (await admin.get(`/queues/${queue_id}`)).body
    expect(call!.body).toEqual({ text: expect.stringMatching(`^file-\\d+\\.pdf in ${name} is now to_review\\.$`) })
    expect((await runs(id)).every(({ status }) => status === 'completed')).toBe(true)
    expect(receiver.calls.filter((one) => one.url === '/chat')).toHaveLength(1)
  })

  it('counts annotations in a scheduled job, when it is called by hand', async () => {
    const { id } = await fromTemplate('Scheduled job', { events: ['invocation.manual'] })
    expect((await admin.post(`/hooks/${id}/invoke`, {})).status).toBe(200)
    expect((await logs(id))[0].output).toMatch(/^\d+ annotations have the status to_review\.$/)
  })

  it('calls no server before a webhook has a URL', async () => {
    const queue = await fromTemplate('Webhook', { config: { retry_count: 0 } })
    expect(messagesOf(await upload(queue))).toEqual([['error', expect.stringContaining('webhook.invalid')]])
  })
})
