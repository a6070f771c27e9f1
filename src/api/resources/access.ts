/** The vocabulary of permission: who may use a verb, and which rows a person sees. Every resource is written in it. */
import type { Knex } from 'knex'
import { forbidden } from '../../errors.ts'
import type { State, Who } from '../state.ts'

export const ROLES = [
  'viewer',
  'annotator',
  'admin',
  'manager',
  'annotator_limited',
  'organization_group_admin',
  'approver',
  'annotator_embedded',
] as const
export type Role = (typeof ROLES)[number]

export const VERBS = ['list', 'create', 'retrieve', 'replace', 'update', 'destroy'] as const
export type Verb = (typeof VERBS)[number]

/** May this person use the verb at all? Which rows is the question of `visible`. */
export type Permission = (who: Who) => boolean
export type Visible = (query: Knex.QueryBuilder, state: Pick<State, 'who' | 'db'>) => void

export const anyone: Permission = () => true
export const nobody: Permission = () => false
const having =
  (...roles: Role[]): Permission =>
  (who) =>
    who.roles.some((role) => roles.includes(role))

/** Administrators, and administrators of the organization group. */
export const admins = having('admin', 'organization_group_admin')
/** Those who work on annotations: filled-gaps matrix 4.5, rows 2 and 5. */
export const annotators = having(
  'admin',
  'organization_group_admin',
  'manager',
  'annotator',
  'annotator_limited',
  'annotator_embedded',
)
export const importers = having('admin', 'organization_group_admin', 'manager', 'annotator')

export type May = Record<Verb, Permission>

/** Reading for some, writing for others; a verb of its own where it differs. */
export function roles(rule: { read: Permission; write: Permission } & Partial<May>): May {
  return {
    list: rule.list ?? rule.read,
    retrieve: rule.retrieve ?? rule.read,
    create: rule.create ?? rule.write,
    replace: rule.replace ?? rule.write,
    update: rule.update ?? rule.write,
    destroy: rule.destroy ?? rule.write,
  }
}

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
