/** The administration: queues and hooks of the organization. For administrators; other users find nothing here. */
import './admin.css'
import '../../ui/panel.css'
import { useState } from 'preact/hooks'
import { all } from '../../api/client.ts'
import type { Hook, Queue, Workspace } from '../../api/types.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { isAdmin } from '../../app/session.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { Link } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { Panel } from '../../ui/panel.tsx'
import { automationName } from './queue-settings.tsx'
import { DeletionPanel } from './deletion.tsx'
import { HooksTable } from './hooks-table.tsx'

/** A search field appears with more queues and hooks than fit on a display. */
const MANY = 12

export function Admin(_: ScreenProps) {
  return isAdmin.value ? <Overview /> : <NotFound />
}

/** What users without the role see, as if there were no such page. */
export const NotFound = () => <h1 class="notice">{t('common.notFound')}</h1>

function Overview() {
  const loaded = useLoad(async () => {
    const [queues, workspaces, hooks] = await Promise.all([
      all<Queue>('/queues'),
      all<Workspace>('/workspaces'),
      all<Hook>('/hooks'),
    ])
    return { queues, workspaces, hooks }
  }, [])
  const [text, setText] = useState('')
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(text.trim().toLowerCase())
  const count = (loaded.value?.queues.length ?? 0) + (loaded.value?.hooks.length ?? 0)
  return (
    <>
      <div class="screen-head">
        <h1>{t('app.admin')}</h1>
        {count > MANY && (
          <div class="end">
            <TextField
              label={t('admin.find')}
              hideLabel
              placeholder={t('admin.find')}
              type="search"
              onInput={setText}
            />
          </div>
        )}
      </div>
      <Show loaded={loaded}>
        {({ queues, workspaces, hooks }) => (
          <div class="admin">
            <Panel title={t('app.queues')}>
              <QueuesTable queues={queues.filter(matches)} workspaces={workspaces} isEmpty={!queues.length} />
            </Panel>
            <Panel title={t('admin.hooks')} hint={t('admin.hooksHint')}>
              <HooksTable
                hooks={hooks.filter(matches)}
                queues={queues}
                changed={(hook) =>
                  loaded.set({ queues, workspaces, hooks: hooks.map((one) => (one.id === hook.id ? hook : one)) })
                }
                empty={t(hooks.length ? 'admin.noMatch' : 'admin.noHooks')}
              />
            </Panel>
            <DeletionPanel />
          </div>
        )}
      </Show>
    </>
  )
}

interface QueuesTableProps {
  queues: readonly Queue[]
  workspaces: readonly Workspace[]
  isEmpty: boolean
}

function QueuesTable({ queues, workspaces, isEmpty }: QueuesTableProps) {
  if (!queues.length) return <p class="no-figure">{t(isEmpty ? 'queues.empty' : 'admin.noMatch')}</p>
  const names = new Map(workspaces.map(({ url, name }) => [url, name]))
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={t('app.queues')}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('admin.queue')}</th>
            <th scope="col">{t('admin.workspace')}</th>
            <th scope="col">{t('admin.automation')}</th>
            <th scope="col" class="number">
              {t('admin.users')}
            </th>
            <th scope="col" class="number">
              {t('admin.hooks')}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.id}>
              <th scope="row" class="field-name">
                <Link to={`/admin/queues/${queue.id}`}>{queue.name}</Link>
              </th>
              <td>{names.get(queue.workspace ?? '') ?? <span class="soft">{t('queues.noWorkspace')}</span>}</td>
              <td>{automationName(queue)}</td>
              <td class="number">{formatNumber(queue.users.length)}</td>
              <td class="number">{formatNumber(queue.hooks.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
