import { useState } from 'preact/hooks'
import type { Queue } from '../../api/types.ts'
import { mayReview } from '../../app/session.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { statusName } from '../../ui/status.tsx'
import { reviewNext } from './review-next.ts'

/** Statuses that a card shows, if there are documents in them. */
const SHOWN = [
  'importing',
  'reviewing',
  'postponed',
  'in_workflow',
  'confirmed',
  'failed_import',
  'failed_export',
  'exported',
]

/** A queue with what waits in it. The link of its name covers the card. */
export function QueueCard({ queue: { id, name, status, counts } }: { queue: Queue }) {
  const [busy, setBusy] = useState(false)
  const waiting = counts.to_review ?? 0
  const start = async () => {
    setBusy(true)
    await reviewNext(id)
    setBusy(false)
  }
  return (
    <li class="card queue-card">
      <h3>
        <Link to={`/queues/${id}`}>{name}</Link>
      </h3>
      {status === 'active' ? (
        <p class={`waiting ${waiting ? '' : 'zero'}`}>
          <strong>{formatNumber(waiting)}</strong> {t('queues.waiting')}
        </p>
      ) : (
        <p class="soft">{t('queues.deleting')}</p>
      )}
      <p class="counts">
        {SHOWN.filter((one) => counts[one]).map((one) => (
          <Link key={one} class={`status ${one}`} to={`/queues/${id}?status=${one}`}>
            {statusName(one)} <strong>{formatNumber(counts[one]!)}</strong>
          </Link>
        ))}
      </p>
      <footer>
        {mayReview.value && (
          <Button kind={waiting ? 'primary' : 'plain'} busy={busy} disabled={!waiting} onClick={() => void start()}>
            {t('queues.reviewNext')}
          </Button>
        )}
        <span class="more">
          <IconLink to={`/queues/${id}/insights`} icon="chart" label={t('queues.insights')} />
          <IconLink to={`/queues/${id}/layouts`} icon="wand" label={t('queues.learned')} />
        </span>
      </footer>
    </li>
  )
}

const IconLink = ({ to, icon, label }: { to: string; icon: 'chart' | 'wand'; label: string }) => (
  <span title={label}>
    <Link class="button quiet icon-only" to={to} label={label}>
      <Icon name={icon} />
    </Link>
  </span>
)
