/** Who approves for whom, and until when. */
import './delegations.css'
import '../../ui/panel.css'
import { useState } from 'preact/hooks'
import { all, idOf, request } from '../../api/client.ts'
import type { Delegation, User } from '../../api/types.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { isAdmin, user } from '../../app/session.ts'
import { formatDateTime, t, type Key } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Show, useLoad } from '../../ui/load.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'
import { nameOf, personName, rememberUsers } from '../review/side/people.ts'
import { timesOf } from './times.ts'

export function Delegations(_: ScreenProps) {
  const known = useLoad(() => all<Delegation>('/delegations', { ordering: '-starts_at' }), [])
  const people = useLoad(async () => {
    const found = await all<User>('/users', { ordering: 'last_name' })
    rememberUsers(found)
    return found.filter(({ is_active }) => is_active)
  }, [])
  const remove = async (one: Delegation) => {
    try {
      await request(one.url, { method: 'DELETE' })
      showMessage(t('delegations.deleted'))
      known.reload()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <>
      <h1>{t('delegations.title')}</h1>
      <p class="intro soft">{t(isAdmin.value ? 'delegations.introAdmin' : 'delegations.intro')}</p>
      <Panel title={t('delegations.present')}>
        <Show loaded={known}>
          {(list) =>
            list.length === 0 ? (
              <p class="no-figure">{t('delegations.empty')}</p>
            ) : (
              <ul class="delegations">
                {list.map((one) => (
                  <Row key={one.id} delegation={one} remove={() => void remove(one)} />
                ))}
              </ul>
            )
          }
        </Show>
      </Panel>
      <Panel title={t('delegations.new')}>
        <Show loaded={people}>{(list) => <Form people={list} created={known.reload} />}</Show>
      </Panel>
    </>
  )
}

const stateOf = ({ active, ends_at }: Delegation): Key =>
  active ? 'delegations.active' : Date.parse(ends_at) <= Date.now() ? 'delegations.ended' : 'delegations.future'

function Row({ delegation, remove }: { delegation: Delegation; remove: () => void }) {
  const names = { user: personName(delegation.user), delegate: personName(delegation.delegate) }
  const isOwn = isAdmin.value || idOf(delegation.user) === user.value?.id
  return (
    <li>
      <span>
        <b>{t('delegations.row', names)}</b> <span class="status">{t(stateOf(delegation))}</span>
      </span>
      <span class="soft">
        {t('delegations.times', { from: formatDateTime(delegation.starts_at), to: formatDateTime(delegation.ends_at) })}
      </span>
      {isOwn && (
        <Button onClick={remove} label={t('delegations.endOf', names)}>
          {t('delegations.end')}
        </Button>
      )}
    </li>
  )
}

function Form({ people, created }: { people: readonly User[]; created: () => void }) {
  const own = user.value?.url ?? ''
  const [from, setFrom] = useState(own)
  const [delegate, setDelegate] = useState('')
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [isSending, setSending] = useState(false)
  if (people.every(({ url }) => url === own)) return <p class="no-figure">{t('delegations.askAdmin')}</p>
  const options = (without: string) => [
    { value: '', label: t('delegations.choose') },
    ...people.filter(({ url }) => url !== without).map((one) => ({ value: one.url, label: nameOf(one) })),
  ]
  const send = async (event: Event) => {
    event.preventDefault()
    setSending(true)
    try {
      const body = { ...(isAdmin.value ? { user: from } : {}), delegate, ...timesOf(first, last) }
      await request<Delegation>('/delegations', { method: 'POST', body })
      showMessage(t('delegations.created'))
      setDelegate('')
      created()
    } catch (error) {
      showError(error)
    }
    setSending(false)
  }
  return (
    <form class="delegation-form" onSubmit={(event) => void send(event)}>
      {isAdmin.value && (
        <SelectField label={t('delegations.user')} value={from} options={options('')} onChange={setFrom} />
      )}
      <SelectField label={t('delegations.delegate')} value={delegate} options={options(from)} onChange={setDelegate} />
      <TextField label={t('delegations.from')} type="date" required value={first} onInput={setFirst} />
      <TextField label={t('delegations.to')} type="date" required value={last} onInput={setLast} />
      <Button kind="primary" type="submit" disabled={isSending || !delegate || !first || !last}>
        {t('delegations.create')}
      </Button>
    </form>
  )
}
