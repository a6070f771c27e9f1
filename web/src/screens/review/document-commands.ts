/** Commands of a review that act on the whole document. */
import { isEmbedded } from '../../api/client.ts'
import { mayImport } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import type { Command } from '../../ui/commands.tsx'
import { approve, cancel, confirm, postpone, remove, rotate, skip, startAgain } from './actions.ts'
import { editPages } from './edit-pages.ts'
import type { Review } from './store/review.ts'

export interface ReviewDialogs {
  openReject: () => void
  /** Asks an administrator for the reason of an approval; `why` says what requires it. */
  askReason: (why: string) => void
  toggleSide: () => void
}

/** Returns the commands for the present state of the review. */
export function documentCommands(review: Review, { openReject, askReason, toggleSide }: ReviewDialogs): Command[] {
  const mine = review.readOnly.value === null
  const { status } = review.annotation.value
  const group = t('review.group.document')
  return [
    {
      id: 'confirm',
      label: t('review.do.confirm'),
      group,
      keys: ['Ctrl+Enter'],
      once: true,
      enabled: mine,
      run: () => void confirm(review),
    },
    {
      id: 'approve',
      label: t('review.do.approve'),
      group,
      keys: ['Ctrl+Enter'],
      once: true,
      enabled: status === 'in_workflow' && !isEmbedded(),
      run: () => void approve(review, askReason),
    },
    {
      id: 'postpone',
      label: t('review.do.postpone'),
      group,
      keys: ['Alt+Shift+P'],
      once: true,
      enabled: mine,
      run: () => void postpone(review),
    },
    {
      id: 'reject',
      label: t('review.do.reject'),
      group,
      keys: ['Alt+Shift+R'],
      once: true,
      enabled: (mine || status === 'in_workflow') && !isEmbedded(),
      run: openReject,
    },
    {
      id: 'skip',
      label: t('review.do.skip'),
      group,
      keys: ['Alt+Shift+N'],
      once: true,
      enabled: mine && !isEmbedded(),
      run: () => void skip(review),
    },
    {
      id: 'delete',
      label: t('review.do.delete'),
      group,
      keys: ['Alt+Shift+Delete'],
      once: true,
      enabled: mine,
      run: () => void remove(review),
    },
    { id: 'side', label: t('review.do.side'), group, keys: ['Alt+N'], run: toggleSide },
    {
      id: 'rotate',
      label: t('review.do.rotate'),
      group,
      enabled: mine && !isEmbedded(),
      run: () => void rotate(review, 90),
    },
    {
      id: 'edit-pages',
      label: t('review.do.editPages'),
      group,
      keys: ['Alt+Shift+E'],
      enabled: mayImport.value && !isEmbedded(),
      run: () => void editPages(review),
    },
    {
      id: 'start',
      label: t('review.do.start'),
      group,
      enabled: review.readOnly.value === 'status',
      run: () => void startAgain(review),
    },
    {
      id: 'leave',
      label: t('review.do.leave'),
      group,
      keys: ['Alt+Shift+Q'],
      run: () => void cancel(review),
    },
  ]
}
