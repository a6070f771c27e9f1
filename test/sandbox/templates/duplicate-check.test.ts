import { describe, expect, it } from 'vitest'
import { amount, field, section, table, template, type Given } from './support.ts'

const run = template('duplicate-check')
const found = (...ids: number[]) => ({
  status: 200,
  body: JSON.stringify({ results: ids.map((id) => ({ id, status: 'exported', arrived_at: '2026-02-03T04:05:06Z' })) }),
})
const document = (number: string, vat: string, total = '') =>
  section(
    field('document_id', number),
    field('sender_vat_id', vat),
    amount('date_issue', '2026-03-01'),
    amount('amount_total', total),
  )
const search = (content: object[], given: Given = {}) =>
  run(content, {
    annotation: { id: 9, queue: 'https://sheaf.example.com/api/v1/queues/3' },
    answers: () => found(),
    ...given,
  })
const queryOf = ({ body }: { body: string | null }) => JSON.parse(body!).query

describe('the duplicate check', () => {
  it('searches for each combination whose fields are filled', async () => {
    const { requests, messages } = await search([document('A-1', 'DE136695976', '-119.50')])
    expect(messages).toEqual([])
    const common = {
      annotation: { $ne: 'https://sheaf.example.com/api/v1/annotations/1' },
      status: { $nin: ['deleted', 'purged', 'rejected', 'failed_import'] },
    }
    expect(requests.map(queryOf)).toEqual([
      {
        'field.document_id.string': { $in: ['A-1'] },
        'field.sender_vat_id.string': { $in: ['DE136695976'] },
        ...common,
      },
      {
        'field.document_id.string': { $in: ['A-1'] },
        'field.date_issue.date': { $in: ['2026-03-01'] },
        'field.amount_total.number': { $in: [-119.5] },
        ...common,
      },
    ])
    expect((await search([document('', 'DE136695976', '1')])).requests).toEqual([])
    expect((await search([])).requests).toEqual([])
    expect(
      (await search([document('A-1', 'DE136695976')], { settings: { same_queue: true } })).requests.map(queryOf),
    ).toMatchObject([{ queue: 'https://sheaf.example.com/api/v1/queues/3' }])
  })

  it('reports each earlier annotation once, and blocks the automation', async () => {
    const content = document('A-1', 'DE136695976', '119')
    const answer = await search([content], { answers: () => found(3, 5, 12) })
    const id = content.children[0]!.id
    const text = (other: number) =>
      `Probably a duplicate of annotation ${other} (exported, arrived on 2026-02-03): document_id, sender_vat_id are equal.`
    expect(answer.messages).toEqual([3, 5].map((other) => ({ id, type: 'warning', content: text(other) })))
    expect(answer['automation_blockers']).toEqual([3, 5].map((other) => ({ id, content: text(other) })))
  })

  it('compares all values of a field with several rows, but none that is too long to search', async () => {
    const rows = table(...['A', 'B', '', 'A', 'x'.repeat(300)].map((value) => [field('order_id', value)]))
    const settings = { combinations: [['order_id']] }
    expect((await search([rows], { settings })).requests.map(queryOf)).toMatchObject([
      { 'field.order_id.string': { $in: ['A', 'B'] } },
    ])
    expect((await search([section(field('order_id', 'x'.repeat(300)))], { settings })).requests).toEqual([])
  })

  it('fails if there is no token or the search is refused', async () => {
    const content = [document('A-1', 'DE136695976')]
    await expect(search(content, { payload: { svc_authorization_token: null } })).rejects.toThrow('Set token_owner')
    await expect(search(content, { answers: () => ({ status: 403, body: 'no' }) })).rejects.toThrow('status 403: no')
  })
})
