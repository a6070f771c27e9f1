/** Which roles a user gets who is created at the first sign-on. */
import { ROLES, type Role } from './permissions.ts'

/** Whoever administers the group is made by hand: a provider of one organization must not reach the others. */
export const PROVISIONED_ROLES = ROLES.filter((role) => role !== 'organization_group_admin')

export interface ProvisioningRoles {
  /** What may be asked for. */
  roles: readonly Role[]
  /** For users whose provider asks for none of them. */
  default_role: Role | null
}

/** Cuts what was asked for to what is configured, and to one role beside `approver`: the first that was named. */
export function grantedRoles(asked: readonly string[], { roles, default_role }: ProvisioningRoles): Role[] {
  const granted = [...new Set(asked)].filter((name): name is Role => (roles as readonly string[]).includes(name))
  const main = granted.find((role) => role !== 'approver')
  const kept = granted.filter((role) => role === main || role === 'approver')
  return kept.length || default_role === null ? kept : [default_role]
}

/** First and last name, split at the first space. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.trim().split(' ')
  return { first_name, last_name: rest.join(' ').trim() }
}
