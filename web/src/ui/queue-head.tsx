/** The head of a screen about a queue: its name and the other screens about it. */
import './queue-head.css'
import type { ComponentChildren } from 'preact'
import { request } from '../api/client.ts'
import type { Queue, Schema } from '../api/types.ts'
import { t } from '../i18n/index.ts'
import { Link } from './button.tsx'
import { Icon } from './icon.tsx'

/** Loads a queue with its schema. */
export async function loadQueue(id: string, signal: AbortSignal): Promise<{ queue: Queue; schema: Schema }> {
  const queue = await request<Queue>(`/queues/${id}`, { signal })
  return { queue, schema: await request<Schema>(queue.schema, { signal }) }
}

interface QueueHeadProps {
  id: string
  name: string
  current: 'insights' | 'layouts'
  children?: ComponentChildren
}

export function QueueHead({ id, name, current, children }: QueueHeadProps) {
  return (
    <>
      <div class="screen-head">
        <Link class="button quiet icon-only" to={`/queues/${id}`} label={t('insights.toDocuments')}>
          <Icon name="back" />
        </Link>
        <h1 class="clip">{name}</h1>
        <div class="end">{children}</div>
      </div>
      <nav class="tabs" aria-label={name}>
        <Link to={`/queues/${id}`}>{t('insights.documents')}</Link>
        <Link to={`/queues/${id}/insights`} current={current === 'insights'}>
          {t('queues.insights')}
        </Link>
        <Link to={`/queues/${id}/layouts`} current={current === 'layouts'}>
          {t('queues.learned')}
        </Link>
      </nav>
    </>
  )
}
