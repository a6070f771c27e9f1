/** The line above a review: which document it is, how far it is, and what to do with it. */
import { isEmbedded } from '../../api/client.ts'
import { isAdmin, mayImport } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { showPalette, showSheet } from '../../ui/palette.tsx'
import { Status } from '../../ui/status.tsx'
import { approve, cancel, confirm, duplicatesIn, openPoints, postpone, remove, rotate, skip } from './actions.ts'
import type { ReviewDialogs } from './document-commands.ts'
import { editPages } from './edit-pages.ts'
import { ORDERS, orderOf, setOrder } from './fields/order.ts'
import { moveField } from './moves.ts'
import { openInTemporal } from './temporal.ts'
import { AssigneeMenu, LabelMenu, useUnread } from './side/side-panel.tsx'
import type { Review } from './store/review.ts'

interface ToolbarProps extends ReviewDialogs {
  review: Review
  side: boolean
}

export function Toolbar({ review, side, toggleSide, openReject, askReason }: ToolbarProps) {
  const { status } = review.annotation.value
  const mine = review.readOnly.value === null
  const unread = useUnread(review)
  return (
    <header class="review-toolbar">
      <Button
        kind="quiet"
        icon="back"
        label={t(isEmbedded() ? 'review.do.leave' : 'review.backToQueue')}
        onClick={() => void cancel(review)}
      />
      <h1 title={review.document.original_file_name ?? ''}>{review.document.original_file_name}</h1>
      <Status status={status} />
      <Saved review={review} />
      <div class="end">
        <Points review={review} />
        {!isEmbedded() && <LabelMenu review={review} />}
        {!isEmbedded() && <AssigneeMenu review={review} />}
        <span class="badged">
          <Button kind="quiet" icon="note" label={t('review.side')} keys="Alt+N" pressed={side} onClick={toggleSide} />
          {unread > 0 && (
            <span class="badge" title={t('review.unread', { count: unread })}>
              {unread}
            </span>
          )}
        </span>
        <MoreMenu review={review} openReject={openReject} />
        {mine && (
          <>
            <Button onClick={() => void postpone(review)} label={t('review.do.postpone')} keys="Alt+Shift+P">
              {t('review.do.postpone')}
            </Button>
            <Button kind="primary" keys="Ctrl+Enter" onClick={() => void confirm(review)}>
              {t('review.do.confirm')}
            </Button>
          </>
        )}
        {status === 'in_workflow' && !isEmbedded() && (
          <>
            <Button kind="danger" onClick={openReject}>
              {t('review.do.reject')}
            </Button>
            <Button kind="primary" keys="Ctrl+Enter" onClick={() => void approve(review, askReason)}>
              {t('review.do.approve')}
            </Button>
          </>
        )}
      </div>
    </header>
  )
}

/** Whether what was entered has reached the service. */
function Saved({ review }: { review: Review }) {
  const { waiting, isKept, refused, conflicts } = review.saving
  const notStored = refused.value.size + conflicts.value.length
  if (!isKept.value) return <span class="saved warn">{t('review.notKept')}</span>
  if (notStored) return <span class="saved warn">{t('review.notStored', { count: notStored })}</span>
  if (waiting.value) return <span class="saved">{t('review.waiting', { count: waiting.value })}</span>
  if (review.validating.value) return <span class="saved">{t('review.checking')}</span>
  return review.readOnly.value === null ? (
    <span class="saved">
      <Icon name="check" size={14} /> {t('review.saved')}
    </span>
  ) : null
}

/** How many fields wait for the reviewer; a click goes to the next one. */
function Points({ review }: { review: Review }) {
  const { toCheck, errors } = openPoints(review)
  const order = orderOf(review)
  const isDuplicate = duplicatesIn(review).length > 0
  return (
    <div class="points">
      <button
        type="button"
        class={`points-count ${errors ? 'error' : toCheck || isDuplicate ? 'open' : 'done'}`}
        onClick={() => void moveField(review, 1, true)}
        title={`${t('review.do.nextOpen')} (Alt+↓)`}
      >
        <Icon name={errors ? 'alert' : toCheck || isDuplicate ? 'help' : 'check'} size={16} />
        {errors
          ? t('review.errors', { count: errors })
          : toCheck
            ? t('review.toCheck', { count: toCheck })
            : t(isDuplicate ? 'review.duplicateShort' : 'review.allChecked')}
      </button>
      <Menu
        button={{ kind: 'quiet', icon: 'filter', label: t('review.order'), keys: 'Alt+U', pressed: order !== 'form' }}
        items={ORDERS.map((one) => ({
          label: t(`review.order.${one}`),
          checked: one === order,
          run: () => setOrder(review, one),
        }))}
      />
    </div>
  )
}

function MoreMenu({ review, openReject }: Pick<ToolbarProps, 'review' | 'openReject'>) {
  const mine = review.readOnly.value === null
  const canReject =
    (review.queue.settings as { rejection_config?: { enabled?: boolean } }).rejection_config?.enabled ?? true
  const own: (MenuItem | null)[] = isEmbedded()
    ? []
    : [
        ...(mine
          ? [{ label: t('review.do.skip'), icon: 'next' as const, keys: 'Alt+Shift+N', run: () => void skip(review) }]
          : []),
        ...(mine && canReject
          ? [{ label: t('review.do.reject'), icon: 'close' as const, keys: 'Alt+Shift+R', run: openReject }]
          : []),
        ...(mine && mayImport.value
          ? [
              {
                label: t('review.do.editPages'),
                icon: 'split' as const,
                keys: 'Alt+Shift+E',
                run: () => void editPages(review),
              },
              { label: t('review.do.rotate'), icon: 'rotate' as const, run: () => void rotate(review, 90) },
            ]
          : []),
        ...(isAdmin.value
          ? [{ label: t('review.openInTemporal'), icon: 'external' as const, run: () => void openInTemporal(review) }]
          : []),
        null,
      ]
  return (
    <Menu
      button={{ kind: 'quiet', icon: 'more', label: t('common.menu') }}
      items={[
        ...own,
        { label: t('commands.palette'), icon: 'search', keys: 'Ctrl+K', run: showPalette },
        { label: t('commands.sheet'), icon: 'keyboard', keys: '?', run: showSheet },
        ...(mine
          ? [
              null,
              { label: t('review.do.delete'), icon: 'trash' as const, danger: true, run: () => void remove(review) },
            ]
          : []),
      ]}
    />
  )
}
