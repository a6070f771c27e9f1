/** One queue for administrators: fields of its schema, the form, its users, hooks and settings. */
import './admin.css'
import '../../ui/panel.css'
import { all } from '../../api/client.ts'
import type { Hook, Queue, Schema } from '../../api/types.ts'
import { route } from '../../app/router.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { isAdmin } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Link } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { Panel } from '../../ui/panel.tsx'
import { loadQueue } from '../../ui/queue-head.tsx'
import { NotFound } from './admin.tsx'
import { FormPreview } from './form-preview.tsx'
import { HooksTable } from './hooks-table.tsx'
import { QueueSettings } from './queue-settings.tsx'
import { QueueUsers } from './queue-users.tsx'
import { SchemaFields } from './schema-fields.tsx'

const TABS = ['fields', 'form', 'users', 'hooks', 'settings'] as const
type Tab = (typeof TABS)[number]

export const AdminQueue = ({ params }: ScreenProps) => (isAdmin.value ? <Details id={params.id!} /> : <NotFound />)

function Details({ id }: { id: string }) {
  const loaded = useLoad((signal) => loadQueue(id, signal), [id])
  const tab = TABS.find((name) => name === route.value.query.get('tab')) ?? 'fields'
  return (
    <Show loaded={loaded}>
      {({ queue, schema }) => (
        <>
          <div class="screen-head">
            <Link class="button quiet icon-only" to="/admin" label={t('admin.toAdmin')}>
              <Icon name="back" />
            </Link>
            <h1 class="clip">{queue.name}</h1>
            <div class="end">
              <Link class="button" to={`/queues/${id}`}>
                {t('insights.documents')}
              </Link>
              <Link class="button" to={`/queues/${id}/insights`}>
                {t('queues.insights')}
              </Link>
            </div>
          </div>
          <nav class="tabs" aria-label={queue.name}>
            {TABS.map((name) => (
              <Link key={name} to={`/admin/queues/${id}?tab=${name}`} current={name === tab}>
                {t(`admin.tab.${name}`)}
              </Link>
            ))}
          </nav>
          <Content tab={tab} queue={queue} schema={schema} />
        </>
      )}
    </Show>
  )
}

function Content({ tab, queue, schema }: { tab: Tab; queue: Queue; schema: Schema }) {
  if (tab === 'form') return <FormPreview schema={schema} />
  if (tab === 'users') return <QueueUsers queue={queue} />
  if (tab === 'hooks') return <QueueHooks queue={queue} />
  if (tab === 'settings') return <QueueSettings queue={queue} />
  return <SchemaFields schema={schema} queue={queue} />
}

function QueueHooks({ queue }: { queue: Queue }) {
  const hooks = useLoad(() => all<Hook>('/hooks', { queue: queue.id }), [queue.id])
  const queues = useLoad(() => all<Queue>('/queues'), [])
  return (
    <Panel title={t('admin.hooks')} hint={t('admin.hooksHint')}>
      <Show loaded={hooks}>
        {(known) => (
          <HooksTable
            hooks={known}
            queues={queues.value ?? [queue]}
            changed={(hook) => hooks.set(known.map((one) => (one.id === hook.id ? hook : one)))}
            empty={t('admin.noQueueHooks')}
          />
        )}
      </Show>
    </Panel>
  )
}
