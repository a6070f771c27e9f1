import { describe, expect, it } from 'vitest'
import { retryUntilDatabaseReady } from '../../src/retry-until-database-ready.ts'
import { openLog } from '../../src/log.ts'

const log = openLog('silent')
const withCode = (code: string) => Object.assign(new Error(code), { code })

/** Returns work that fails with these errors, one after the other, and then succeeds. */
function failingWith(...errors: Error[]) {
  const attempts = { count: 0 }
  const work = () => {
    attempts.count++
    const error = errors.shift()
    return error ? Promise.reject(error) : Promise.resolve('done')
  }
  return { attempts, work }
}

describe('the start of the api', () => {
  it.each(['ECONNREFUSED', '57P03', '3D000', '42P01'])('tries again after %s', async (code) => {
    const { attempts, work } = failingWith(withCode(code))
    expect(await retryUntilDatabaseReady(work, log)).toBe('done')
    expect(attempts.count).toBe(2)
  })

  it('ends with an error that does not pass, such as a wrong password', async () => {
    const { attempts, work } = failingWith(withCode('28P01'))
    await expect(retryUntilDatabaseReady(work, log)).rejects.toThrow('28P01')
    expect(attempts.count).toBe(1)
  })

  it('ends with the last error when its time has passed', async () => {
    const { attempts, work } = failingWith(withCode('ECONNREFUSED'))
    await expect(retryUntilDatabaseReady(work, log, 0)).rejects.toThrow('ECONNREFUSED')
    expect(attempts.count).toBe(1)
  })
})
