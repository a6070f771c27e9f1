import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeSave } from '../../../src/rules/hooks/connector-answer.ts'

const judge = (status: number, body: unknown) =>
  judgeSave({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const error = (content: string, id = 'all') => ({ id, type: 'error', content })

describe('the response of a connector to /save', () => {
  it.each([
    [200, ''],
    [204, ''],
    [201, 'stored'],
    [200, { messages: [] }],
    [299, { error: 'not a message of type error' }],
  ])('with %i and %j is a success without messages', (status, body) => {
    expect(judge(status, body)).toEqual({ failed: false, messages: [] })
  })

  it('keeps messages other than errors', () => {
    const messages = [
      { id: 7, type: 'warning', content: 'Late.' },
      { type: 'other', content: 'Stored as 12.' },
    ]
    expect(judge(200, { messages })).toEqual({
      failed: false,
      messages: [
        { id: '7', type: 'warning', content: 'Late.' },
        { id: 'all', type: 'info', content: 'Stored as 12.' },
      ],
    })
  })

  it('is a failure with a message of type error, whatever the status', () => {
    const messages = [
      { id: '3', type: 'info', content: 'Looked.' },
      { id: '7', type: 'error', content: 'Unknown supplier.' },
    ]
    const expected = { failed: true, messages: [error('Unknown supplier.', '7'), messages[0]] }
    expect(judge(200, { messages })).toEqual(expected)
    expect(judge(500, { messages })).toEqual(expected)
  })

  it.each([
    [500, { error: 'No space.', messages: [{ type: 'error', content: 'x' }] }, 'No space.'],
    [400, { error: { code: 7 } }, '{"code":7}'],
    [500, { messages: 'Down for maintenance.' }, 'Down for maintenance.'],
    [500, { other: 1 }, '{"other":1}'],
    [502, '<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>'],
    [404, '', 'The connector responded with status 404.'],
    [302, '', 'The connector responded with status 302.'],
    [500, '  ', 'The connector responded with status 500.'],
    [500, { error: '' }, '{"error":""}'],
    [500, '[1]', '[1]'],
  ])('with %i and %j is a failure with the message %s', (status, body, content) => {
    expect(judge(status, body)).toEqual({ failed: true, messages: [error(content)] })
  })

  it('adds an error to a failure whose messages contain none', () => {
    expect(judge(503, { messages: [{ type: 'info', content: 'Later.' }] })).toEqual({
      failed: true,
      messages: [error('[{"type":"info","content":"Later."}]'), { id: 'all', type: 'info', content: 'Later.' }],
    })
  })

  it('is cut to storable lengths for any content', () => {
    const message = fc.record({ id: fc.anything(), type: fc.anything(), content: fc.anything() })
    const bodies = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.record({ messages: fc.array(message) }, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
      fc.string({ minLength: 5000, unit: 'binary' }).map((text) => JSON.stringify({ error: text })),
    )
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), bodies, (status, body) => {
        const { failed, messages } = judgeSave({ status, body })
        expect(failed).toBe(messages.some(({ type }) => type === 'error'))
        if (status >= 300) expect(failed).toBe(true)
        for (const { id, type, content } of messages) {
          expect(id).not.toBe('')
          expect(['error', 'warning', 'info']).toContain(type)
          expect(content.length).toBeLessThanOrEqual(4096)
          expect(content.isWellFormed() && !content.includes('\0')).toBe(true)
        }
      }),
    )
  })
})
