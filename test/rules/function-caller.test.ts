import { describe, expect, it } from 'vitest'
import { organizationOfCaller, withCaller } from '../../src/domain/requests/function-caller.ts'

describe('the mark of a function', () => {
  const keys = { secretKey: 'a'.repeat(32) }
  const made = (now = 1_000_000) => withCaller(keys, {}, { organization_id: 7, now })['x-sheaf-function']!

  it('is valid with the key of the service, also while the key is being replaced', () => {
    expect(organizationOfCaller(keys, made(), 1_000_500)).toBe(7)
    const replaced = { secretKey: 'b'.repeat(32), secretKeyPrevious: keys.secretKey }
    expect(organizationOfCaller(replaced, made(), 1_000_500)).toBe(7)
  })

  it.each([
    ['of another organization', made().replace(/^7/, '8')],
    ['of another time', made().replace('.1000000.', '.1000001.')],
    [
      'with another key',
      withCaller({ secretKey: 'c'.repeat(32) }, {}, { organization_id: 7, now: 1_000_000 })['x-sheaf-function']!,
    ],
    ['that is old', made(0)],
    ['without a signature', '7.1000000.'],
    ['that is empty', ''],
  ])('is not valid: one %s', (_, mark) => {
    expect(organizationOfCaller(keys, mark, 1_000_000)).toBeNull()
  })

  it('replaces one that the function sends, and the headers with which proxies name a client', () => {
    const sent = {
      'X-Sheaf-Function': '8.1.x',
      'X-Forwarded-For': '203.0.113.9',
      'x-forwarded-host': 'other.example',
      Forwarded: 'for=203.0.113.9',
      Host: 'other.example',
      Accept: '*/*',
    }
    const headers = withCaller(keys, sent, { organization_id: 7, now: 1_000_000 })
    expect(headers).toEqual({ Accept: '*/*', 'x-sheaf-function': made() })
  })
})
