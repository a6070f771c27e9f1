import { describe, expect, it } from 'vitest'
import type { Json } from '../../support/as.ts'
import { amount as date, contents, field, section, table, template } from './support.ts'

const run = template('date-check')
const annotation = { arrived_at: '2026-03-05T23:30:00.000000Z' }
const messagesOf = async (issue: string, due = '', tax = '', settings = {}) => {
  const content = section(date('date_issue', issue), date('date_due', due), date('date_uzp', tax))
  const { messages } = await run([content], { annotation, settings })
  return messages.map(({ id, content: text }: Json) => [content.children.findIndex((node) => node.id === id), text])
}

describe('the check of dates', () => {
  it.each([
    ['2026-03-05', '2026-04-04', '2026-03-01'],
    ['2026-03-06', '', ''],
    ['2025-03-05', '2025-07-03', '2025-06-05'],
    ['', '2026-04-04', '2026-03-01'],
    ['', '', ''],
  ])('accepts issue %s, due %s, tax point %s', async (...dates) => {
    expect(await messagesOf(...dates)).toEqual([])
  })

  it.each([
    [['2026-03-07'], 0, 'The date of issue 2026-03-07 is 2 days after the arrival of the document (2026-03-05).'],
    [['2025-03-04'], 0, 'The document was issued on 2025-03-04, 366 days before its arrival (2026-03-05).'],
    [['2026-03-01', '2026-02-28'], 1, 'The due date 2026-02-28 is before the date of issue 2026-03-01.'],
    [['2026-03-01', '2027-03-01'], 1, 'The due date 2027-03-01 is 365 days after the date of issue 2026-03-01.'],
    [
      ['2026-03-01', '', '2025-11-28'],
      2,
      'The tax point date 2025-11-28 is 93 days before the date of issue 2026-03-01.',
    ],
  ])('warns about %s', async (dates, index, text) => {
    const [issue = '', due, tax] = dates
    expect(await messagesOf(issue, due, tax)).toEqual([[index, text]])
  })

  it('has limits in the settings', async () => {
    expect(await messagesOf('2026-03-06', '', '', { max_future_days: 0 })).toEqual([
      [0, 'The date of issue 2026-03-06 is 1 day after the arrival of the document (2026-03-05).'],
    ])
    expect(await messagesOf('2020-03-05', '', '', { max_age_days: 9999 })).toEqual([])
  })

  it('warns about values that are not dates, in every row', async () => {
    const content = [
      table([field('date_issue', 'soon')], [field('date_issue', '')], [field('date_issue', '2026-02-30')]),
    ]
    expect(contents((await run(content, { annotation })).messages)).toEqual([
      'soon is not a date.',
      '2026-02-30 is not a date.',
    ])
    expect((await run([field('date_issue', '', null, { content: null })])).messages).toEqual([])
  })

  it('counts from the time of the call if the arrival is unknown', async () => {
    const content = [section(date('date_issue', '2026-01-09'))]
    const { messages } = await run(content, { annotation: { created_at: null } })
    expect(contents(messages)).toEqual([
      expect.stringContaining('7 days after the arrival of the document (2026-01-02)'),
    ])
  })
})
