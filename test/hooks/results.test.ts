import { expect, it } from 'vitest'
import { describe as describeAttempt, type Attempt } from '../../src/domain/hooks/delivery/results.ts'

it('the log of a failed call repeats the text of an exception, but not after a purge', () => {
  const outcome = { failure: 'refused', message: 'Error: Ada Lovelace is not a supplier' }
  const made = { attempts: 1, next: { do: 'failed' }, exchange: { ms: 1, outcome } } as unknown as Attempt
  expect(describeAttempt(made, []).message).toBe('Attempt 1 failed: Error: Ada Lovelace is not a supplier')
  expect(describeAttempt(made, ['A problem with Ada.'], true).message).toBe('Attempt 1 failed: refused.')
})
