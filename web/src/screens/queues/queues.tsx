/** Workspaces and queues, with the number of documents in each status. */
import './queues.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { all } from '../../api/client.ts'
import type { Queue, Workspace } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { TextField } from '../../ui/fields.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { QueueCard } from './queue-card.tsx'

/** A search field appears with more queues than fit on a display. */
const MANY = 9
/** Counts are read again so often while the window is visible. A stream for each queue would be more than the service allows. */
const REFRESH_MS = 10_000

interface Overview {
  workspaces: Workspace[]
  queues: Queue[]
}

const loadOverview = async (): Promise<Overview> => {
  const [workspaces, queues] = await Promise.all([all<Workspace>('/workspaces'), all<Queue>('/queues')])
  return { workspaces, queues }
}

/** Calls `reload` regularly, and at once when the window becomes visible. */
function useRefresh(reload: () => void): void {
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) latest.current()
    }
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
}

export function Queues() {
  const loaded = useLoad(loadOverview, [])
  const [text, setText] = useState('')
  useRefresh(loaded.reload)
  const waiting = (loaded.value?.queues ?? []).reduce((sum, { counts }) => sum + (counts.to_review ?? 0), 0)
  return (
    <>
      <div class="screen-head">
        <h1>{t('queues.title')}</h1>
        {loaded.value && loaded.value.queues.length > 1 && (
          <p class="soft">{waiting ? t('queues.toReview', { count: waiting }) : t('queues.nothing')}</p>
        )}
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
      <Show loaded={loaded}>{(overview) => <Workspaces {...overview} text={text} />}</Show>
    </>
  )
}

function Workspaces({ workspaces, queues, text }: Overview & { text: string }) {
  const wanted = queues.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  if (!wanted.length) return <p class="notice">{t(queues.length ? 'queues.noMatch' : 'queues.empty')}</p>
  return [...workspaces, null].map((workspace) => (
    <WorkspaceSection
      key={workspace?.id ?? 0}
      name={workspace?.name ?? t('queues.noWorkspace')}
      queues={wanted.filter((queue) => (queue.workspace ?? null) === (workspace?.url ?? null))}
    />
  ))
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
