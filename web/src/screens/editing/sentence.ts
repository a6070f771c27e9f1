/** Says what saving will do. */
import { t } from '../../i18n/index.ts'
import type { Plan } from './plan.ts'

/** Returns a sentence such as `Creates 2 documents; 1 page is left out; values are read again.` */
export function sentenceFor({ kind, effects }: Plan, queueName: string | null): string {
  if (kind === 'none') return t('editing.unchanged')
  const { created, changed, described, deleted, rotated, leftOut, reordered, moved } = effects
  const isRead = kind === 'in_place' || created > 0 || changed > 0
  const clauses = [
    kind === 'in_place' && t('editing.doesInPlace'),
    created && t('editing.doesCreate', { count: created }),
    changed && t('editing.doesChange', { count: changed }),
    described && t('editing.doesDescribe', { count: described }),
    deleted && t('editing.doesDelete', { count: deleted }),
    moved && queueName && t('editing.doesMove', { queue: queueName }),
    rotated && t('editing.doesRotate', { count: rotated }),
    leftOut && t('editing.doesLeaveOut', { count: leftOut }),
    kind === 'in_place' && reordered && t('editing.doesReorder'),
    isRead && t(created > 0 ? 'editing.doesRead' : 'editing.doesKeep'),
  ].filter((clause) => typeof clause === 'string')
  const text = clauses.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
