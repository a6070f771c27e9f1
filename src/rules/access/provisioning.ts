/** Roles of users created at their first sign-on. */
import { ROLES, type Role } from './permissions.ts'

/** Group administrators are created manually: a provider of one organization must not get access to the others. */
export const PROVISIONED_ROLES = ROLES.filter((role) => role !== 'organization_group_admin')

export interface ProvisioningRoles {
  /** Roles that a provider may request. */
  roles: readonly Role[]
  /** For users whose provider requests none of them. */
  default_role: Role | null
}

/**
 * Limits the requested roles to the configured ones, and to one role besides `approver`: the first in the request. Auditors have no role
 * besides.
 */
export function grantedRoles(asked: readonly string[], { roles, default_role }: ProvisioningRoles): Role[] {
  const granted = [...new Set(asked)].filter((name): name is Role => (roles as readonly string[]).includes(name))
  const main = granted.find((role) => role !== 'approver')
  const kept = granted.filter((role) => role === main || (role === 'approver' && main !== 'auditor'))
  return kept.length || default_role === null ? kept : [default_role]
}

/** Returns first and last name, split at the first space. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.trim().split(' ')
  return { first_name, last_name: rest.join(' ').trim() }
}
