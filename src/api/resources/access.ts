/** The vocabulary of permission: who may use a verb (src/rules/permissions.ts), and which rows a person sees. */
import type { Knex } from 'knex'
import { forbidden } from '../../errors.ts'
import { answerOf, mayDo, mayUse, rightOf, VERBS, type Verb } from '../../rules/permissions.ts'
import type { State, Who } from '../state.ts'

/** May this person do it at all? Which rows is the question of `visible`. `rule` names the line of the table. */
export interface Permission {
  (who: Pick<Who, 'roles'>): boolean
  rule: { object: string; verb: Verb } | { action: string }
}
export type Visible = (query: Knex.QueryBuilder, state: Pick<State, 'who' | 'db'>) => void
export type May = Record<Verb, Permission>

/** The six verbs on an object of the table of permissions. */
export function allowed(object: string): May {
  rightOf(object, 'admin') // a name that is not in the table fails here, at start, not at the first request
  const may = (verb: Verb): Permission =>
    Object.assign((who: Pick<Who, 'roles'>) => mayUse(object, verb, who.roles), { rule: { object, verb } })
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
export const sameOrganization =
  (table: string): Visible =>
  (query, { who }) => {
    void query.where(`${table}.organization_id`, who.organization_id)
  }

/** Rows of queues: administrators see all of the organization, everybody else only assigned queues. */
export const assignedQueues =
  (table: string, column: string): Visible =>
  (query, { who, db }) => {
    void query.where(`${table}.organization_id`, who.organization_id)
    if (!admins(who)) {
      void query.whereIn(`${table}.${column}`, db('user_queues').select('queue_id').where('user_id', who.user_id))
    }
  }

export const everyRow: Visible = () => undefined
