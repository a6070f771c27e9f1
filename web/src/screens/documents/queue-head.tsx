import { useState } from 'preact/hooks'
import type { Queue } from '../../api/types.ts'
import { mayReview } from '../../app/session.ts'
import { request } from '../../api/client.ts'
import { formatDateTime, t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLoad } from '../../ui/load.tsx'
import { reviewNext } from '../queues/review-next.ts'

interface QueueHeadProps {
  queue: Queue
  /** Number of documents to review. */
  waiting: number
  onUpload: (() => void) | undefined
  onExport: () => void
}

/** Name of the queue and what can be done with all of it. */
export function QueueHead({ queue, waiting, onUpload, onExport }: QueueHeadProps) {
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    await reviewNext(queue.id)
    setBusy(false)
  }
  return (
    <>
      <div class="screen-head">
        <h1>{queue.name}</h1>
        <div class="end">
          <Link class="button quiet" to={`/queues/${queue.id}/insights`}>
            <Icon name="chart" />
            {t('queues.insights')}
          </Link>
          <Link class="button quiet" to={`/queues/${queue.id}/layouts`}>
            <Icon name="wand" />
            {t('queues.learned')}
          </Link>
          <Button kind="quiet" icon="download" onClick={onExport}>
            {t('documents.export')}
          </Button>
          {onUpload && (
            <Button icon="upload" keys="U" onClick={onUpload}>
              {t('documents.upload')}
            </Button>
          )}
          {mayReview.value && queue.settings.ui_validation_screen_enabled !== false && (
            <Button kind="primary" keys="N" busy={isBusy} disabled={!waiting} onClick={() => void start()}>
              {t('queues.reviewNext')}
            </Button>
          )}
        </div>
      </div>
      {queue.status !== 'active' && <p class="banner">{t('queues.deleting')}</p>}
      {lacksWorkflow(queue) && <p class="banner">{t('queues.noWorkflow')}</p>}
      {queue.document_lifetime !== null && <NextDeletions id={queue.id} />}
    </>
  )
}

interface Announced {
  count: number
  until: string | null
}

/** What the lifetime of the queue will delete next. */
function NextDeletions({ id }: { id: number }) {
  const { value } = useLoad((signal) => request<Announced>(`/queues/${id}/next_deletions`, { signal }), [id])
  const sentence = value && announcementOf(value)
  return sentence ? <p class="banner">{sentence}</p> : null
}

/** Returns the announcement in words; null if nothing will be deleted. */
export const announcementOf = ({ count, until }: Announced): string | null =>
  count > 0 && until !== null ? t('queues.nextDeletions', { count, until: formatDateTime(until) }) : null

/** Approvals are enabled without a workflow: the service stops all documents before their confirmation. */
const lacksWorkflow = ({ settings, workflows }: Queue): boolean =>
  settings.workflows?.enabled === true && workflows.length === 0
