import { expect, it } from 'vitest'
import { timesOf } from '../src/screens/delegations/times.ts'

it('a delegation lasts from the beginning of its first day to the end of its last one', () => {
  const { starts_at, ends_at } = timesOf('2026-10-24', '2026-10-25')
  expect(new Date(starts_at)).toEqual(new Date(2026, 9, 24))
  expect(new Date(ends_at)).toEqual(new Date(2026, 9, 26))
})
