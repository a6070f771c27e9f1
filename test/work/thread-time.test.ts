import { describe, expect, it } from 'vitest'
import { openLedger } from '../../src/work/ledger.ts'
import { onBehalfOf } from '../../src/work/on-behalf.ts'
import { openThreadClock } from '../../src/work/thread-time.ts'

/** A clock whose thread uses time when the test says so. */
function aClock() {
  let used = 0
  let end = (): void => undefined
  const ledger = openLedger()
  const clock = openThreadClock(
    ledger,
    () => used,
    (atEnd) => void (end = atEnd),
  )
  return {
    clock,
    work: (ms: number) => void (used += ms),
    endTurn: () => end(),
    used: () =>
      Object.fromEntries(ledger.top(10).map(({ organization_id, used }) => [organization_id, used.thread_ms])),
  }
}
const as = (organization_id: number, run: () => void) => onBehalfOf({ organization_id }, run)

describe('the time of the thread', () => {
  it('belongs to the one who passes the next checkpoint', () => {
    const { clock, work, used } = aClock()
    work(5)
    as(1, clock.checkpoint)
    work(7)
    as(2, clock.checkpoint)
    expect(used()).toEqual({ 1: 5, 2: 7 })
  })

  it('belongs to the one who passed the last checkpoint until the turn ends or a request begins', () => {
    const { clock, work, endTurn, used } = aClock()
    as(1, clock.checkpoint)
    work(5)
    clock.begin()
    as(2, clock.checkpoint)
    work(7)
    endTurn()
    work(100)
    clock.skip()
    expect(used()).toEqual({ 1: 5, 2: 7 })
  })

  it('belongs to none before the caller is known, and to none for work that is no request', () => {
    const { clock, work, endTurn, used } = aClock()
    clock.begin()
    work(3)
    clock.checkpoint()
    as(1, clock.checkpoint)
    work(2)
    endTurn()
    work(9)
    clock.skip()
    work(9)
    endTurn()
    expect(used()).toEqual({ 1: 2 })
  })
})
