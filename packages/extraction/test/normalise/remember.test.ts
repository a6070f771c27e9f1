import { expect, test } from 'vitest'
import { remember } from '../../src/normalise/remember.ts'

test('computes the result of a text once', () => {
  const asked: string[] = []
  const length = remember((text) => {
    asked.push(text)
    return text.length
  })
  expect([length('net'), length('total'), length('net')]).toEqual([3, 5, 3])
  expect(asked).toEqual(['net', 'total'])
})

test('remembers results that are null', () => {
  let asked = 0
  const nothing = remember(() => {
    asked++
    return null
  })
  expect([nothing('a'), nothing('a')]).toEqual([null, null])
  expect(asked).toBe(1)
})

test('keeps a bounded number of texts of bounded length', () => {
  const asked = new Map<string, number>()
  const known = remember((text) => {
    asked.set(text, (asked.get(text) ?? 0) + 1)
    return text
  })
  const long = 'x'.repeat(201)
  known(long)
  known(long)
  expect(asked.get(long)).toBe(2)
  known('first')
  for (let i = 0; i < 4_000; i++) known(`line ${i}`)
  known('first')
  expect(asked.get('first')).toBe(2)
})
