/** Actions on several documents: which of them an action fits, by status and by the role of the user. */
import type { Annotation } from '../../api/types.ts'

export const ACTIONS = [
  'label',
  'assign',
  'postpone',
  'to_review',
  'retry_import',
  'retry_export',
  'restore',
  'delete',
  'purge',
] as const
export type Action = (typeof ACTIONS)[number]

export interface Actor {
  /** URL of the user. */
  url: string
  isAdmin: boolean
  mayReview: boolean
  /** Users who may import may also assign, see the permission table in docs/lifecycle.md. */
  mayImport: boolean
}

/** Statuses from which an action is possible. Those not listed are possible from all but `purged`. */
const FROM: Partial<Record<Action, readonly string[]>> = {
  postpone: ['to_review', 'reviewing', 'confirmed'],
  to_review: ['postponed', 'rejected', 'exported', 'confirmed', 'failed_import', 'failed_export'],
  retry_import: ['failed_import'],
  retry_export: ['failed_export'],
  restore: ['deleted'],
  delete: [
    'to_review',
    'reviewing',
    'postponed',
    'confirmed',
    'failed_import',
    'failed_export',
    'rejected',
    'exported',
    'split',
  ],
  purge: ['deleted'],
}

const isPermitted = (action: Action, { isAdmin, mayReview, mayImport }: Actor): boolean => {
  if (action === 'purge') return isAdmin
  return action === 'assign' ? mayImport : mayReview
}

type State = Pick<Annotation, 'status' | 'modifier'>

/** Returns whether the API would accept an action on a document. */
export function fits(action: Action, { status, modifier }: State, actor: Actor): boolean {
  if (!isPermitted(action, actor)) return false
  // A review belongs to its reviewer; labels and assignees do not.
  if (status === 'reviewing' && action !== 'label' && action !== 'assign' && modifier !== actor.url) return false
  return FROM[action]?.includes(status) ?? status !== 'purged'
}

/** Returns the actions that the user may take at all. */
export const permittedActions = (actor: Actor): Action[] => ACTIONS.filter((action) => isPermitted(action, actor))

/**
 * Returns the status that undoes a deletion; null if there is none. The API restores to `to_review`, so only documents that can reach their
 * former status from there by a silent move are restored exactly.
 */
export const statusToRestore = (before: string): 'to_review' | 'postponed' | null =>
  before === 'postponed' ? 'postponed' : ['to_review', 'reviewing'].includes(before) ? 'to_review' : null
