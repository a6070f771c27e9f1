import { describe, expect, it } from 'vitest'
import { answerOf, mayDo, mayUse, rightOf, ROLES, VERBS } from '../../src/rules/permissions.ts'

describe('the permission table', () => {
  it('lets viewers read and change nothing', () => {
    for (const verb of VERBS)
      expect(mayUse('queues', verb, ['viewer']), verb).toBe(verb === 'list' || verb === 'retrieve')
    expect(mayDo('review', ['viewer'])).toBe(false)
    expect(mayDo('import', ['viewer'])).toBe(false)
  })

  it('denies importing to limited annotators, and limits approving to assigned approvers', () => {
    expect(mayDo('import', ['annotator_limited'])).toBe(false)
    expect(mayDo('import', ['annotator'])).toBe(true)
    expect(answerOf('approve', 'approver')).toBe('assigned')
    expect(mayDo('approve', ['annotator'])).toBe(false)
  })

  it('combines the permissions of two roles', () => {
    expect(mayDo('import', ['annotator', 'approver'])).toBe(true)
    expect(mayDo('approve', ['annotator', 'approver'])).toBe(true)
  })

  it('grants group administrators all permissions of administrators', () => {
    for (const object of ['queues', 'users', 'hooks', 'audit_logs', 'delete_recommendations'])
      expect(rightOf(object, 'organization_group_admin'), object).toBe(rightOf(object, 'admin'))
  })

  it('grants nothing without a role, and throws for an unknown object', () => {
    expect(mayUse('queues', 'list', [])).toBe(false)
    for (const role of ROLES) expect(() => rightOf('spaceships', role)).toThrow('"spaceships"')
  })
})
