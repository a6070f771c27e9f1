/** Fields that another person has changed while this user was entering a value: both values, and the choice between them. */
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import type { Review } from './store/review.ts'

export function Conflicts({ review }: { review: Review }) {
  return (
    <>
      {review.saving.conflicts.value.map(({ draft, theirs }) => (
        <div key={draft.id} class="banner conflict" role="alert">
          <span>
            {t('review.conflict', {
              field: review.fieldById.value.get(draft.id)?.schema.label ?? draft.schemaId,
              theirs: theirs || t('review.empty'),
              mine: draft.value || t('review.empty'),
            })}
          </span>
          <Button onClick={() => review.saving.resolve(draft.id, true)}>{t('review.keepMine')}</Button>
          <Button onClick={() => review.saving.resolve(draft.id, false)}>{t('review.takeTheirs')}</Button>
        </div>
      ))}
    </>
  )
}
