/** Why a document is a duplicate, with a link to the other document. */
import { idOf, isEmbedded } from '../../../api/client.ts'
import { BASE } from '../../../app/router.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Duplicate } from '../model/state.ts'
import type { Review } from '../store/review.ts'
import { labelIn } from './places.ts'

/** Reasons that have a sentence. A later release of the service may have others. */
const SENTENCES = ['same_file', 'same_values', 'same_number', 'same_amount', 'same_picture', 'reissued'] as const

/** Returns the reason as a sentence, with the labels of the fields. */
export function duplicateReason(
  { schema }: Pick<Review, 'schema'>,
  { reason, schemaIds, differentIds }: Duplicate,
): string {
  const labels = (ids: readonly string[]) => ids.map((id) => labelIn(schema.content, id)).join(', ')
  const known = SENTENCES.find((one) => one === reason)
  return known
    ? t(`review.duplicate.${known}`, { fields: labels(schemaIds), different: labels(differentIds) })
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
