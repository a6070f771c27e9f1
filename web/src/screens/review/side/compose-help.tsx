/** Help for writing an email: suggested recipients, and the templates of the queue. */
import type { Signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { all, request } from '../../../api/client.ts'
import type {
  AnnotationsSuggestedRecipientsResult,
  Email,
  EmailTemplate,
  EmailTemplateRenderResult,
} from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { showError } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { addressText, parseAddresses, textOfHtml, withAddress } from './email-text.ts'
import { resourceOf, useResource } from './resource.ts'

/** Suggestions that are offered at once. */
const MAX_SUGGESTIONS = 5

export function Suggestions({ review, to }: { review: Review; to: Signal<string> }) {
  const resource = resourceOf(review, 'recipients', () =>
    request<AnnotationsSuggestedRecipientsResult>('/annotations/suggested_recipients', {
      body: { annotations: [review.annotation.value.url] },
    }),
  )
  const found = useResource(resource).value?.results ?? []
  const present = parseAddresses(to.value).addresses.map(({ email }) => email.toLowerCase())
  const byEmail = new Map(found.map((one) => [one.email.toLowerCase(), one]))
  const offered = [...byEmail].filter(([email]) => !present.includes(email)).slice(0, MAX_SUGGESTIONS)
  if (!offered.length) return null
  return (
    <ul class="side-suggestions" aria-label={t('side.suggested')}>
      {offered.map(([key, { email, name }]) => (
        <li key={key}>
          <button
            type="button"
            class="side-suggestion"
            onClick={() => (to.value = withAddress(to.value, { email, name }))}
          >
            <Icon name="add" size={14} />
            <span>{addressText({ email, name })}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface TemplateFieldProps {
  review: Review
  parent: Email | null
  to: Signal<string>
  cc: Signal<string>
  subject: Signal<string>
  text: Signal<string>
}

/** This template is for emails without documents. */
const UNFIT = 'email_with_no_processable_attachments'

export function TemplateField({ review, parent, to, cc, subject, text }: TemplateFieldProps) {
  const [chosen, setChosen] = useState('')
  const resource = resourceOf(review, 'templates', () =>
    all<EmailTemplate>('/email_templates', { queue: review.queue.id, ordering: 'name' }),
  )
  const templates = (useResource(resource).value ?? []).filter(({ type }) => type !== UNFIT)
  if (!templates.length) return null
  const choose = async (url: string) => {
    setChosen(url)
    if (!url) return
    try {
      const filled = await request<EmailTemplateRenderResult>(`${url}/render`, {
        body: { annotation_list: [review.annotation.value.url], parent_email: parent?.url ?? null },
      })
      // Recipients that the user has entered stay.
      if (!to.value.trim()) to.value = filled.to.map(addressText).join(', ')
      if (!cc.value.trim()) cc.value = filled.cc.map(addressText).join(', ')
      if (!parent) subject.value = filled.subject
      const written = text.value.trim()
      const body = textOfHtml(filled.message)
      text.value = written && written !== body ? `${body}\n\n${written}` : body
    } catch (error) {
      showError(error)
      setChosen('')
    }
  }
  return (
    <SelectField
      label={t('side.template')}
      value={chosen}
      options={[
        { value: '', label: t('side.noTemplate') },
        ...templates.map(({ url, name }) => ({ value: url, label: name })),
      ]}
      onChange={(url) => void choose(url)}
    />
  )
}
