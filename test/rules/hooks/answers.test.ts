import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failedAnswer, readAnswer } from '../../../src/rules/hooks/answers.ts'
import { HOOK_EVENTS } from '../../../src/rules/hooks/events.ts'

const read = (body: unknown, { event = 'annotation_content', action = 'updated', status = 200 } = {}) =>
  readAnswer(event, action, { status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const replace = { op: 'replace', id: 7002, value: { content: { value: 'B-0009' } } }
const exception = (content: unknown) => [{ id: 'all', type: 'error', content, detail: { is_exception: true } }]

describe('a response to annotation_content', () => {
  it('has messages, operations and, for initialize, automation blockers', () => {
    const body = {
      messages: [
        { id: 7002, type: 'warning', content: 'Looks short' },
        { type: 'error', content: 'No order found', detail: { traceback_line_number: 3 } },
      ],
      operations: [replace],
      automation_blockers: [{ id: 7002, content: 'Unknown vendor' }, { content: 'Manual check' }],
    }
    const messages = [
      { id: '7002', type: 'warning', content: 'Looks short' },
      { id: 'all', type: 'error', content: 'No order found', detail: { traceback_line_number: 3 } },
    ]
    expect(read(body, { action: 'initialize' })).toMatchObject({
      messages,
      operations: [replace],
      automation_blockers: [
        { id: '7002', content: 'Unknown vendor' },
        { id: 'all', content: 'Manual check' },
      ],
      problems: [],
    })
    expect(read(body)).toMatchObject({ messages, operations: [replace], automation_blockers: [] })
  })

  it('is empty with an empty body or 204', () => {
    for (const answer of [read(''), read(' \n'), read('anything', { status: 204 })])
      expect(answer).toMatchObject({ messages: [], operations: [], problems: [], other: {} })
  })

  it.each([undefined, null, 'all', '', 'x', {}, -1, 1.5, 1e21])('addresses the whole document with the id %s', (id) => {
    expect(read({ messages: [{ id, type: 'info', content: 'a' }] }).messages).toEqual([
      { id: 'all', type: 'info', content: 'a' },
    ])
  })

  it('treats messages with an unknown type as information, and drops those without content', () => {
    const { messages } = read({ messages: [{ type: 'fatal', content: 5 }, { type: 'error' }, 'text', null] })
    expect(messages).toEqual([{ id: 'all', type: 'info', content: '5' }])
  })

  it('cuts the content of messages at 4096 characters and drops large details', () => {
    const [message] = read({ messages: [{ content: 'x'.repeat(5000), detail: { text: 'y'.repeat(5000) } }] }).messages
    expect(message).toEqual({ id: 'all', type: 'info', content: 'x'.repeat(4096) })
  })

  it('limits the numbers of messages and operations and says so', () => {
    const { messages, operations, problems } = read({
      messages: Array.from({ length: 1001 }, () => ({ content: 'a' })),
      operations: Array.from({ length: 50_001 }, () => ({})),
    })
    expect([messages.length, operations.length]).toEqual([1000, 50_000])
    expect(problems).toEqual([
      'Only the first 50000 of 50001 "operations" were used.',
      'Only the first 1000 of 1001 "messages" were used.',
    ])
  })

  it('keeps its messages but not its operations if the status is an error', () => {
    const answer = read({ messages: [{ content: 'Down', type: 'error' }], operations: [replace] }, { status: 500 })
    expect(answer.messages).toEqual([{ id: 'all', type: 'error', content: 'Down' }])
    expect(answer.operations).toEqual([])
    expect(answer.problems).toEqual(['Operations of a response with an error status were ignored.'])
  })

  it('is one message with is_exception if the status is an error and the body has no messages', () => {
    for (const body of ['<html>', '', '[]', '{"error": 1}', '['.repeat(100)])
      expect(read(body, { status: 502 }).messages, body).toEqual(exception('The hook responded with status 502.'))
    expect(failedAnswer('There was no response within 30000 ms.').messages).toEqual(
      exception('There was no response within 30000 ms.'),
    )
  })

  it('is ignored, with a note, if it is a success without a JSON object', () => {
    for (const body of ['OK', '[1]', '"text"', 'null'])
      expect(read(body), body).toMatchObject({
        messages: [],
        problems: ['The response is not a JSON object and was ignored.'],
      })
  })

  it('is ignored if it is nested too deeply', () => {
    const deep = `{"messages": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(read(deep)).toMatchObject({
      other: undefined,
      problems: ['The response may be nested at most 64 levels deep.'],
    })
  })

  it('contains no text that the database refuses', () => {
    const bad = ['a\0b', 'a\ud800']
    const { messages, operations, problems } = read({
      messages: bad.map((text) => ({ content: text, detail: { text } })),
      operations: bad.map((text) => ({ op: 'replace', value: { content: { value: text } } })),
    })
    expect(messages.map(({ content, detail }) => [content, detail])).toEqual([
      ['ab', undefined],
      ['a\ufffd', undefined],
    ])
    expect(operations).toEqual([])
    expect(problems).toEqual(['Operations with null characters or invalid Unicode were ignored.'])
  })
})

describe('a response to upload.created', () => {
  const upload = { event: 'upload', action: 'created' }

  it('says which files are imported, with messages', () => {
    const document = 'https://host/api/v1/documents/70'
    const files = [{ document, prevent_importing: true, messages: [{ type: 'error', content: 'Twice' }] }, { id: 1 }]
    const answer = read({ files }, upload)
    expect(answer.files).toMatchObject([
      { document, prevent_importing: true, messages: [{ id: 'all', type: 'error', content: 'Twice' }] },
    ])
    expect(answer.problems).toEqual(['"files" without "document" were ignored.'])
  })

  it('changes nothing without files, or if the status is an error', () => {
    expect(read({}, upload).files).toBeNull()
    expect(read({ files: [] }, upload).files).toEqual([])
    expect(read({ files: [] }, { ...upload, status: 500 })).toMatchObject({
      files: null,
      messages: exception('The hook responded with status 500.'),
    })
  })
})

describe('a response to email.received', () => {
  const email = { event: 'email', action: 'received' }

  it('has files with values, additional files and the original sender', () => {
    const document = 'https://host/api/v1/documents/9'
    const body = {
      files: [{ id: 1, values: [{ id: 'email:order', value: 17 }, { value: 'lost' }] }],
      additional_files: [{ document, import_document: true }],
      extracted_original_sender: { email: 'a@example.com', name: 'A' },
    }
    expect(read(body, email)).toMatchObject({
      files: [{ id: '1', values: [{ id: 'email:order', value: '17' }] }],
      additional_files: [{ document, import_document: true, values: [] }],
      extracted_original_sender: { email: 'a@example.com', name: 'A' },
    })
  })

  it('imports everything without files and nothing with an empty list', () => {
    expect(read({ files: null }, email).files).toBeNull()
    expect(read({ files: [] }, email).files).toEqual([])
    expect(read({ extracted_original_sender: { name: 'A' } }, email).extracted_original_sender).toBeNull()
  })
})

describe('a response to invocation', () => {
  it('is returned whole', () => {
    const manual = { event: 'invocation', action: 'manual' }
    expect(read({ intent: { info: 'done' }, messages: [] }, manual)).toMatchObject({
      other: { intent: { info: 'done' }, messages: [] },
      messages: [],
    })
    expect(read([1], manual).other).toEqual([1])
    expect(read('text', manual).other).toBeUndefined()
  })
})

it('reads any response to any event without an exception, within the limits', () => {
  const keys = ['messages', 'operations', 'automation_blockers', 'files', 'additional_files']
  const item = fc.oneof(
    fc.anything({ withNullPrototype: false }),
    fc.record({ id: fc.jsonValue(), type: fc.jsonValue(), content: fc.jsonValue(), detail: fc.jsonValue() }),
  )
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .dictionary(fc.constantFrom(...keys, 'extracted_original_sender'), fc.oneof(item, fc.array(item)))
      .map((value) => {
        try {
          return JSON.stringify(value)
        } catch {
          return '{}'
        }
      }),
  )
  const event = fc.constantFrom(
    ...Object.entries(HOOK_EVENTS).flatMap(([name, of]) => of.map((a) => [name, a] as const)),
  )
  fc.assert(
    fc.property(event, fc.integer({ min: 100, max: 599 }), body, ([name, action], status, text) => {
      const { messages, other: _, ...rest } = readAnswer(name, action, { status, body: text })
      for (const { id, type, content } of messages) {
        expect(id).toMatch(/^(all|\d{1,15})$/)
        expect(['error', 'warning', 'info']).toContain(type)
        expect(content.length).toBeLessThanOrEqual(4096)
      }
      expect(JSON.stringify([messages, rest])).not.toMatch(/\\u(0000|d[89a-f])/i)
      if (status < 200 || status > 299) expect(rest).toMatchObject({ operations: [], files: null })
    }),
    { numRuns: 500 },
  )
})
