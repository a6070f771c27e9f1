import { describe, expect, it } from 'vitest'
import { openLedger, type Shares } from '../../src/work/ledger.ts'

const NONE: Shares = { organizationPercent: 0, userPercent: 0, organizationMb: 0 }
const alice = { organization_id: 1, user_id: 11 }
const bob = { organization_id: 1, user_id: 12 }
const carol = { organization_id: 2, user_id: 21 }

function aLedger() {
  let now = 1_000_000
  const ledger = openLedger(() => now)
  return { ledger, pass: (seconds: number) => void (now += seconds * 1000) }
}

describe('the ledger of work', () => {
  it('counts for the organization and its user, and forgets after a minute', () => {
    const { ledger, pass } = aLedger()
    ledger.add(alice, 'thread_ms', 300)
    ledger.add(bob, 'checks_ms', 200)
    ledger.add({ organization_id: 2 }, 'documents_ms', 900)
    ledger.add(undefined, 'thread_ms', 5000)
    expect(
      ledger.top(10).map(({ used, ...owner }) => [owner, used.thread_ms, used.checks_ms, used.documents_ms]),
    ).toEqual([
      [{ organization_id: 1 }, 300, 200, 0],
      [alice, 300, 0, 0],
      [bob, 0, 200, 0],
      [{ organization_id: 2 }, 0, 0, 900],
    ])
    expect(ledger.top(1)).toHaveLength(1)
    pass(66)
    expect(ledger.top(10)).toEqual([])
  })

  it.each([
    ['processor time of the organization', { ...NONE, organizationPercent: 10 }, 'thread_ms', 1_000],
    ['processor time of the organization', { ...NONE, organizationPercent: 10 }, 'checks_ms', 1_000],
    ['processor time of the user', { ...NONE, userPercent: 5 }, 'thread_ms', 500],
    ['transferred bytes of the organization', { ...NONE, organizationMb: 2 }, 'bytes_out', 2_000_000],
    ['transferred bytes of the organization', { ...NONE, organizationMb: 2 }, 'bytes_in', 2_000_000],
  ] as const)('refuses beyond the %s while others use the service: %o', (share, shares, kind, amount) => {
    const { ledger, pass } = aLedger()
    ledger.add(carol, 'bytes_in', 1)
    ledger.add(alice, kind, amount - 1)
    expect(ledger.refusal(alice, shares)).toBeNull()
    ledger.add(alice, kind, 1)
    expect(ledger.refusal(alice, shares)).toEqual({ share, wait_s: expect.any(Number) as number })
    expect(ledger.refusal(alice, NONE)).toBeNull()
    expect(ledger.refusal(carol, shares)).toBeNull()
    pass(66)
    ledger.add(carol, 'bytes_in', 1)
    expect(ledger.refusal(alice, shares)).toBeNull()
  })

  it('refuses a user, but not the others of the organization', () => {
    const { ledger } = aLedger()
    ledger.add(bob, 'bytes_in', 1)
    ledger.add(alice, 'thread_ms', 30_000)
    const shares = { ...NONE, userPercent: 40 }
    expect(ledger.refusal(alice, shares)?.share).toBe('processor time of the user')
    expect(ledger.refusal(bob, shares)).toBeNull()
    expect(ledger.refusal(bob, { ...NONE, organizationPercent: 40 })).toBeNull()
  })

  it('gives the whole service to an organization that is alone', () => {
    const { ledger, pass } = aLedger()
    const shares = { organizationPercent: 1, userPercent: 1, organizationMb: 1 }
    ledger.add(carol, 'bytes_in', 1)
    pass(10 * 60 + 1)
    ledger.add(alice, 'bytes_in', 1)
    ledger.add(alice, 'thread_ms', 59_000)
    ledger.add(alice, 'bytes_out', 900_000_000)
    expect(ledger.refusal(alice, shares)).toBeNull()
    ledger.add(carol, 'bytes_in', 1)
    expect(ledger.refusal(alice, shares)).not.toBeNull()
  })

  it('remains shared with an organization whose requests do not get through any more', () => {
    const { ledger, pass } = aLedger()
    ledger.add(carol, 'bytes_in', 1)
    pass(9 * 60)
    ledger.add(alice, 'thread_ms', 9_000)
    expect(ledger.refusal(alice, { ...NONE, organizationPercent: 50 })).not.toBeNull()
    // It has used nothing itself.
    expect(ledger.top(5).map(({ organization_id }) => organization_id)).not.toContain(carol.organization_id)
  })

  it('says when a part of the share is free again', () => {
    const { ledger, pass } = aLedger()
    const shares = { ...NONE, organizationPercent: 10 }
    ledger.add(alice, 'thread_ms', 700)
    pass(4)
    ledger.add(alice, 'thread_ms', 700)
    ledger.add(carol, 'bytes_in', 1)
    const { wait_s } = ledger.refusal(alice, shares)!
    expect(wait_s).toBe(7)
    pass(wait_s - 1)
    ledger.add(carol, 'bytes_in', 1)
    expect(ledger.refusal(alice, shares)).not.toBeNull()
    pass(1)
    expect(ledger.refusal(alice, shares)).toBeNull()
  })
})
