/** Entries whose field was removed, and changes that extensions propose. */
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'
import { reversed } from './store/replaced.ts'
import type { Review } from './store/review.ts'

/** What was entered into fields that have been removed: the user may still need the text. */
export function Lost({ review }: { review: Review }) {
  const { lost } = review.saving
  return (
    <>
      {lost.value.map((draft) => (
        <div key={draft.id} class="banner" role="alert">
          <span>{t('review.lost', { value: draft.value })}</span>
          <Button onClick={() => void navigator.clipboard.writeText(draft.value).catch(showError)}>
            {t('review.copy')}
          </Button>
          <Button
            kind="quiet"
            icon="close"
            label={t('common.close')}
            onClick={() => (lost.value = lost.value.filter((one) => one !== draft))}
          />
        </div>
      ))}
    </>
  )
}

export function Suggestions({ review }: { review: Review }) {
  const { suggestions, readOnly } = review
  if (!suggestions.value.length || readOnly.value !== null) return null
  const apply = async () => {
    const back = reversed(review.fields.value, suggestions.value)
    if (!(await review.operate([...suggestions.value]))) return
    suggestions.value = []
    if (back.length)
      showMessage(t('review.suggestionsApplied'), { label: t('review.undo'), run: () => void review.operate(back) })
  }
  return (
    <div class="banner info" role="status">
      <span>{t('review.suggested', { count: suggestions.value.length })}</span>
      <Button onClick={() => void apply()}>{t('review.apply')}</Button>
      <Button onClick={() => (suggestions.value = [])}>{t('review.dismiss')}</Button>
    </div>
  )
}
