import './support/browser.ts'
import { expect, it } from 'vitest'
import { safeStorage } from '../src/app/storage.ts'
import { MemoryStorage } from './support/browser.ts'

it('remembers in memory where the browser blocks its storage', () => {
  const storage = safeStorage(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  storage.setItem('a', '1')
  storage.setItem('b', '2')
  storage.removeItem('a')
  expect([storage.getItem('a'), storage.getItem('b'), storage.key(0), storage.length]).toEqual([null, '2', 'b', 1])
})

it('is the storage of the browser where it works, and throws when that is full', () => {
  const own = new MemoryStorage()
  const storage = safeStorage(() => own)
  expect(storage).toBe(own)
  own.isFull = true
  expect(() => storage.setItem('a', '1')).toThrow(/full/)
})
