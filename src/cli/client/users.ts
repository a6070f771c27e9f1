/** `sheaf user create` */
import { newPassword } from '../new-password.ts'
import { oneOf, type Named, type Queue } from './queues.ts'
import { naming } from './refusals.ts'
import type { Rest } from './rest.ts'

export interface NewUser {
  email: string
  role: string
  firstName?: string | undefined
  lastName?: string | undefined
  /** Names or ids of the queues that are assigned to the user. */
  queues: readonly string[]
  /** Without a password the user sets it by an email. */
  hasPassword: boolean
}

/** Creates a user of the caller's organization. Returns the user's URL and the password, which is shown only once. */
export async function createUser(
  rest: Rest,
  { email, role, firstName, lastName, queues, hasPassword }: NewUser,
): Promise<{ url: string; username: string; password: string | null }> {
  const { url: group } = oneOf('role', await rest.all<Named>('groups'), role)
  const known = queues.length ? await rest.all<Queue>('queues') : []
  const { organization } = await rest.send<{ organization: string }>('GET', 'auth/user')
  const password = hasPassword ? newPassword() : null
  const body = {
    username: email,
    email,
    organization,
    groups: [group],
    queues: queues.map((name) => oneOf('queue', known, name).url),
    ...(firstName ? { first_name: firstName } : {}),
    ...(lastName ? { last_name: lastName } : {}),
    ...(password ? { password } : {}),
  }
  const options = { username: email, email, first_name: '--first-name', last_name: '--last-name' }
  const { url } = await naming(options, rest.send<{ url: string }>('POST', 'users', body))
  return { url, username: email, password }
}
