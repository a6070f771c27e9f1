import type { Person } from '../domain/people/credentials.ts'
import type { Role } from '../rules/access/permissions.ts'
import type { Who } from './framework/request.ts'

/** The caller of a request with the credentials of this person. */
export function whoIs(person: Person): Who {
  return {
    user_id: person.id,
    organization_id: person.organization_id,
    organization_group_id: person.organization_group_id,
    username: person.username,
    email: person.email,
    roles: person.roles as Role[],
    ...(person.membership ? { membership: person.membership } : {}),
  }
}
