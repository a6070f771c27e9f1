/** A list of hooks with their state, and a switch for each. */
import { useState } from 'preact/hooks'
import { request } from '../../api/client.ts'
import type { Hook, Queue } from '../../api/types.ts'
import { hasMessage, t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'
import { groupEvents } from './rules.ts'

interface HooksTableProps {
  hooks: readonly Hook[]
  queues: readonly Queue[]
  changed: (hook: Hook) => void
  /** What to say without hooks. */
  empty: string
}

export function HooksTable({ hooks, queues, changed, empty }: HooksTableProps) {
  if (!hooks.length) return <p class="no-figure">{empty}</p>
  const names = new Map(queues.map(({ url, name }) => [url, name]))
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={t('admin.hooks')}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('admin.hook')}</th>
            <th scope="col">{t('admin.type')}</th>
            <th scope="col">{t('admin.state')}</th>
            <th scope="col">{t('admin.events')}</th>
            <th scope="col">{t('app.queues')}</th>
            <th>
              <span class="visually-hidden">{t('admin.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {hooks.map((hook) => (
            <tr key={hook.id}>
              <th scope="row" class="field-name">
                <Link to={`/admin/hooks/${hook.id}`}>{hook.name}</Link>
              </th>
              <td>{t(`admin.hookType.${hook.type}`)}</td>
              <td>
                <HookState hook={hook} />
              </td>
              <td>
                <Events events={hook.events} />
              </td>
              <td>{hook.queues.map((url) => names.get(url) ?? url.split('/').pop()).join(', ') || t('common.none')}</td>
              <td class="number">
                <ActiveButton hook={hook} changed={changed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a hook runs, and for functions whether their code is ready. */
export function HookState({ hook: { active, status } }: { hook: Hook }) {
  const key = `admin.function.${status}`
  return (
    <span class="states">
      <span class={`status ${active ? 'confirmed' : ''}`}>{t(active ? 'admin.active' : 'admin.inactive')}</span>
      {status !== null && status !== 'ready' && (
        <span class={`status ${status === 'failed' ? 'rejected' : 'reviewing'}`}>
          {hasMessage(key) ? t(key) : status}
        </span>
      )}
    </span>
  )
}

/** Events with their actions, grouped: `annotation_content: initialize, started`. */
export const Events = ({ events }: { events: readonly string[] }) => (
  <ul class="events">
    {groupEvents(events).map(({ event, actions }) => (
      <li key={event}>
        <code>{event}</code> <span class="soft">{actions.join(', ')}</span>
      </li>
    ))}
  </ul>
)

/** Activates or deactivates a hook. Deactivating can be undone from the message. */
export function ActiveButton({ hook, changed }: { hook: Hook; changed: (hook: Hook) => void }) {
  const [busy, setBusy] = useState(false)
  const set = async (active: boolean) => {
    setBusy(true)
    try {
      changed(await request<Hook>(`/hooks/${hook.id}`, { method: 'PATCH', body: { active } }))
      showMessage(
        t(active ? 'admin.activated' : 'admin.deactivated', { name: hook.name }),
        active ? undefined : { label: t('admin.activate'), run: () => void set(true) },
      )
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={() => void set(!hook.active)}>
      {t(hook.active ? 'admin.deactivate' : 'admin.activate')}
      <span class="visually-hidden"> {hook.name}</span>
    </Button>
  )
}
