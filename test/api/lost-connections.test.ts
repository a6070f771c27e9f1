import type { Context } from 'koa'
import { describe, expect, it } from 'vitest'
import { errors } from '../../src/api/middleware/errors.ts'
import { openLog } from '../../src/log.ts'

/** Returns the response to a request that fails with this error. */
async function answerTo(error: Error) {
  const headers: Record<string, string> = {}
  const ctx = { method: 'GET', state: {}, set: (more: object) => Object.assign(headers, more) } as unknown as Context
  await errors(openLog('silent'))(ctx, () => Promise.reject(error))
  return { status: ctx.status, body: ctx.body, headers }
}

describe('a request whose connection to the database is lost', () => {
  it.each([
    'Connection terminated unexpectedly',
    'ROLLBACK - Connection terminated unexpectedly',
    'Connection ended unexpectedly',
    'timeout expired',
    'Client was closed and is not queryable',
    'BEGIN; - Client was closed and is not queryable',
    'Query read timeout',
    'ROLLBACK - Client has encountered a connection error and is not queryable',
  ])('is answered with 503 and Retry-After: %s', async (message) => {
    expect(await answerTo(new Error(message))).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
      headers: { 'Retry-After': '5' },
    })
  })

  it.each(['40P01', '40001'])('and one that loses a race with another (%s) may be repeated at once', async (code) => {
    const lost = Object.assign(new Error('deadlock detected'), { code })
    expect(await answerTo(lost)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
  })

  it('differs from an internal error, which is answered with 500', async () => {
    expect(await answerTo(new Error('undefined is not a function'))).toMatchObject({ status: 500 })
  })
})
