/** Users of a queue with their roles; administrators add and remove them. */
import { useState } from 'preact/hooks'
import { all } from '../../api/client.ts'
import type { Group, Queue, User } from '../../api/types.ts'
import { hasMessage, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Show, useLoad, type Loaded } from '../../ui/load.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'
import { setMembership } from './membership.ts'
import { matchesUser, personOf } from './rules.ts'

interface People {
  users: User[]
  groups: Map<string, string>
}

const SEE_ALL = ['admin', 'organization_group_admin']
const MAX_USERS = 5000
/** Users that a list shows; a search finds the others. */
const SHOWN = 50

export function QueueUsers({ queue }: { queue: Queue }) {
  const [text, setText] = useState('')
  const [adding, setAdding] = useState(false)
  const people = useLoad(async (): Promise<People> => {
    const [users, groups] = await Promise.all([
      all<User>('/users', { ordering: 'last_name' }, MAX_USERS),
      all<Group>('/groups'),
    ])
    return { users, groups: new Map(groups.map(({ url, name }) => [url, name])) }
  }, [queue.id])
  const members = people.value?.users.filter(({ queues }) => queues.includes(queue.url)) ?? []
  const administrators = people.value?.users.filter((user) => seesAll(user, people.value!)) ?? []
  return (
    <Panel
      title={t('admin.assigned')}
      hint={t('admin.assignedHint')}
      actions={
        <span class="run-tools">
          {members.length > 8 && (
            <TextField
              label={t('admin.findUser')}
              hideLabel
              placeholder={t('admin.findUser')}
              type="search"
              onInput={setText}
            />
          )}
          <Button icon="add" disabled={!people.value} onClick={() => setAdding(true)}>
            {t('admin.addUser')}
          </Button>
        </span>
      }
    >
      <Show loaded={people}>
        {(known) => (
          <>
            <UserList
              users={members.filter((user) => matchesUser(user, text))}
              people={known}
              empty={t(members.length ? 'admin.noUserMatch' : 'admin.noUsers')}
              action={(user) => <MemberButton user={user} queue={queue} isMember people={people} />}
            />
            <h3>{t('admin.administrators')}</h3>
            <UserList users={administrators} people={known} empty={t('common.none')} />
            {adding && <AddUsers queue={queue} people={people} known={known} close={() => setAdding(false)} />}
          </>
        )}
      </Show>
    </Panel>
  )
}

const seesAll = (user: User, { groups }: People): boolean =>
  user.groups.some((url) => SEE_ALL.includes(groups.get(url) ?? ''))

/** Whether a user can be added to a queue. */
const isFree = (user: User, { url }: Queue, people: People): boolean =>
  user.is_active && !user.queues.includes(url) && !seesAll(user, people)

interface UserListProps {
  users: readonly User[]
  people: People
  empty: string
  action?: (user: User) => preact.ComponentChildren
}

function UserList({ users, people, empty, action }: UserListProps) {
  if (!users.length) return <p class="no-figure">{empty}</p>
  return (
    <>
      <ul class="users">
        {users.slice(0, SHOWN).map((user) => (
          <li key={user.id}>
            <span class="user-name">
              <b>{personOf(user)}</b> <span class="soft">{user.username}</span>
              {!user.is_active && <span class="status">{t('admin.inactive')}</span>}
            </span>
            <span class="soft">{rolesOf(user, people)}</span>
            {action?.(user)}
          </li>
        ))}
      </ul>
      {users.length > SHOWN && <p class="soft">{t('admin.moreUsers', { count: users.length - SHOWN })}</p>}
    </>
  )
}

const rolesOf = (user: User, { groups }: People): string =>
  user.groups
    .map((url) => groups.get(url) ?? '')
    .map((name) => {
      const key = `admin.role.${name}`
      return hasMessage(key) ? t(key) : name
    })
    .join(', ') || t('admin.noRole')

interface MemberButtonProps {
  user: User
  queue: Queue
  /** The user has the queue, so that the button removes it. */
  isMember: boolean
  people: Loaded<People>
}

/** Adds or removes a user; removing can be undone from the message. */
function MemberButton({ user, queue, isMember, people }: MemberButtonProps) {
  const [busy, setBusy] = useState(false)
  const set = async (wanted: boolean) => {
    setBusy(true)
    try {
      await setMembership(user.url, queue.url, wanted)
      showMessage(
        t(wanted ? 'admin.userAdded' : 'admin.userRemoved', { name: personOf(user), queue: queue.name }),
        wanted ? undefined : { label: t('admin.undo'), run: () => void set(true) },
      )
    } catch (error) {
      showError(error)
    }
    people.reload()
    setBusy(false)
  }
  return (
    <Button busy={busy} kind={isMember ? 'quiet' : 'plain'} onClick={() => void set(!isMember)}>
      {t(isMember ? 'admin.remove' : 'admin.add')}
      <span class="visually-hidden"> {personOf(user)}</span>
    </Button>
  )
}

interface AddUsersProps {
  queue: Queue
  people: Loaded<People>
  known: People
  close: () => void
}

function AddUsers({ queue, people, known, close }: AddUsersProps) {
  const [text, setText] = useState('')
  // Users stay in the list when they are added: the focus stays on their button, and a mistake is one press away.
  const [offered] = useState(
    () => new Set(known.users.filter((user) => isFree(user, queue, known)).map(({ id }) => id)),
  )
  const others = known.users.filter(({ id }) => offered.has(id))
  return (
    <Dialog
      title={t('admin.addTo', { queue: queue.name })}
      onClose={close}
      actions={<Button onClick={close}>{t('common.close')}</Button>}
    >
      {others.length > 0 && <TextField label={t('admin.findUser')} type="search" autofocus onInput={setText} />}
      <UserList
        users={others.filter((user) => matchesUser(user, text))}
        people={known}
        empty={t(others.length ? 'admin.noUserMatch' : 'admin.allAssigned')}
        action={(user) => (
          <MemberButton user={user} queue={queue} isMember={user.queues.includes(queue.url)} people={people} />
        )}
      />
    </Dialog>
  )
}
