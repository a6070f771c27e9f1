import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { DBError } from 'objection'
import { describe, expect, it } from 'vitest'
import { isPassing, openFailureLog, toFailure } from '../../src/activities/failures.ts'
import { BlobUnavailable } from '../../src/blobs/index.ts'
import { conflictStatus, unavailable } from '../../src/errors.ts'
import { openLog } from '../../src/log.ts'

const withCode = (code: string) => Object.assign(new Error('failure'), { code })

describe('isPassing', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', '57P01', '08006', '53300', '40P01', '40001'])(
    'treats %s as temporary',
    (code) => expect(isPassing(withCode(code))).toBe(true),
  )
  it.each(['23505', '22P02', '42P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])('treats %s as permanent', (code) =>
    expect(isPassing(withCode(code))).toBe(false),
  )
  it('uses the status of errors of the blob store and the service', () => {
    expect(isPassing(Object.assign(new Error('slow down'), { $metadata: { httpStatusCode: 503 } }))).toBe(true)
    expect(isPassing(Object.assign(new Error('no such key'), { $metadata: { httpStatusCode: 404 } }))).toBe(false)
    expect(isPassing(unavailable('unavailable'))).toBe(true)
    expect(isPassing(conflictStatus('no'))).toBe(false)
  })
  it.each(['57P03', '53100', '57P01'])('recognises %s in an error that Objection has wrapped', (code) => {
    const nativeError = Object.assign(new Error('the database system is in recovery mode'), { code })
    const error = new DBError({ nativeError, client: 'postgres' } as never)
    expect(isPassing(error)).toBe(true)
    expect(toFailure(error, 500)).toBe(error)
  })
  it('treats a full or unreachable blob store as temporary, however many attempts fail', () => {
    const error = new BlobUnavailable('The blob folder cannot be used: ENOSPC: no space left on device, write')
    expect(isPassing(error)).toBe(true)
    expect(toFailure(error, 500)).toBe(error)
  })
  it.each([
    'Connection terminated unexpectedly',
    'ROLLBACK - Connection terminated unexpectedly',
    'ROLLBACK - Client has encountered a connection error and is not queryable',
  ])('treats "%s" as temporary', (message) => expect(isPassing(new Error(message))).toBe(true))
})

describe('toFailure', () => {
  it('keeps temporary errors retryable without a limit', () => {
    const error = withCode('ECONNREFUSED')
    expect(toFailure(error, 500)).toBe(error)
  })
  it('makes refusals final without logging an error', () => {
    expect(toFailure(conflictStatus('The status is wrong.'), 1)).toMatchObject({
      nonRetryable: true,
      type: 'conflict_status',
      message: 'The status is wrong.',
      category: ApplicationFailureCategory.BENIGN,
    })
  })
  it('makes internal errors final at the fifth attempt', () => {
    const error = new TypeError('undefined is not a function')
    expect(toFailure(error, 4)).toBe(error)
    expect(toFailure(error, 5)).toMatchObject({ nonRetryable: true, type: 'TypeError' })
  })
  it('returns existing failures unchanged', () => {
    const failure = ApplicationFailure.retryable('stopping')
    expect(toFailure(failure, 9)).toBe(failure)
  })
})

describe('the log of failed activities', () => {
  it('has a sentence for an outage and a line for a refusal, and stack traces only of other errors', () => {
    const lines: { level: string; msg: string; reason?: string; err?: { stack: string } }[] = []
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) }
    const note = openFailureLog(openLog('debug', 'test', destination))
    for (const error of [withCode('ECONNREFUSED'), withCode('ECONNREFUSED'), conflictStatus('no'), new TypeError('x')])
      note(error, toFailure(error, 1), {})
    const outage = expect.stringMatching(/^an activity failed; trying again: The database does not answer/) as string
    expect(lines.map(({ level, msg, reason, err }) => [level, msg, reason, Boolean(err?.stack)])).toEqual([
      ['warn', outage, undefined, false],
      ['debug', outage, undefined, false],
      ['info', 'activity refused', 'no', false],
      ['warn', 'activity failed', undefined, true],
    ])
  })
})
