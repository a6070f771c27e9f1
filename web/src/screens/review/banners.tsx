/** What a reviewer must know: who has the document, what was kept, what another person has changed, when the review ends. */
import { useEffect, useState } from 'preact/hooks'
import { isEmbedded, request } from '../../api/client.ts'
import type { User } from '../../api/types.ts'
import { isAdmin, mayReview } from '../../app/session.ts'
import { hasMessage, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { statusName } from '../../ui/status.tsx'
import { showError } from '../../ui/toasts.tsx'
import { startAgain, takeOver } from './actions.ts'
import { Conflicts } from './conflicts.tsx'
import { Lost, Suggestions } from './notices.tsx'
import { messageText } from './fields/field-row.tsx'
import type { Review } from './store/review.ts'

export function Banners({ review }: { review: Review }) {
  return (
    <div class="banners" aria-live="polite">
      <ReadOnly review={review} />
      <Ending review={review} />
      <Restored review={review} />
      <Conflicts review={review} />
      <Lost review={review} />
      <Suggestions review={review} />
      <DocumentMessages review={review} />
    </div>
  )
}

/** Statuses from which a user may start a review by hand. */
const STARTABLE = [
  'confirmed',
  'exported',
  'rejected',
  'failed_export',
  'failed_import',
  'deleted',
  'to_review',
  'postponed',
]

function ReadOnly({ review }: { review: Review }) {
  const { value: reason } = review.readOnly
  const { status, modifier } = review.annotation.value
  if (reason === null) return null
  if (reason === 'other') return <TakenBanner review={review} userUrl={modifier} />
  if (reason === 'role' && status !== 'in_workflow') return <div class="banner info">{t('review.readOnlyRole')}</div>
  if (isEmbedded() && ['confirmed', 'exporting', 'exported', 'in_workflow'].includes(status))
    return <div class="banner info">{t('review.embeddedDone')}</div>
  const note = `review.note.${status}`
  return (
    <div class={`banner ${reason === 'ended' || status.startsWith('failed') ? '' : 'info'}`} role="status">
      <span>
        {reason === 'ended'
          ? t('review.ended', { status: statusName(status) })
          : hasMessage(note)
            ? t(note)
            : t('review.readOnlyStatus', { status: statusName(status) })}
      </span>
      {mayReview.value && STARTABLE.includes(status) && (
        <Button onClick={() => void startAgain(review)}>
          {t(reason === 'ended' ? 'review.continue' : 'review.do.start')}
        </Button>
      )}
    </div>
  )
}

/** Another user has the document in review. */
function TakenBanner({ review, userUrl }: { review: Review; userUrl: string | null }) {
  const [name, setName] = useState('')
  useEffect(() => {
    if (userUrl === null) return
    request<User>(userUrl).then(
      ({ first_name, last_name, username }) => setName(`${first_name} ${last_name}`.trim() || username),
      () => setName(''),
    )
  }, [userUrl])
  return (
    <div class="banner" role="status">
      <span>{name ? t('review.taken', { name }) : t('review.takenBySomeone')}</span>
      {isAdmin.value && <Button onClick={() => void takeOver(review)}>{t('review.takeOver')}</Button>}
    </div>
  )
}

/** The review ends soon because nothing has changed for a long time. */
function Ending({ review }: { review: Review }) {
  const { value: seconds } = review.clock.endsIn
  if (seconds === null || review.readOnly.value !== null) return null
  return (
    <div class="banner" role="alert">
      <span>{t(seconds ? 'review.endsIn' : 'review.endsNow', { seconds })}</span>
      <Button onClick={() => void review.start(['reviewing']).catch(showError)}>{t('review.continue')}</Button>
    </div>
  )
}

/** Entries of an earlier visit that had not reached the service. */
function Restored({ review }: { review: Review }) {
  const { restored } = review.saving
  if (!restored.value) return null
  return (
    <div class="banner info">
      <span>{t('review.restored', { count: restored.value })}</span>
      <Button kind="quiet" icon="close" label={t('common.close')} onClick={() => (restored.value = 0)} />
    </div>
  )
}

/** Messages about the whole document. */
function DocumentMessages({ review }: { review: Review }) {
  const messages = review.messages.value.get(0) ?? []
  return (
    <>
      {messages.map(({ type, content }, index) => (
        <div key={index} class={`banner ${type === 'error' ? 'error' : type === 'info' ? 'info' : ''}`}>
          {messageText(content)}
        </div>
      ))}
    </>
  )
}
