import { afterAll, describe, expect, it } from 'vitest'
import type { ApiError } from '../../src/errors.ts'
import { errorsOfPassword, scorePassword } from '../../src/rules/access/passwords.ts'
import { openPasswordChecks } from '../../src/sandbox/password-checks.ts'

const statusOf = (error: ApiError) => error.status

describe('estimates of passwords', () => {
  const checks = openPasswordChecks()
  afterAll(() => checks.close())

  it('are those of the rules', async () => {
    const known = { email: 'grace.hopper@example.org', first_name: 'Grace' }
    for (const password of ['', 'password1234', 'grace.hopper!!', 'seven purple lanterns', 'x7!'.repeat(300)]) {
      expect(await checks.score('one', password, known)).toEqual(scorePassword(password, known))
      expect(await checks.errors('one', 'password', password, known)).toEqual(errorsOfPassword(password, known))
    }
  })

  it('leave the thread of the caller free', async () => {
    await checks.score('one', 'warm')
    let ended = false
    const several = Promise.all(
      Array.from({ length: 20 }, (_, n) => checks.score(`address ${n}`, `Tr0ub4dor & ${n} more words than usual`)),
    ).finally(() => void (ended = true))
    let turns = 0
    while (!ended) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    await several
    // In this thread, each estimate would be one turn.
    expect(turns).toBeGreaterThan(100)
  })

  it('of callers take turns, and those of one caller are limited with 429', async () => {
    const order: string[] = []
    const ask = (caller: string) => checks.score(caller, 'some words').then(() => order.push(caller))
    const flood = Array.from({ length: 20 }, () => ask('flood').catch(statusOf))
    const other = ask('other')
    const results = await Promise.all(flood)
    await other
    expect(results.filter((result) => result === 429).length).toBeGreaterThanOrEqual(14)
    expect(order.indexOf('other')).toBeLessThan(3)
  })

  it('of all callers are limited with 503 and a time to wait', async () => {
    const small = openPasswordChecks({ waiting: 3 })
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => small.score(`address ${n}`, 'x')))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []))
    expect(refused.length).toBeGreaterThanOrEqual(6)
    for (const error of refused) expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
    expect((await small.score('address 11', 'x')).score).toBe(0)
    await small.close()
  })
})
