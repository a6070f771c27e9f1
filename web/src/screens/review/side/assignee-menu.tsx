/** The people to whom the annotation is assigned, in the toolbar, and a menu to change them. */
import { useRef, useState } from 'preact/hooks'
import { ApiError, idOf, isEmbedded, request } from '../../../api/client.ts'
import type { User } from '../../../api/types.ts'
import { user } from '../../../app/session.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useCommands } from '../../../ui/commands.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { sentenceOf, showMessage } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { Avatar } from './avatar.tsx'
import { notesOf } from './notes.ts'
import { assignable, nameOf, personName } from './people.ts'
import { PickMenu } from './pick-menu.tsx'
import { draftOf, resourceOf } from './resource.ts'
import { mayAssign } from './rights.ts'

/** People whose initials fit into the toolbar. */
const SHOWN = 3

export function AssigneeMenu({ review }: { review: Review }) {
  if (isEmbedded()) return null
  if (mayAssign(review)) return <Editable review={review} />
  const { assignees } = review.annotation.value
  return assignees.length ? <Avatars urls={assignees} /> : null
}

function Avatars({ urls }: { urls: readonly string[] }) {
  const names = urls.map(personName)
  return (
    <span class="avatars" title={names.join(', ')}>
      {names.slice(0, SHOWN).map((name, index) => (
        <Avatar key={index} name={name} />
      ))}
      {names.length > SHOWN && <span class="soft">+{names.length - SHOWN}</span>}
      <span class="visually-hidden">{t('side.assignedTo', { names: names.join(', ') })}</span>
    </span>
  )
}

function Editable({ review }: { review: Review }) {
  const open = useRef<(() => void) | null>(null)
  const { assignees, status } = review.annotation.value
  /** What the user has chosen; null before a change. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const note = draftOf(review, 'assignment')
  const isApproval = status === 'in_workflow'
  const people = resourceOf(review, `assignable ${isApproval}`, () => assignable(review.queue.url, isApproval))
  const me = user.value
  const present = chosen ?? assignees
  useCommands([
    {
      id: 'side.assign',
      label: t('side.assign'),
      group: t('side.group'),
      keys: ['Alt+A'],
      run: () => open.current?.(),
    },
    {
      id: 'side.assignToMe',
      label: t('side.assignToMe'),
      group: t('side.group'),
      enabled: me != null && !assignees.includes(me.url),
      run: () => void save([...assignees, me!.url]),
    },
  ])
  const save = async (urls: readonly string[]): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      await request('/annotations/assign', {
        body: { annotations: [review.annotation.value.url], assignees: urls, note_content: note.value.trim() },
      })
      if (note.value.trim()) void notesOf(review).load()
      note.value = ''
      review.annotation.value = { ...review.annotation.value, assignees: [...urls] }
      setChosen(null)
      const names = urls.map(personName).join(', ')
      showMessage(names ? t('side.assignedTo', { names }) : t('side.assignedToNone'))
      return true
    } catch (failure) {
      setError(refusalOf(failure, people.value.value ?? []))
      return false
    } finally {
      setBusy(false)
    }
  }
  const list = people.value.value
  const unlisted = present.filter((url) => list && !list.some((one) => one.url === url))
  const choices = list && [
    ...unlisted.map((url) => ({ url, name: personName(url), login: '' })),
    ...[...list]
      .sort((one, other) => Number(other.id === me?.id) - Number(one.id === me?.id))
      .map((one) => ({ url: one.url, name: nameOf(one), login: one.username })),
  ]
  const isChanged = chosen !== null && [...chosen].sort().join() !== [...assignees].sort().join()
  return (
    <PickMenu
      openRef={open}
      button={{
        kind: 'quiet',
        icon: assignees.length ? undefined : 'person',
        label: assignees.length
          ? t('side.assignedTo', { names: assignees.map(personName).join(', ') })
          : t('side.assign'),
        keys: 'Alt+A',
        children: assignees.length ? <Avatars urls={assignees} /> : undefined,
      }}
      title={t('side.assign')}
      searchLabel={t('side.findPerson')}
      choices={choices?.map(({ url, name, login }) => ({
        id: url,
        label: `${name} ${login}`,
        view: (
          <span class="pick-person">
            <Avatar name={name} />
            <span>
              {name} {me && idOf(url) === me.id && <em>{t('side.you')}</em>}
              {login !== '' && login !== name && <small>{login}</small>}
            </span>
          </span>
        ),
        chosen: present.includes(url),
      }))}
      empty={t('side.noPerson')}
      onOpen={() => {
        setChosen(null)
        setError(null)
        void people.load()
      }}
      onToggle={(url, isChosen) => setChosen(isChosen ? [...present, url] : present.filter((one) => one !== url))}
      footer={(_, { close }) => (
        <form
          class="pick-footer"
          onSubmit={(event) => {
            event.preventDefault()
            void save(present).then((isDone) => isDone && close())
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
          }}
        >
          <TextArea
            label={t('side.assignNote')}
            rows={2}
            value={note.value}
            error={error}
            onInput={(value) => (note.value = value)}
          />
          <div class="side-actions">
            {me && !present.includes(me.url) && (
              <Button onClick={() => void save([...present, me.url]).then((isDone) => isDone && close())}>
                {t('side.assignToMe')}
              </Button>
            )}
            <Button kind="primary" type="submit" busy={busy} disabled={!isChanged && !note.value.trim()}>
              {t('common.save')}
            </Button>
          </div>
        </form>
      )}
    />
  )
}

/** Names the person whom the API refuses, instead of an id. */
function refusalOf(failure: unknown, people: readonly User[]): string {
  const [, id] = failure instanceof ApiError ? (/\bUser (\d+) has no access/.exec(failure.message) ?? []) : []
  const person = people.find((one) => String(one.id) === id)
  return person ? t('side.noAccess', { name: nameOf(person) }) : sentenceOf(failure)
}
