/** Large JSON answers: the parts in which they are made, and their files. */
import { finished } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { answerAny, jsonPieces, largeAnswer } from '../../src/resources/framework/large-json.ts'
import { answerFiles } from '../support/answer-files.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, content: { value: `Grüße ${id}`, page: null }, sources: ['human'] }))

async function* batches<T>(items: T[], size: number): AsyncGenerator<T[]> {
  for (let at = 0; at < items.length; at += size) yield await Promise.resolve(items.slice(at, at + size))
}

async function all<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const part of parts) found.push(part)
  return found
}

const textOf = async (value: unknown): Promise<{ text: string; longest: number }> => {
  const pieces = await all(jsonPieces(value))
  return { text: pieces.join(''), longest: Math.max(...pieces.map((piece) => piece.length)) }
}

const bodyOf = async ({ body }: { body?: unknown }): Promise<string> =>
  Buffer.concat(await all(body as AsyncIterable<Buffer>)).toString()

describe('the JSON of a large value', () => {
  const table = { id: 1, name: undefined, children: rows(10_000), grid: { parts: [] } }
  it.each<[string, unknown, unknown?]>([
    ['a list', rows(10_000)],
    ['an object with a long list', table],
    ['long lists below short ones', [{ id: 0, children: [table, { id: 2, children: [] }] }, { id: 3 }]],
    ['an object without entries among long ones', [{}, table, []]],
    ['batches', batches(rows(10_000), 333), rows(10_000)],
    [
      'batches below objects',
      { id: 1, children: batches(rows(2000), 50), last: 'x' },
      { id: 1, children: rows(2000), last: 'x' },
    ],
    ['no batches', { children: batches([], 1) }, { children: [] }],
  ])('is that of %s, and made of short pieces', async (_, value, expected = value) => {
    const { text, longest } = await textOf(value)
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(expected)))
    // 400 objects of about 40 characters.
    expect(longest).toBeLessThan(20_000)
  })

  it('is that of small values at once', async () => {
    for (const value of [null, 'x', 5, [], {}, rows(3), { a: undefined, b: [1] }])
      expect(await all(jsonPieces(value))).toEqual([JSON.stringify(value)])
  })
})

describe('a large answer', () => {
  it('is sent with its length, once or twice, and leaves no file', async () => {
    const value = rows(5000)
    const once = await largeAnswer(value, { headers: { ETag: '"1"' } })
    const twice = await largeAnswer(value, { texts: ['{"content":', ',"results":', '}'] })
    expect(answerFiles()).toHaveLength(2)
    const [one, two] = [await bodyOf(once), await bodyOf(twice)]
    expect(JSON.parse(one)).toEqual(value)
    expect(JSON.parse(two)).toEqual({ content: value, results: value })
    expect(once.headers).toMatchObject({ ETag: '"1"', 'Content-Length': String(Buffer.byteLength(one)) })
    expect(twice.headers).toMatchObject({ 'Content-Length': String(Buffer.byteLength(two)) })
    await expect.poll(answerFiles).toEqual([])
  })

  it('leaves no file if the client leaves before or while it reads, or if the value cannot be read', async () => {
    const unread = (await largeAnswer(rows(5000))).body as Readable
    const half = (await largeAnswer(rows(50_000))).body as Readable
    half.once('data', () => half.destroy())
    unread.destroy()
    await Promise.allSettled([finished(unread), finished(half)])
    const broken = (async function* () {
      yield await Promise.resolve(rows(3))
      throw new Error('lost')
    })()
    await expect(largeAnswer(broken)).rejects.toThrow('lost')
    await expect.poll(answerFiles).toEqual([])
  })

  it('is any answer with many objects', async () => {
    expect((await answerAny({ results: rows(4000) })).body).toEqual({ results: rows(4000) })
    const large = { results: [], content: rows(6000), pagination: { total: 1 } }
    expect(JSON.parse(await bodyOf(await answerAny(large)))).toEqual(large)
  })
})
