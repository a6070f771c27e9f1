/** Why a document is a duplicate, with a link to the other document. */
import { idOf, isEmbedded } from '../../../api/client.ts'
import { BASE } from '../../../app/router.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Duplicate } from '../model/state.ts'
import type { Review } from '../store/review.ts'
import { labelIn } from './places.ts'

/** Returns the reason as a sentence, with the labels of the fields. */
export function duplicateReason({ schema }: Pick<Review, 'schema'>, { reason, schemaIds }: Duplicate): string {
  const fields = schemaIds.map((id) => labelIn(schema.content, id)).join(', ')
  return reason === 'same_file'
    ? t('review.duplicate.same_file')
    : reason === 'same_values'
      ? t('review.duplicate.same_values', { fields })
      : t('review.duplicate.other', { reason: reason.replaceAll('_', ' ') })
}

/** The reason and a link that opens the other document in another tab, so that the review is not left. */
export function DuplicateLine({ review, duplicate }: { review: Pick<Review, 'schema'>; duplicate: Duplicate }) {
  const { annotation } = duplicate
  const id = annotation === null ? null : idOf(annotation)
  return (
    <>
      {duplicateReason(review, duplicate)}{' '}
      {id === null ? (
        <span class="soft">{t('review.duplicate.hidden')}</span>
      ) : isEmbedded() ? (
        t('side.document', { id })
      ) : (
        <a href={`${BASE}/documents/${id}`} target="_blank" rel="noopener">
          {t('side.document', { id })} <Icon name="external" size={14} />
        </a>
      )}
    </>
  )
}
