import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_RETRY_AFTER_S,
  nextPoll,
  nextStep,
  type CallOutcome,
  type CallRules,
} from '../../../src/rules/hooks/retries.ts'

const RULES: CallRules = {
  attempt: 1,
  retry_count: 4,
  retry_on_any_non_2xx: false,
  interactive: false,
  deferrable: false,
}
const POLLING = { max_polling_time_s: 300, elapsed_ms: 0, development: false, retry_after_polling_failure: true }
const TEMPORARY = [408, 429, 500, 502, 503, 504]
const anyStatus = fc.integer({ min: 200, max: 599 })
const retries = { do: 'retry', after_ms: 1000 }

describe('a call', () => {
  it('is done after any 2xx, whatever the rules', () => {
    const status = fc.integer({ min: 200, max: 299 })
    fc.assert(
      fc.property(status, fc.boolean(), fc.boolean(), (code, interactive, any) => {
        const rules = { ...RULES, interactive, retry_on_any_non_2xx: any }
        expect(nextStep({ status: code, location: '/x' }, rules)).toEqual({ do: 'done' })
      }),
    )
  })

  it('is repeated after exactly the temporary statuses, or after any non-2xx if the hook says so', () => {
    fc.assert(
      fc.property(
        anyStatus.filter((code) => code > 299),
        (status) => {
          const expected = TEMPORARY.includes(status) ? retries : { do: 'failed' }
          expect(nextStep({ status }, RULES)).toEqual(expected)
          expect(nextStep({ status }, { ...RULES, retry_on_any_non_2xx: true })).toEqual(retries)
        },
      ),
    )
  })

  it.each([
    ['timeout', 'retry'],
    ['unreachable', 'retry'],
    ['refused', 'failed'],
    ['too_large', 'failed'],
  ] as const)('without a status because of %s: %s', (failure, expected) => {
    expect(nextStep({ failure }, RULES).do).toBe(expected)
    expect(nextStep({ failure }, { ...RULES, retry_on_any_non_2xx: true }).do).toBe(expected)
  })

  it.each([
    [null, 1, 1000],
    [0, 1, 1000],
    [1, 4, 8000],
    [20, 1, 20_000],
    [20, 4, 20_000],
    [86_400, 1, MAX_RETRY_AFTER_S * 1000],
    [-5, 1, 1000],
  ])('with Retry-After %s at attempt %i is repeated after %i ms', (retry_after_s, attempt, after_ms) => {
    for (const status of [429, 503])
      expect(nextStep({ status, retry_after_s }, { ...RULES, attempt })).toEqual({ do: 'retry', after_ms })
    expect(nextStep({ status: 503, retry_after_s }, { ...RULES, attempt: 5 })).toEqual({ do: 'failed' })
    expect(nextStep({ status: 404, retry_after_s }, RULES)).toEqual({ do: 'failed' })
  })

  it('is polled when Retry-After says so, but not after the end of polling', () => {
    const deferrable = { ...RULES, deferrable: true }
    const step = (retry_after_s: number) => nextStep({ status: 202, location: '/x', retry_after_s }, deferrable)
    expect([step(1), step(60), step(4000)]).toEqual(
      [30_000, 60_000, 300_000].map((after_ms) => ({ do: 'poll', after_ms })),
    )
    const poll = (status: number) => nextPoll({ status, retry_after_s: 90 }, { ...POLLING, elapsed_ms: 260_000 }, RULES)
    for (const status of [200, 202, 503]) expect(poll(status)).toEqual({ do: 'poll', after_ms: 40_000 })
  })

  it('waits 1, 2, 4 and 8 s, then fails', () => {
    const steps = [1, 2, 3, 4, 5].map((attempt) => nextStep({ status: 500 }, { ...RULES, attempt }))
    expect(steps.map((step) => ('after_ms' in step ? step.after_ms : step.do))).toEqual([
      1000,
      2000,
      4000,
      8000,
      'failed',
    ])
  })

  it('is made once if retry_count is 0 or the event is interactive', () => {
    for (const change of [{ retry_count: 0 }, { interactive: true }])
      expect(nextStep({ status: 503 }, { ...RULES, ...change, retry_on_any_non_2xx: true })).toEqual({ do: 'failed' })
  })

  it('makes at most retry_count + 1 attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...TEMPORARY), (retry_count, status) => {
        let attempt = 1
        while (nextStep({ status }, { ...RULES, attempt, retry_count }).do === 'retry') attempt++
        expect(attempt).toBe(retry_count + 1)
      }),
    )
  })
})

describe('a deferred response', () => {
  const accepted: CallOutcome = { status: 202, location: '/result/1' }
  const deferrable = { ...RULES, deferrable: true }

  it('is polled after 30 s, in development after 2 s', () => {
    const limit = { max_polling_time_s: 300 }
    expect(nextStep(accepted, deferrable)).toEqual({ do: 'poll', after_ms: 30_000 })
    expect(nextStep(accepted, deferrable, { ...limit, development: true })).toEqual({ do: 'poll', after_ms: 2000 })
  })

  it('is not polled without Location, with another status, or where the event does not allow it', () => {
    expect(nextStep({ status: 202 }, deferrable)).toEqual({ do: 'done' })
    expect(nextStep({ status: 200, location: '/x' }, deferrable)).toEqual({ do: 'done' })
    expect(nextStep(accepted, RULES)).toEqual({ do: 'done' })
    expect(nextStep(accepted, { ...deferrable, interactive: true })).toEqual({ do: 'done' })
  })

  it('ends with 201 and waits while the status is 200, 202 or temporary', () => {
    expect(nextPoll({ status: 201 }, POLLING, deferrable)).toEqual({ do: 'done' })
    const pending: CallOutcome[] = [200, 202, ...TEMPORARY].map((status) => ({ status }))
    for (const outcome of [...pending, { failure: 'timeout' } as const, { failure: 'unreachable' } as const])
      expect(nextPoll(outcome, POLLING, deferrable)).toEqual({ do: 'poll', after_ms: 30_000 })
  })

  it('fails with any other status, and the call is repeated if the hook says so', () => {
    const others = anyStatus.filter((status) => ![200, 201, 202, ...TEMPORARY].includes(status))
    fc.assert(
      fc.property(others, (status) => {
        expect(nextPoll({ status }, POLLING, deferrable)).toEqual(retries)
        const never = { ...POLLING, retry_after_polling_failure: false }
        expect(nextPoll({ status }, never, deferrable)).toEqual({ do: 'failed' })
        expect(nextPoll({ status }, POLLING, { ...deferrable, attempt: 5 })).toEqual({ do: 'failed' })
      }),
    )
    expect(nextPoll({ failure: 'refused' }, POLLING, deferrable)).toEqual(retries)
  })

  it('is polled a last time when max_polling_time_s ends, and at least once', () => {
    const at = (elapsed_ms: number) => nextPoll({ status: 202 }, { ...POLLING, elapsed_ms }, deferrable)
    expect(at(285_000)).toEqual({ do: 'poll', after_ms: 15_000 })
    expect(at(300_000)).toEqual(retries)
    expect(nextStep(accepted, deferrable, { max_polling_time_s: 1, development: false })).toEqual({
      do: 'poll',
      after_ms: 1000,
    })
  })
})
