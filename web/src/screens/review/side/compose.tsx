/** An email about the document. What is written stays until it is sent or discarded. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, request } from '../../../api/client.ts'
import type { Email, EmailsSendBody, EmailsSendResult } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextArea, TextField } from '../../../ui/fields.tsx'
import { sentenceOf, showMessage } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { addressText, htmlOfText, parseAddresses, replySubject } from './email-text.ts'
import { Suggestions, TemplateField } from './compose-help.tsx'
import { draftOf } from './resource.ts'

export interface ComposeProps {
  review: Review
  /** The email to reply to. */
  parent: Email | null
  onClose: () => void
  onSent: () => void
}

export function Compose(props: ComposeProps) {
  const { review, parent, onClose, onSent } = props
  const draft = (name: string) => draftOf(review, `email ${parent?.id ?? 'new'} ${name}`)
  const [to, cc, subject, text, isBegun] = ['to', 'cc', 'subject', 'text', 'begun'].map(draft) as Drafts
  const [attach, setAttach] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!isBegun.value && parent) {
      to.value = parent.type === 'incoming' ? addressText(parent.from) : parent.to.map(addressText).join(', ')
      subject.value = replySubject(parent.subject)
    }
    isBegun.value = 'yes'
    form.current?.querySelector<HTMLElement>(parent ? 'textarea' : 'input')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const people = { to: parseAddresses(to.value), cc: parseAddresses(cc.value) }
  const wrong = [...people.to.wrong, ...people.cc.wrong]
  const discard = () => {
    for (const one of [to, cc, subject, text, isBegun]) one.value = ''
    onClose()
  }
  const send = async () => {
    const problem = problemOf(people.to.addresses.length, wrong, subject.value, text.value)
    setError(problem)
    if (problem || busy) return
    setBusy(true)
    try {
      await request<EmailsSendResult>('/emails/send', {
        body: bodyOf(props, { ...people, subject: subject.value, text: text.value, attach }),
      })
      showMessage(t('side.emailStored'))
      discard()
      onSent()
    } catch (failure) {
      setError(refusalOf(failure))
      setBusy(false)
    }
  }
  return (
    <form
      ref={form}
      class="side-compose"
      aria-label={t(parent ? 'side.reply' : 'side.newEmail')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        void send()
      }}
    >
      <TemplateField review={review} parent={parent} to={to} cc={cc} subject={subject} text={text} />
      <TextField
        label={t('side.to')}
        value={to.value}
        hint={t('side.addressHint')}
        onInput={(value) => (to.value = value)}
      />
      <Suggestions review={review} to={to} />
      <TextField label={t('side.cc')} value={cc.value} onInput={(value) => (cc.value = value)} />
      <TextField label={t('side.subject')} value={subject.value} onInput={(value) => (subject.value = value)} />
      <TextArea label={t('side.text')} rows={8} value={text.value} onInput={(value) => (text.value = value)} />
      <Checkbox label={t('side.attach')} checked={attach} onChange={setAttach} />
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <div class="side-actions">
        <Button kind="quiet" onClick={discard}>
          {t('side.discard')}
        </Button>
        <Button kind="primary" type="submit" icon="mail" keys="Ctrl+Enter" busy={busy}>
          {t('side.send')}
        </Button>
      </div>
    </form>
  )
}

type Draft = ReturnType<typeof draftOf>
type Drafts = [to: Draft, cc: Draft, subject: Draft, text: Draft, isBegun: Draft]

function problemOf(count: number, wrong: readonly string[], subject: string, text: string): string | null {
  if (wrong.length) return t('side.wrongAddress', { address: wrong.join(', ') })
  if (!count) return t('side.noRecipient')
  if (!subject.trim()) return t('side.noSubjectGiven')
  return text.trim() ? null : t('side.noTextGiven')
}

interface Written {
  to: ReturnType<typeof parseAddresses>
  cc: ReturnType<typeof parseAddresses>
  subject: string
  text: string
  attach: boolean
}

function bodyOf({ review, parent }: ComposeProps, { to, cc, subject, text, attach }: Written): EmailsSendBody {
  const { annotation, document } = review
  return {
    queue: review.queue.url,
    to: to.addresses.map((one) => ({ ...one })),
    cc: cc.addresses.map((one) => ({ ...one })),
    template_values: { subject: subject.trim(), message: htmlOfText(text) },
    related_annotations: [annotation.value.url],
    ...(attach ? { attachments: { documents: [document.url] } } : {}),
    ...(parent ? { parent_email: parent.url, labels: ['reply'] } : {}),
  }
}

/** A refusal as a sentence: the daily limit, or a field that the service does not accept. */
const refusalOf = (failure: unknown): string =>
  failure instanceof ApiError && failure.status === 403
    ? t('side.sendRefused', { reason: failure.message })
    : sentenceOf(failure)
