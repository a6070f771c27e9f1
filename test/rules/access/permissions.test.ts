import { describe, expect, it } from 'vitest'
import { answerOf, errorOfRoles, mayDo, mayUse, rightOf, ROLES, VERBS } from '../../../src/rules/access/permissions.ts'

const OBJECTS_OF_ORGANIZATION = [
  'organizations',
  'users',
  'sign_on',
  'queues',
  'schemas',
  'hooks',
  'hook_logs',
  'connectors',
  'inboxes',
  'emails',
  'audit_logs',
  'workflows',
  'annotations',
  'documents',
  'notes',
  'surveys',
]

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

  it('lets auditors read all that administrators read, and write nothing', () => {
    for (const object of OBJECTS_OF_ORGANIZATION)
      for (const verb of VERBS)
        expect(mayUse(object, verb, ['auditor']), `${object} ${verb}`).toBe(verb === 'list' || verb === 'retrieve')
    for (const action of ['review', 'approve', 'reject', 'import', 'assign', 'purge', 'send_email', 'administer'])
      expect(mayDo(action, ['auditor']), action).toBe(false)
    for (const action of ['read', 'read_usage', 'read_billing', 'see_all_queues'])
      expect(mayDo(action, ['auditor']), action).toBe(true)
  })

  it('permits one role, and approver besides except for auditors', () => {
    const error = (...roles: Parameters<typeof errorOfRoles>[0]) => errorOfRoles(roles, 'user')
    for (const role of ROLES) expect(error(role), role).toBeNull()
    expect(error()).toBeNull()
    expect(error('annotator', 'approver')).toBeNull()
    expect(error('annotator', 'viewer')).toBe('A user can have only one role in addition to approver.')
    expect(error('auditor', 'approver')).toBe('An auditor can have no other role, because it writes nothing.')
  })

  it('grants nothing without a role, and throws for an unknown object', () => {
    expect(mayUse('queues', 'list', [])).toBe(false)
    for (const role of ROLES) expect(() => rightOf('spaceships', role)).toThrow('"spaceships"')
  })
})
