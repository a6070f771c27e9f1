/** The signed-in user. */
import { computed, signal } from '@preact/signals'
import { ApiError, expired, request } from '../api/client.ts'
import type { Organization, User } from '../api/types.ts'

/** undefined: not known yet; null: not signed in. */
export const user = signal<User | null | undefined>(undefined)
export const organization = signal<Organization | null>(null)

const ROLES_OF_ADMINS = ['admin', 'organization_group_admin']
/** Names of the roles of the user. */
export const roles = signal<readonly string[]>([])
export const isAdmin = computed(() => roles.value.some((role) => ROLES_OF_ADMINS.includes(role)))

/** Whether the user may review, see the permission table in docs/lifecycle.md. The API decides; this hides what it would refuse. */
export const mayReview = computed(() => roles.value.some((role) => !['viewer', 'approver', 'auditor'].includes(role)))
/** Whether the user may approve for others, and let others approve. */
export const mayDelegate = computed(() => isAdmin.value || roles.value.includes('approver'))
export const mayImport = computed(() =>
  roles.value.some((role) => [...ROLES_OF_ADMINS, 'annotator', 'manager'].includes(role)),
)

/** Loads the user of the credentials of this page. Leaves `user` null if there are none. */
export async function loadUser(): Promise<void> {
  try {
    const found = await request<User>('/auth/user')
    // Tokens of embedded URLs read no groups, and the embedded page needs none.
    const groups = await Promise.all(
      found.groups.map((url) => request<{ name: string }>(url).catch(() => ({ name: 'annotator_embedded' }))),
    )
    roles.value = groups.map(({ name }) => name)
    user.value = found
    expired.value = false
    if (found.organization) organization.value = await request<Organization>(found.organization).catch(() => null)
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error
    user.value = null
    expired.value = false
  }
}

/** Why the user could not be loaded; undefined while there is no failure. */
export const startFailure = signal<unknown>(undefined)

/** Seconds until the next attempt, if the service has named none. */
const RETRY_SECONDS = 10
let retry = 0
const reopen = (): void => void openSession()

/** Loads the user when the page starts; after a failure again by itself, at the latest when the connection is back. */
export async function openSession(): Promise<void> {
  clearTimeout(retry)
  removeEventListener('online', reopen)
  try {
    await loadUser()
    startFailure.value = undefined
  } catch (error) {
    startFailure.value = error
    const seconds = (error instanceof ApiError && error.retryAfter) || RETRY_SECONDS
    retry = window.setTimeout(reopen, seconds * 1000)
    addEventListener('online', reopen)
  }
}

/** Signs in with a session. Throws ApiError: 401 for a wrong name or password, 429 after too many attempts. */
export async function signIn(username: string, password: string): Promise<void> {
  await request('/auth/login', { body: { username, password } })
  await loadUser()
}

/** Ends the session of this browser. Throws ApiError if the service has not ended it. */
export async function signOut(): Promise<void> {
  try {
    await request('/auth/logout', { method: 'POST' })
  } catch (error) {
    // It has ended before.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}
