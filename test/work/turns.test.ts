import { describe, expect, it } from 'vitest'
import { openTurns } from '../../src/work/turns.ts'

const LONG_MS = 600_000

/** Work that ends on request, and the order in which it has begun. */
function controlled() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    },
    async end(name: string) {
      ends.get(name)!()
      await new Promise(setImmediate)
    },
  }
}

describe('the places of imports', () => {
  it('are limited', async () => {
    const { begun, work, end } = controlled()
    const turns = openTurns(2)
    const all = ['a', 'b', 'c'].map((name) => turns.take(1, LONG_MS, work(name)))
    await new Promise(setImmediate)
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  })

  it('are given at once to an organization that has none', async () => {
    const { begun, work } = controlled()
    const turns = openTurns(2)
    for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.take(1, LONG_MS, work(name))
    void turns.take(2, LONG_MS, work('b1'))
    await new Promise(setImmediate)
    expect(begun).toEqual(['a1', 'a2', 'b1'])
  })

  it('are given in turns, and each organization keeps one', async () => {
    const { begun, work, end } = controlled()
    const turns = openTurns(2)
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void turns.take(1, LONG_MS, work(name))
    for (const name of ['b1', 'b2', 'b3']) void turns.take(2, LONG_MS, work(name))
    await new Promise(setImmediate)
    await end('a1')
    // The place beyond the two is not given away.
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    for (const name of ['a2', 'b1', 'a3', 'b2', 'a4']) await end(name)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'b3', 'a5'])
  })

  it('that become free go to each of the waiting organizations in turn', async () => {
    const { begun, work, end } = controlled()
    const turns = openTurns(3)
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void turns.take(1, LONG_MS, work(name))
    for (const name of ['b1', 'b2', 'b3']) void turns.take(2, LONG_MS, work(name))
    await new Promise(setImmediate)
    for (const name of ['a1', 'a2', 'a3']) await end(name)
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2'])
  })

  it('are not awaited longer than asked, and stay usable after work that fails', async () => {
    const { work, end } = controlled()
    const turns = openTurns(1)
    const first = turns.take(1, LONG_MS, work('first'))
    expect(await turns.take(1, 1, work('late'))).toBeNull()
    await end('first')
    await first
    await expect(turns.take(1, LONG_MS, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const next = turns.take(1, LONG_MS, work('next'))
    await new Promise(setImmediate)
    await end('next')
    expect(await next).toBe('next')
  })
})
