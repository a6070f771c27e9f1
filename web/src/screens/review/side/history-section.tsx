/** What has happened to the document. */
import { isEmbedded } from '../../../api/client.ts'
import { formatDateTime, t } from '../../../i18n/index.ts'
import type { Review } from '../store/review.ts'
import { historyOf, type HistoryEntry } from './history.ts'
import { personName } from './people.ts'

export function HistorySection({ review }: { review: Review }) {
  return (
    <section class="side-section">
      <h3>{t('side.history')}</h3>
      <ol class="side-history">
        {historyOf(review.annotation.value).map((entry) => (
          <li key={entry.moment}>
            <span>{sentence(entry)}</span>
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

const sentence = ({ moment, by }: HistoryEntry): string =>
  // The token of an embedded page may not read the names of others.
  by === null || isEmbedded()
    ? t(`side.moment.${moment}`)
    : t('side.by', { what: t(`side.moment.${moment}`), name: personName(by) })
