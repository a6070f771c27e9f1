/** One hook: its state and configuration, and its last calls. */
import './admin.css'
import '../../ui/panel.css'
import { all, request } from '../../api/client.ts'
import type { Hook, Queue } from '../../api/types.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { isAdmin } from '../../app/session.ts'
import { formatSeconds, t } from '../../i18n/index.ts'
import { Link } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotFound } from './admin.tsx'
import { Facts } from './facts.tsx'
import { ActiveButton, Events, HookState } from './hooks-table.tsx'
import { HookRuns } from './runs.tsx'

export const AdminHook = ({ params }: ScreenProps) => (isAdmin.value ? <Details id={params.id!} /> : <NotFound />)

function Details({ id }: { id: string }) {
  const loaded = useLoad(
    async (signal) => ({ hook: await request<Hook>(`/hooks/${id}`, { signal }), queues: await all<Queue>('/queues') }),
    [id],
  )
  return (
    <Show loaded={loaded}>
      {({ hook, queues }) => (
        <>
          <div class="screen-head">
            <Link class="button quiet icon-only" to="/admin" label={t('admin.toAdmin')}>
              <Icon name="back" />
            </Link>
            <h1 class="clip">{hook.name}</h1>
            <HookState hook={hook} />
            <div class="end">
              <ActiveButton hook={hook} changed={(changed) => loaded.set({ hook: changed, queues })} />
            </div>
          </div>
          <div class="admin">
            <Configuration hook={hook} queues={queues} />
            <HookRuns hook={hook} />
          </div>
        </>
      )}
    </Show>
  )
}

function Configuration({ hook, queues }: { hook: Hook; queues: Queue[] }) {
  const { config, type, description } = hook
  // The reason of a failed function is in the configuration, beside the keys of the contract.
  const { build_error } = config as { build_error?: string | null }
  const names = queues.filter(({ url }) => hook.queues.includes(url))
  return (
    <Panel title={t('admin.configuration')} {...(description ? { hint: description } : {})}>
      {build_error && (
        <p class="banner error" role="alert">
          {t('admin.buildError')} {build_error}
        </p>
      )}
      <Facts
        facts={[
          [t('admin.type'), t(`admin.hookType.${type}`)],
          type === 'webhook'
            ? [t('admin.url'), config.url ? <code class="break">{config.url}</code> : t('admin.hidden')]
            : [t('admin.runtime'), config.runtime ?? t('admin.hidden')],
          [
            t('app.queues'),
            names.length
              ? names.map(({ id, name }, index) => (
                  <>
                    {index > 0 && ', '}
                    <Link key={id} to={`/admin/queues/${id}`}>
                      {name}
                    </Link>
                  </>
                ))
              : t('common.none'),
          ],
          [t('admin.events'), <Events events={hook.events} />],
          [t('admin.timeout'), formatSeconds(config.timeout_s ?? 30)],
          [t('admin.retries'), String(config.retry_count ?? 4)],
          [t('admin.payloadLogging'), t(config.payload_logging_enabled ? 'common.on' : 'common.off')],
        ]}
      />
    </Panel>
  )
}
