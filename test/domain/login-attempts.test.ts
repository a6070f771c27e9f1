import { beforeAll, describe, expect, it } from 'vitest'
import { attempt, countFailure, FAILURES_ALLOWED } from '../../src/domain/people/login-attempts.ts'
import { database, useDatabase } from '../support/database.ts'

const PER_ADDRESS = 25
let counted: Parameters<typeof attempt>[0]
useDatabase()
beforeAll(async () => {
  counted = { db: database.db, config: { rateLimit: { failuresPerAddress: PER_ADDRESS } } }
})

const fail = () => Promise.resolve(undefined)
const succeed = () => Promise.resolve('in')
const from = (address: string, username = 'grace') => ({ username, address })
const failOften = async (of: { username: string; address: string }, times = FAILURES_ALLOWED) => {
  for (let n = 0; n < times; n++) expect(await attempt(counted, of, fail)).toEqual({ result: undefined })
}

describe('failed logins', () => {
  it('are refused without a check after ten attempts, with the time to wait', async () => {
    await failOften(from('192.0.2.1'))
    const refused = await attempt(counted, from('192.0.2.1'), () => {
      throw new Error('must not be called')
    })
    expect(refused).toEqual({ wait_s: expect.toSatisfy((s: number) => s > 0 && s <= 600) })
  })

  it('are counted per username and address, so that other clients cannot lock out a user', async () => {
    await failOften(from('192.0.2.2'))
    expect(await attempt(counted, from('192.0.2.3'), succeed)).toEqual({ result: 'in' })
    expect(await attempt(counted, from('192.0.2.2', 'alan'), succeed)).toEqual({ result: 'in' })
    expect(await attempt(counted, from('192.0.2.2', 'GRACE'), succeed)).toHaveProperty('wait_s')
  })

  it('expire, and further attempts do not extend the time', async () => {
    await failOften(from('192.0.2.4'))
    const until = () => database.db('login_failures').orderBy('expires_at', 'desc').first('expires_at', 'key')
    const before = await until()
    expect(await attempt(counted, from('192.0.2.4'), fail)).toHaveProperty('wait_s')
    expect(await until()).toEqual(before)
    await database.db('login_failures').update({ expires_at: database.db.raw("now() - interval '1 second'") })
    await failOften(from('192.0.2.4'))
    expect(await attempt(counted, from('192.0.2.4'), fail)).toHaveProperty('wait_s')
  })

  it('are forgotten after a successful login', async () => {
    await failOften(from('192.0.2.5'), FAILURES_ALLOWED - 1)
    expect(await attempt(counted, from('192.0.2.5'), succeed)).toEqual({ result: 'in' })
    await failOften(from('192.0.2.5'))
  })

  it('are counted exactly for concurrent attempts', async () => {
    let checks = 0
    const all = await Promise.all(
      Array.from({ length: 30 }, () =>
        attempt(counted, from('192.0.2.6'), () => {
          checks++
          return fail()
        }),
      ),
    )
    expect(checks).toBe(FAILURES_ALLOWED)
    expect(all.filter((one) => 'wait_s' in one)).toHaveLength(30 - FAILURES_ALLOWED)
  })

  it('are counted per /64 network of an IPv6 address', async () => {
    await failOften(from('2001:db8::1'))
    expect(await attempt(counted, from('2001:db8::ffff:2'), succeed)).toHaveProperty('wait_s')
    expect(await attempt(counted, from('2001:db8:0:1::1'), succeed)).toEqual({ result: 'in' })
  })
})

describe('failed logins per address', () => {
  const spray = async (address: string, times: number) => {
    for (let n = 0; n < times; n++)
      expect(await attempt(counted, from(address, `name-${n}`), fail)).toEqual({ result: undefined })
  }

  it('block password checks of the address for all usernames, also after a successful login', async () => {
    await spray('198.51.100.1', PER_ADDRESS - 1)
    expect(await attempt(counted, from('198.51.100.1', 'mallory'), succeed)).toEqual({ result: 'in' })
    await spray('198.51.100.1', 1)
    const refused = await attempt(counted, from('198.51.100.1', 'mallory'), () => {
      throw new Error('must not be called')
    })
    expect(refused).toEqual({ wait_s: expect.toSatisfy((s: number) => s > 0 && s <= 600) })
    expect(await attempt(counted, from('198.51.100.2', 'mallory'), succeed)).toEqual({ result: 'in' })
  })

  it('are counted exactly for concurrent usernames', async () => {
    let checks = 0
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        attempt(counted, from('198.51.100.3', `burst-${n}`), () => {
          checks++
          return fail()
        }),
      ),
    )
    expect(checks).toBe(PER_ADDRESS)
    expect(all.filter((one) => 'wait_s' in one)).toHaveLength(60 - PER_ADDRESS)
  })

  it('are counted separately from failed tokens and sessions, and do not extend their block', async () => {
    for (let n = 0; n < PER_ADDRESS; n++) expect(await countFailure(counted, '198.51.100.4')).toBeNull()
    const row = () => database.db('login_failures').where('failures', PER_ADDRESS).orderBy('expires_at', 'desc').first()
    const before = await row()
    expect(await countFailure(counted, '198.51.100.4')).toEqual({ wait_s: expect.any(Number) as number })
    expect(await row()).toEqual(before)
    expect(await attempt(counted, from('198.51.100.4'), succeed)).toEqual({ result: 'in' })
  })

  it('are not counted if the limit is 0', async () => {
    const unlimited = { ...counted, config: { rateLimit: { failuresPerAddress: 0 } } }
    for (let n = 0; n <= PER_ADDRESS; n++) {
      expect(await countFailure(unlimited, '198.51.100.5')).toBeNull()
      expect(await attempt(unlimited, from('198.51.100.5', `any-${n}`), fail)).toEqual({ result: undefined })
    }
    expect(await attempt(counted, from('198.51.100.5'), succeed)).toEqual({ result: 'in' })
  })
})
