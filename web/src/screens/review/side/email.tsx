/** One email: who wrote to whom and when, its text, its attachments. */
import { idOf } from '../../../api/client.ts'
import type { Document, Email } from '../../../api/types.ts'
import { formatAgo, formatDateTime, t } from '../../../i18n/index.ts'
import { Button, Link } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Avatar } from './avatar.tsx'
import { isOverdue } from './emails.ts'
import { addressText, bodyOf, deliveryOf, splitQuote } from './email-text.ts'

interface EmailItemProps {
  email: Email
  attachments: ReadonlyMap<string, Document>
  /** URL of the annotation under review. */
  annotationUrl: string
  isOpen: boolean
  onReply?: (() => void) | undefined
}

export function EmailItem({ email, attachments, annotationUrl, isOpen, onReply }: EmailItemProps) {
  const { from, subject, created_at } = email
  const name = from.name || from.email || t('side.unknownSender')
  const { own, quoted } = splitQuote(bodyOf(email))
  return (
    <details class="side-email" open={isOpen}>
      <summary>
        <Avatar name={name} />
        <span class="side-email-head">
          <strong>{name}</strong>
          <time dateTime={created_at} title={formatDateTime(created_at)}>
            {formatAgo(created_at)}
          </time>
          <span class="side-subject">{subject || t('side.noSubject')}</span>
        </span>
      </summary>
      <Recipients email={email} />
      <Delivery email={email} />
      <p class="side-text">{own || <span class="soft">{t('side.noText')}</span>}</p>
      {quoted && (
        <details class="side-more">
          <summary>{t('side.quoted')}</summary>
          <p class="side-text soft">{quoted}</p>
        </details>
      )}
      {email.documents.length > 0 && (
        <ul class="side-files" aria-label={t('side.attachments')}>
          {email.documents.map((url) => (
            <li key={url}>
              <Attachment document={attachments.get(url)} annotationUrl={annotationUrl} />
            </li>
          ))}
        </ul>
      )}
      {onReply && (
        <div class="side-actions">
          <Button kind="quiet" onClick={onReply}>
            {t('side.reply')}
          </Button>
        </div>
      )}
    </details>
  )
}

function Recipients({ email }: { email: Email }) {
  const rows = [
    ['side.from', email.from.email ? [email.from] : []],
    ['side.to', email.to],
    ['side.cc', email.cc],
    ['side.bcc', email.bcc],
  ] as const
  return (
    <dl class="side-addresses">
      {rows.map(
        ([key, people]) =>
          people.length > 0 && (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{people.map(addressText).join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Delivery({ email }: { email: Email }) {
  const state = deliveryOf(email)
  if (state === null || state === 'sent') return null
  const { recipient = '', status = '' } = Object(email.metadata.bounced) as { recipient?: string; status?: string }
  const isLong = isOverdue(email)
  return (
    <p class={`side-notice ${state === 'bounced' || isLong ? 'warn' : ''}`}>
      {state === 'bounced'
        ? t('side.bounced', { recipient, status })
        : t(isLong ? 'side.notDelivered' : 'side.beingSent')}
    </p>
  )
}

/** A link to the review of an attachment; its name alone if it is not a document of its own, or this one. */
function Attachment({ document, annotationUrl }: { document: Document | undefined; annotationUrl: string }) {
  if (!document) return <span class="soft">{t('side.hiddenFile')}</span>
  const { original_file_name: name, annotations } = document
  const [target] = annotations
  const text = (
    <>
      <Icon name="page" size={16} />
      <span>{name}</span>
    </>
  )
  if (target === undefined || annotations.includes(annotationUrl))
    return (
      <span class="side-file">
        {text}
        {target !== undefined && <em>{t('side.thisDocument')}</em>}
      </span>
    )
  return (
    <Link to={`/documents/${idOf(target)}`} class="side-file">
      {text}
    </Link>
  )
}
