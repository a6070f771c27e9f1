/** The emails about the document, and a reply. */
import { useEffect, useState } from 'preact/hooks'
import type { Email } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Show } from '../../../ui/load.tsx'
import { showError } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { Compose } from './compose.tsx'
import { EmailItem } from './email.tsx'
import { emailsOf, emailsVersion, isBeingSent, isUnread, markRead, type Emails } from './emails.ts'
import { draftOf, useResource } from './resource.ts'
import { maySend } from './rights.ts'

export function EmailTab({ review }: { review: Review }) {
  const loaded = useResource(emailsOf(review), emailsVersion(review))
  return <Show loaded={loaded}>{(found) => <Thread review={review} found={found} />}</Show>
}

/** How often emails are read while one of them is being sent. */
const SENDING_MS = 5000

function Thread({ review, found }: { review: Review; found: Emails }) {
  const { emails } = found
  // An email that was begun is shown again after the panel was closed.
  const composing = draftOf(review, 'email open')
  const [busy, setBusy] = useState(false)
  const isSending = emails.some(isBeingSent)
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => void emailsOf(review).load(), SENDING_MS)
    return () => clearInterval(timer)
  }, [isSending])
  const last = emails.findLast(({ type }) => type === 'incoming') ?? emails.at(-1) ?? null
  const read = async () => {
    setBusy(true)
    await markRead(review).catch(showError)
    setBusy(false)
  }
  const parent = emails.find(({ id }) => String(id) === composing.value) ?? null
  return (
    <>
      {isUnread(found) && maySend() && (
        <p class="side-notice">
          <span>{t('side.unread')}</span>
          <Button kind="quiet" icon="check" busy={busy} onClick={() => void read()}>
            {t('side.markRead')}
          </Button>
        </p>
      )}
      {emails.length ? (
        <ol class="side-emails">
          {emails.map((email) => (
            <li key={email.id}>
              <EmailItem
                email={email}
                attachments={found.attachments}
                annotationUrl={review.annotation.value.url}
                isOpen={email.id === emails.at(-1)?.id}
                onReply={maySend() && email !== last ? () => (composing.value = String(email.id)) : undefined}
              />
            </li>
          ))}
        </ol>
      ) : (
        !composing.value && (
          <p class="side-empty">
            <Icon name="mail" size={22} />
            {t('side.noEmails')}
          </p>
        )
      )}
      {maySend() &&
        (composing.value ? (
          <Compose
            key={composing.value}
            review={review}
            parent={parent}
            onClose={() => (composing.value = '')}
            onSent={() => void emailsOf(review).load()}
          />
        ) : (
          <Starters last={last} onStart={(id) => (composing.value = id)} />
        ))}
    </>
  )
}

/** Value of the draft for an email that replies to none. */
const NEW = 'new'

function Starters({ last, onStart }: { last: Email | null; onStart: (id: string) => void }) {
  return (
    <div class="side-actions">
      {last && (
        <Button icon="mail" kind="primary" onClick={() => onStart(String(last.id))}>
          {t('side.reply')}
        </Button>
      )}
      <Button icon={last ? undefined : 'mail'} kind={last ? 'quiet' : 'plain'} onClick={() => onStart(NEW)}>
        {t('side.newEmail')}
      </Button>
    </div>
  )
}
