/** The vocabulary of permission: who may use a verb (src/rules/permissions.ts), and which rows a person sees. */
import type { Knex } from 'knex'
import { forbidden } from '../errors.ts'
import { answerOf, mayDo, mayUse, rightOf, VERBS, type Verb } from '../rules/permissions.ts'
import type { Caller, Who } from './engine/request.ts'

/** May this person do it at all? Which rows is the question of `visible`. `rule` names the line of the table. */
export interface Permission {
  (who: Pick<Who, 'roles' | 'membership'>): boolean
  rule: { object: string; verb: Verb } | { action: string }
}
/** Narrows a query over `table` to the rows that the caller sees. */
export type Visible = (query: Knex.QueryBuilder, caller: Pick<Caller, 'who' | 'db'>, table: string) => void
export type May = Record<Verb, Permission>

/** What is seen only through queues that use it. Whoever is limited to some queues would make it and not see it. */
const BEHIND_QUEUES = ['queues', 'workspaces', 'schemas', 'engines', 'hooks']

/** The six verbs on an object of the table of permissions. */
export function allowed(object: string): May {
  rightOf(object, 'admin') // a name that is not in the table fails here, at start, not at the first request
  const may = (verb: Verb): Permission =>
    Object.assign(
      ({ roles, membership }: Pick<Who, 'roles' | 'membership'>) =>
        mayUse(object, verb, roles) && !(verb === 'create' && membership?.limited && BEHIND_QUEUES.includes(object)),
      { rule: { object, verb } },
    )
  return Object.fromEntries(VERBS.map((verb) => [verb, may(verb)])) as May
}

/** An action of the table of permissions. */
export function can(action: string): Permission {
  answerOf(action, 'admin')
  return Object.assign((who: Pick<Who, 'roles'>) => mayDo(action, who.roles), { rule: { action } })
}

/** Whoever sends a request, even without credentials: what is checked instead stands in the handler. */
export const everybody: Permission = Object.assign(() => true, { rule: { action: 'read' } })

/** Administrators, and administrators of the organization group: they see all queues. */
export const admins = can('administer')

export function demand(permission: Permission, who: Who): void {
  if (!permission(who)) throw forbidden()
}

/** Rows that carry the organization's id. */
export const sameOrganization: Visible = (query, { who }, table) =>
  void query.where(`${table}.organization_id`, who.organization_id)

/**
 * The ids of the queues a person works on, as a query; null when these are all of the organization. Administrators see
 * all, everybody else assigned queues. In another organization a membership's queues are the assigned ones, and they
 * are the limit for administrators too.
 */
export function ownQueues({ who, db }: Pick<Caller, 'who' | 'db'>): Knex.QueryBuilder | null {
  if (admins(who) && !who.membership?.limited) return null
  if (who.membership) return db('membership_queues').select('queue_id').where('membership_id', who.membership.id)
  return db('user_queues').select('queue_id').where('user_id', who.user_id)
}

/** Rows of queues: those of queues the person works on. */
export const assignedQueues =
  (column: string): Visible =>
  (query, caller, table) => {
    void query.where(`${table}.organization_id`, caller.who.organization_id)
    const mine = ownQueues(caller)
    if (mine) void query.whereIn(`${table}.${column}`, mine)
  }

export const everyRow: Visible = () => undefined
