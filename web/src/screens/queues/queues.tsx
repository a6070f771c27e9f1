/** Workspaces and queues, with the number of documents in each status. */
import './queues.css'
import { useState } from 'preact/hooks'
import { all, idOf, request } from '../../api/client.ts'
import type { Queue, Workspace } from '../../api/types.ts'
import { navigate } from '../../app/router.ts'
import { mayReview } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { Status } from '../../ui/status.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'

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
/** A search field appears with more queues than fit on a display. */
const MANY = 9

export function Queues() {
  const loaded = useLoad(
    async () => ({ workspaces: await all<Workspace>('/workspaces'), queues: await all<Queue>('/queues') }),
    [],
  )
  const [text, setText] = useState('')
  return (
    <>
      <div class="screen-head">
        <h1>{t('queues.title')}</h1>
        {(loaded.value?.queues.length ?? 0) > MANY && (
          <div class="end">
            <TextField
              label={t('queues.find')}
              hideLabel
              placeholder={t('queues.find')}
              type="search"
              onInput={setText}
            />
          </div>
        )}
      </div>
      <Show loaded={loaded}>
        {({ workspaces, queues }) => {
          const wanted = queues.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
          if (!wanted.length) return <p class="empty">{t(queues.length ? 'queues.noMatch' : 'queues.empty')}</p>
          return [...workspaces, null].map((workspace) => (
            <WorkspaceSection
              key={workspace?.id ?? 0}
              name={workspace?.name ?? t('queues.noWorkspace')}
              queues={wanted.filter((queue) => (queue.workspace ?? null) === (workspace?.url ?? null))}
            />
          ))
        }}
      </Show>
    </>
  )
}

function WorkspaceSection({ name, queues }: { name: string; queues: Queue[] }) {
  if (!queues.length) return null
  return (
    <section class="workspace">
      <h2>{name}</h2>
      <ul class="queue-cards">
        {queues.map((queue) => (
          <QueueCard key={queue.id} queue={queue} />
        ))}
      </ul>
    </section>
  )
}

function QueueCard({ queue }: { queue: Queue }) {
  const [busy, setBusy] = useState(false)
  const counts = queue.counts as Record<string, number>
  const waiting = counts.to_review ?? 0
  const reviewNext = async () => {
    setBusy(true)
    try {
      const { annotation } = await request<{ annotation: string | null }>(`/queues/${queue.id}/next`, {
        method: 'POST',
      })
      if (annotation) navigate(`/documents/${idOf(annotation)}`)
      else showMessage(t('queues.nothing'))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <li class="card queue-card">
      <h3>
        <Link to={`/queues/${queue.id}`}>{queue.name}</Link>
      </h3>
      {queue.status === 'active' ? (
        <p class={`waiting ${waiting ? '' : 'zero'}`}>
          {waiting ? t('queues.toReview', { count: waiting }) : t('queues.nothing')}
        </p>
      ) : (
        <p class="soft">{t('queues.deleting')}</p>
      )}
      <p class="counts">
        {SHOWN.filter((status) => counts[status]).map((status) => (
          <Link key={status} to={`/queues/${queue.id}?status=${status}`}>
            <Status status={status} /> {counts[status]}
          </Link>
        ))}
      </p>
      <footer>
        {waiting > 0 && mayReview.value && (
          <Button kind="primary" busy={busy} onClick={() => void reviewNext()}>
            {t('queues.reviewNext')}
          </Button>
        )}
        <Link class="button quiet" to={`/queues/${queue.id}/insights`}>
          {t('queues.insights')}
        </Link>
        <Link class="button quiet" to={`/queues/${queue.id}/layouts`}>
          {t('queues.learned')}
        </Link>
      </footer>
    </li>
  )
}
