import { expect, it } from 'vitest'
import { LogQuota } from '../../src/domain/hooks/delivery/log-quota.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12))

it('limits the texts that an organization logs in a day, without effect on others', () => {
  const quota = new LogQuota(10)
  expect(quota.admits(1, ['12345', null], day(1))).toBe(true)
  expect(quota.admits(1, ['123456'], day(1))).toBe(false)
  // A text that still fits is stored, and the refused one has not been counted.
  expect(quota.admits(1, ['12345'], day(1))).toBe(true)
  expect(quota.admits(1, ['1'], day(1))).toBe(false)
  expect(quota.admits(2, ['12345'], day(1))).toBe(true)
  expect(quota.admits(1, ['1234567890'], day(2))).toBe(true)
})
