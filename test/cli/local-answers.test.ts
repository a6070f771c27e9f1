/** The parts of `sheaf hooks dev` and `replay` that need no service. */
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/cli/hooks/compare.ts'
import { fieldChanges, labelOf } from '../../src/cli/hooks/field-changes.ts'
import type { RecordedCall } from '../../src/cli/hooks/record.ts'
import { answersFrom } from '../../src/cli/hooks/recorded-answers.ts'

const request = (path: string, method = 'GET') => ({ method, url: `https://x/${path}`, headers: {}, body: null })
const call = (path: string, body: string, position: number): RecordedCall => ({
  request: request(path),
  answer: { status: 200, headers: {}, body },
  position,
})
const hide = (text: string) => text

describe('recorded answers', () => {
  it('come in the recorded order, whatever the order of the requests', async () => {
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
      [3, 2, 1],
    ]) {
      const calls = order.map((position, index) => call(`${index}`, String(position), position))
      const answers = answersFrom(calls, { hide })
      const arrived: string[] = []
      await Promise.all(
        calls.map(async ({ request: one }) => void arrived.push((await answers.fetch({ ...one })).body)),
      )
      expect(arrived).toEqual(['1', '2', '3'])
    }
  })

  it('are used once each, in order, by method and URL', async () => {
    const answers = answersFrom([call('a', 'first', 1), call('b', 'other', 2), call('a', 'second', 3)], { hide })
    const bodies = []
    for (const path of ['a', 'b', 'a']) bodies.push((await answers.fetch(request(path))).body)
    expect(bodies).toEqual(['first', 'other', 'second'])
    await expect(answers.fetch(request('a'))).rejects.toThrow('The answer to GET https://x/a was not recorded.')
    await expect(answers.fetch(request('b', 'post'))).rejects.toThrow('POST https://x/b was not recorded')
    expect(answers.missing).toEqual(['GET https://x/a', 'POST https://x/b'])
  })

  it('do not wait for a request that changed code no longer makes', async () => {
    const answers = answersFrom([call('dropped', 'x', 1), call('a', 'still there', 2)], { hide })
    expect((await answers.fetch(request('a'))).body).toBe('still there')
  })

  it('are errors where the request failed', async () => {
    const calls = [{ request: request('a'), error: 'connection refused', position: 1 }, { request: request('b') }]
    const answers = answersFrom(calls, { hide })
    await expect(answers.fetch(request('a'))).rejects.toThrow('connection refused')
    await expect(answers.fetch(request('b'))).rejects.toThrow('The call ended before GET https://x/b was answered.')
  })
})

const cell = (id: number, schema_id: string, value: string) => ({
  id,
  schema_id,
  category: 'datapoint',
  content: { value },
})
const CONTENT = [
  {
    id: 1,
    schema_id: 'header',
    category: 'section',
    children: [
      cell(2, 'number', 'A-1'),
      {
        id: 3,
        schema_id: 'items',
        category: 'multivalue',
        children: [
          { id: 4, schema_id: 'item', category: 'tuple', children: [cell(5, 'code', 'X'), cell(6, 'count', '')] },
          { id: 7, schema_id: 'item', category: 'tuple', children: [cell(8, 'code', 'Y'), cell(9, 'count', '2')] },
        ],
      },
      { id: 10, schema_id: 'notes', category: 'multivalue', children: [cell(11, 'note', 'one')] },
    ],
  },
]

describe('changes of fields', () => {
  it('name the field and its row, with the old and the new value', () => {
    expect(
      fieldChanges(CONTENT, [
        { op: 'replace', id: 2, value: { content: { value: 'A-2', page: 1 }, hidden: true } },
        { op: 'replace', id: '9', value: { content: { value: '3' } } },
        { op: 'replace', id: 11, value: { content: { value: null } } },
        { op: 'add', id: 3, value: [{ schema_id: 'code', content: { value: 'Z' } }] },
        { op: 'remove', id: 4 },
        { op: 'remove', id: 11 },
      ]),
    ).toEqual([
      '~ number  "A-1" → "A-2", position, hidden: missing → true',
      '~ items[2].count  "2" → "3"',
      '~ notes[1]  "one" → null',
      '+ items  code "Z"',
      '- items[1]  code "X"',
      '- notes[1]  note "one"',
    ])
    expect([labelOf(CONTENT, '8'), labelOf(CONTENT, 'all'), labelOf(CONTENT, '99')]).toEqual([
      'items[2].code',
      'document',
      'node 99',
    ])
  })

  it('say why an operation has no effect', () => {
    expect(
      fieldChanges(CONTENT, [
        { op: 'replace', id: 99, value: {} },
        { op: 'replace', id: 3, value: {} },
        { op: 'replace', id: 2, value: 'A-2' },
        { op: 'set', id: 2 },
      ]),
    ).toEqual([
      '! operation 0: the document has no node 99',
      '! items: only datapoints can be replaced',
      '! number: "value" is "A-2" instead of an object',
      '! operation 3: "op" is "set" instead of replace, add or remove',
    ])
    expect(fieldChanges(undefined, [{ op: 'remove', id: 2 }])).toEqual(['! operation 0: the document has no node 2'])
  })

  it('are limited in number and length', () => {
    const many = Array.from({ length: 600 }, () => ({ op: 'remove', id: 11 }))
    expect(fieldChanges(CONTENT, many).at(-1)).toBe('… 100 more operations')
    const long = fieldChanges(CONTENT, [{ op: 'replace', id: 2, value: { content: { value: 'x'.repeat(5000) } } }])
    expect(long[0]).toMatch(/… \(5002 characters\)$/)
  })
})

describe('comparison', () => {
  const run = (response: string | null) => ({
    response,
    failure: null,
    log: [],
    ms: 1,
    memory_mb: 1,
    payload: {},
    missing: [],
    requests: 0,
  })
  const recorded = (response_text: string) => ({ response_text, failure: null })

  it('hides secrets as the record does', () => {
    const repeated = { ...run('{"a":"hush-hush"}'), payload: { secrets: { key: 'hush-hush' } } }
    expect(compare(recorded('{"a":"[redacted...]"}'), repeated).isSame).toBe(true)
  })

  it('is byte for byte', () => {
    expect(compare(recorded('{"a": 1}'), run('{"a": 1}')).isSame).toBe(true)
    const { isSame, summary, diff } = compare(recorded('{"a": 1.0}'), run('{"a":1}'))
    expect([isSame, summary]).toEqual([false, 'the order of keys or the format of numbers'])
    expect(diff).toContain('-{"a": 1.0}\n+{"a":1}')
  })

  it('prints long differences in part', () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => index))
    expect(
      compare(recorded('[]'), run(list(2000)))
        .diff.split('\n')
        .at(-1),
    ).toMatch(/^… \d+ more lines$/)
  })
})
