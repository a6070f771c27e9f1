import { describe, expect, it } from 'vitest'
import { openQuota } from '../../src/work/quota.ts'

describe('a quota', () => {
  it('is limited for each organization and for all together', () => {
    const quota = openQuota({ each: 100, all: 150 })
    expect(quota.take(1, 60)).toBe(true)
    expect(quota.take(1, 41)).toBe(false)
    expect(quota.take(1, 40)).toBe(true)
    expect(quota.take(2, 51)).toBe(false)
    expect(quota.take(2, 50)).toBe(true)
    expect([1, 2, 3].map((one) => quota.held(one))).toEqual([100, 50, 0])
    quota.give(1, 100)
    expect(quota.take(2, 50)).toBe(true)
    expect([1, 2].map((one) => quota.held(one))).toEqual([0, 100])
  })
})
