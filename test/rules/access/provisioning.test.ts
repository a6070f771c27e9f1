import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES } from '../../../src/rules/access/permissions.ts'
import { grantedRoles, PROVISIONED_ROLES, splitName } from '../../../src/rules/access/provisioning.ts'

describe('roles of an automatically created user', () => {
  it('are configured ones, at most one plus approver, and as many as possible', () => {
    const roles = fc.uniqueArray(fc.constantFrom(...PROVISIONED_ROLES))
    const asked = fc.array(fc.oneof(fc.constantFrom(...ROLES), fc.string()))
    fc.assert(
      fc.property(
        asked,
        roles,
        fc.option(fc.constantFrom(...PROVISIONED_ROLES)),
        (wanted, configured, default_role) => {
          const granted = grantedRoles(wanted, { roles: configured, default_role })
          const possible = wanted.filter((role) => (configured as string[]).includes(role))
          expect(granted.filter((role) => role !== 'approver').length).toBeLessThanOrEqual(1)
          if (possible.length) {
            for (const role of granted) expect(possible).toContain(role)
            expect(granted.includes('approver')).toBe(possible.includes('approver') && !granted.includes('auditor'))
            expect(granted.length).toBeGreaterThan(0)
          } else expect(granted).toEqual(default_role === null ? [] : [default_role])
        },
      ),
    )
  })

  it('never include the group administrator', () => {
    expect(PROVISIONED_ROLES).not.toContain('organization_group_admin')
    expect(PROVISIONED_ROLES).toHaveLength(ROLES.length - 1)
  })
})

describe('the name of an automatically created user', () => {
  it.each([
    ['Grace Hopper', 'Grace', 'Hopper'],
    ['Grace Brewster  Hopper', 'Grace', 'Brewster  Hopper'],
    ['Grace', 'Grace', ''],
    ['  Grace  Hopper ', 'Grace', 'Hopper'],
  ])('%j is split at the first space', (name, first_name, last_name) => {
    expect(splitName(name)).toEqual({ first_name, last_name })
  })
})
