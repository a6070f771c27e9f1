import { describe, expect, it } from 'vitest'
import { isInScope } from '../../../src/rules/access/scopes.ts'

const approval = (method: string, path: string, query: object = {}) => isInScope('approval', { method, path, query })

describe('the scope "approval"', () => {
  it.each([
    ['GET', '/annotations'],
    ['GET', '/queues/1/export'],
    ['POST', '/annotations/1/approve'],
    ['POST', '/annotations/1/reject'],
    ['POST', '/annotations/search'],
    ['POST', '/auth/logout'],
    ['POST', '/auth/token'],
  ])('allows %s %s', (method, path) => {
    expect(approval(method, path)).toBe(true)
  })

  it.each([
    ['POST', '/annotations/1/start'],
    ['POST', '/annotations/1/approve/more'],
    ['POST', '/auth/password/change'],
    ['POST', '/auth/membership_token'],
    ['PATCH', '/annotations/1'],
    ['PUT', '/auth/user'],
    ['DELETE', '/annotations/1'],
    ['POST', '/uploads'],
  ])('denies %s %s', (method, path) => {
    expect(approval(method, path)).toBe(false)
    expect(isInScope('default', { method, path, query: {} })).toBe(true)
  })

  it('denies an export that changes statuses', () => {
    expect(approval('GET', '/queues/1/export', { to_status: 'exported' })).toBe(false)
  })
})
