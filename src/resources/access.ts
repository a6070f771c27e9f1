/** Permissions of callers: which verbs they may use (src/rules/access/permissions.ts), and which rows they see. */
import type { Knex } from 'knex'
import { forbidden } from '../errors.ts'
import { answerOf, mayDo, mayUse, rightOf, VERBS, type Verb } from '../rules/access/permissions.ts'
import type { Caller, Who } from './framework/request.ts'

/** Whether the caller may use a verb or an action at all; `visible` limits the rows. `rule` identifies the entry in the permissions. */
export interface Permission {
  (who: Pick<Who, 'roles' | 'membership'>): boolean
  rule: { object: string; verb: Verb } | { action: string }
}
/** Narrows a query over `table` to the rows that the caller sees. */
export type Visible = (query: Knex.QueryBuilder, caller: Pick<Caller, 'who' | 'db'>, table: string) => void
export type May = Record<Verb, Permission>

/** Objects visible through the queues that use them. Callers limited to some queues could not see new ones, so cannot create them. */
const BEHIND_QUEUES = ['queues', 'workspaces', 'schemas', 'engines', 'hooks']

const WRITES = ['create', 'replace', 'update', 'destroy'] as const

/**
 * What callers with a membership that is limited to queues or in time cannot do, because it concerns the whole organization or would remain
 * after the membership has ended. Decision 32 has the complete list.
 */
const OF_THE_ORGANIZATION: Record<string, readonly Verb[]> = {
  audit_logs: ['list', 'retrieve'],
  delegations: WRITES,
  deletion_requests: VERBS,
  memberships: WRITES,
  organizations: WRITES,
  sign_on: WRITES,
  users: ['create', 'destroy'],
  workflows: WRITES,
}

/** Returns the permissions for the six verbs on an object of the permission table. */
export function allowed(object: string): May {
  rightOf(object, 'admin') // an unknown name fails here, at startup, not at the first request
  const may = (verb: Verb): Permission =>
    Object.assign(
      ({ roles, membership }: Pick<Who, 'roles' | 'membership'>) =>
        mayUse(object, verb, roles) &&
        !(verb === 'create' && membership?.limited && BEHIND_QUEUES.includes(object)) &&
        !(membership?.confined && OF_THE_ORGANIZATION[object]?.includes(verb)),
      { rule: { object, verb } },
    )
  return Object.fromEntries(VERBS.map((verb) => [verb, may(verb)])) as May
}

/** Returns the permission for an action of the permission table. */
export function can(action: string): Permission {
  answerOf(action, 'admin')
  return Object.assign((who: Pick<Who, 'roles'>) => mayDo(action, who.roles), { rule: { action } })
}

/** Any caller, even without credentials; the handler does its own checks. */
export const anyone: Permission = Object.assign(() => true, { rule: { action: 'read' } })

/** Administrators and organization group administrators, who see all queues. */
export const admins = can('administer')

/** Administrators and auditors, who see all queues and all users. */
export const seesAll = can('see_all_queues')

/** Viewers and approvers see only their own user: no names of others, and no search or order that reveals them. */
export const seesOnlySelf = ({ who }: Pick<Caller, 'who'>): boolean =>
  who.roles.every((role) => role === 'viewer' || role === 'approver')

/** Managers, administrators and auditors see the addresses and roles of others; annotators see the names alone. */
export const seesOthersWhole = ({ who }: Pick<Caller, 'who'>): boolean => seesAll(who) || who.roles.includes('manager')

export function assertAllowed(permission: Permission, who: Who): void {
  if (!permission(who)) throw forbidden()
}

/** Limits a query to rows of the caller's organization. */
export const sameOrganization: Visible = (query, { who }, table) =>
  void query.where(`${table}.organization_id`, who.organization_id)

/**
 * Returns a query for the ids of the caller's queues, or null for all queues of the organization. Administrators and auditors see all
 * queues, other users their assigned queues. In another organization the queues of the membership apply instead; a
 * limited membership restricts administrators too.
 */
export function ownQueues({ who, db }: Pick<Caller, 'who' | 'db'>): Knex.QueryBuilder | null {
  if (seesAll(who) && !who.membership?.limited) return null
  if (who.membership) return db('membership_queues').select('queue_id').where('membership_id', who.membership.id)
  return db('user_queues').select('queue_id').where('user_id', who.user_id)
}

/** Limits a query to rows of the caller's queues; `column` holds the queue id. */
export const assignedQueues =
  (column: string): Visible =>
  (query, caller, table) => {
    void query.where(`${table}.organization_id`, caller.who.organization_id)
    const mine = ownQueues(caller)
    if (mine) void query.whereIn(`${table}.${column}`, mine)
  }

export const everyRow: Visible = () => undefined
