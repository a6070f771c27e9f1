/** Names of users. The API shows viewers only themselves, and the token of an embedded page only its own user. */
import { signal, type Signal } from '@preact/signals'
import { all, idOf, isEmbedded, request } from '../../../api/client.ts'
import type { Group, User } from '../../../api/types.ts'
import { user } from '../../../app/session.ts'
import { t } from '../../../i18n/index.ts'

const known = new Map<string, Signal<User | null | undefined>>()

/** Returns the name of a user for people. */
export const nameOf = ({ first_name, last_name, username }: User): string =>
  `${first_name} ${last_name}`.trim() || username

/** Keeps users that another request has read. */
export function rememberUsers(users: readonly User[]): void {
  for (const one of users) entryOf(one.url).value = one
}

function entryOf(url: string): Signal<User | null | undefined> {
  const found = known.get(url)
  if (found) return found
  const entry = signal<User | null | undefined>(undefined)
  known.set(url, entry)
  return entry
}

/** Returns the name of a user by URL; a general name until it is known, or if it is hidden from this user. */
export function personName(url: string): string {
  const me = user.value
  if (me && idOf(url) === me.id) return nameOf(me)
  const isNew = !known.has(url)
  const entry = entryOf(url)
  if (isNew && !isEmbedded())
    request<User>(url).then(
      (found) => (entry.value = found),
      () => (entry.value = null),
    )
  return entry.value ? nameOf(entry.value) : t('side.person', { id: idOf(url) })
}

/** Up to two letters for a user. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s.@_-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => [...part][0]!.toUpperCase())
    .join('')

/** The roles that may review, by the permission table in docs/lifecycle.md; approvers may approve only. */
const REVIEWERS = ['annotator', 'annotator_limited', 'manager', 'admin', 'organization_group_admin']
const SEE_ALL_QUEUES = ['admin', 'organization_group_admin']

/**
 * Returns the users that an annotation of a queue can be assigned to. Annotators see only the names of others, not their roles and queues;
 * then all are listed, and the API refuses those without access.
 */
export async function assignable(queueUrl: string, isApproval: boolean): Promise<User[]> {
  const [users, groups] = await Promise.all([
    all<User>('/users', { is_active: true, ordering: 'last_name' }).then((found) =>
      found.length ? found : all<User>('/users'),
    ),
    all<Group>('/groups').catch(() => []),
  ])
  rememberUsers(users)
  const roleOf = new Map(groups.map(({ url, name }) => [url, name]))
  return users.filter(({ groups: urls, queues, is_active, deleted }) => {
    if (!is_active || deleted) return false
    const roles = urls.map((url) => roleOf.get(url) ?? '')
    if (!roles.length) return true
    const fits = [...REVIEWERS, ...(isApproval ? ['approver'] : [])]
    return (
      roles.some((role) => fits.includes(role)) &&
      (queues.includes(queueUrl) || roles.some((role) => SEE_ALL_QUEUES.includes(role)))
    )
  })
}
