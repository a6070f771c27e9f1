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
  const [error, setError] = useState<Problem | null>(null)
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
  const errorOf = (field: Problem['field']): string | null => (error?.field === field ? error.text : null)
  // After the rendering that marks the field.
  const focusInvalid = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  const discard = () => {
    for (const one of [to, cc, subject, text, isBegun]) one.value = ''
    onClose()
  }
  const send = async () => {
    const problem = problemOf(people.to, people.cc, subject.value, text.value)
    setError(problem)
    if (problem) focusInvalid()
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
      setError({ field: 'all', text: refusalOf(failure) })
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
        error={errorOf('to')}
        hint={t('side.addressHint')}
        onInput={(value) => (to.value = value)}
      />
      <Suggestions review={review} to={to} />
      <TextField label={t('side.cc')} value={cc.value} error={errorOf('cc')} onInput={(value) => (cc.value = value)} />
      <TextField
        label={t('side.subject')}
        value={subject.value}
        error={errorOf('subject')}
        onInput={(value) => (subject.value = value)}
      />
      <TextArea
        label={t('side.text')}
        rows={8}
        value={text.value}
        error={errorOf('text')}
        onInput={(value) => (text.value = value)}
      />
      <Checkbox label={t('side.attach')} checked={attach} onChange={setAttach} />
      {errorOf('all') && (
        <p class="field-error" role="alert">
          {errorOf('all')}
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

interface Problem {
  field: 'to' | 'cc' | 'subject' | 'text' | 'all'
  text: string
}
type Parsed = ReturnType<typeof parseAddresses>

/** Returns what is missing or wrong, the first of it in the order of the form. */
function problemOf(to: Parsed, cc: Parsed, subject: string, text: string): Problem | null {
  const wrong = (field: 'to' | 'cc', { wrong: parts }: Parsed): Problem => ({
    field,
    text: t('side.wrongAddress', { address: parts.join(', ') }),
  })
  if (to.wrong.length) return wrong('to', to)
  if (!to.addresses.length) return { field: 'to', text: t('side.noRecipient') }
  if (cc.wrong.length) return wrong('cc', cc)
  if (!subject.trim()) return { field: 'subject', text: t('side.noSubjectGiven') }
  return text.trim() ? null : { field: 'text', text: t('side.noTextGiven') }
}

interface Written {
  to: Parsed
  cc: Parsed
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
