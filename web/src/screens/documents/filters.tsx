/** Search and filters of a list. Everything is kept in the address. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../../app/router.ts'
import { t } from '../../i18n/index.ts'
import type { Label, User } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Choices } from './choices.tsx'
import { headsOf } from './heads.ts'
import { Popover } from './popover.tsx'
import { nameOf } from './rows.ts'
import { addressOf, isFiltered, NO_FILTERS, type View } from './view.ts'

const change = (changes: Partial<View>): void => setQuery(addressOf(changes))
/** A pause in typing after which the search begins. */
const PAUSE_MS = 250

const toggled = (ids: readonly number[], id: number, isOn: boolean): number[] =>
  isOn ? [...ids, id] : ids.filter((one) => one !== id)

interface FiltersProps {
  view: View
  labels: readonly Label[]
  users: readonly User[]
}

export function Filters({ view, labels, users }: FiltersProps) {
  const count = (ids: readonly number[]) => (ids.length ? ` (${ids.length})` : '')
  return (
    <search class="filters">
      <Search value={view.search} />
      {(labels.length > 0 || view.labels.length > 0) && (
        <Popover
          button={{
            icon: 'label',
            pressed: view.labels.length > 0,
            children: t('documents.labels') + count(view.labels),
          }}
          title={t('documents.labels')}
        >
          <Choices
            choices={labels.map(({ id, name, color }) => ({ id, name, color, state: view.labels.includes(id) }))}
            empty={t('documents.noLabel')}
            onChange={({ id }, isOn) => change({ labels: toggled(view.labels, id, isOn) })}
          />
        </Popover>
      )}
      {(users.length > 1 || view.assignees.length > 0) && (
        <Popover
          button={{
            icon: 'person',
            pressed: view.assignees.length > 0,
            children: t('documents.assignees') + count(view.assignees),
          }}
          title={t('documents.assignees')}
        >
          <Choices
            choices={users.map((user) => ({
              id: user.id,
              name: nameOf(user),
              state: view.assignees.includes(user.id),
            }))}
            empty={t('documents.noPerson')}
            onChange={({ id }, isOn) => change({ assignees: toggled(view.assignees, id, isOn) })}
          />
        </Popover>
      )}
      <Popover
        button={{ icon: 'clock', pressed: Boolean(view.from || view.to), children: t('documents.arrived') }}
        title={t('documents.arrived')}
      >
        <div class="dates">
          <DayField label={t('documents.from')} value={view.from} onChange={(from) => change({ from })} />
          <DayField label={t('documents.to')} value={view.to} onChange={(to) => change({ to })} />
        </div>
      </Popover>
      <div class="sort">
        <SelectField
          label={t('documents.sortBy')}
          hideLabel
          value={view.order}
          options={sortOptions(view)}
          onChange={(order) => change({ order })}
        />
      </div>
      {isFiltered(view) && (
        <Button kind="quiet" icon="close" onClick={() => change(NO_FILTERS)}>
          {t('documents.clearFilters')}
        </Button>
      )}
    </search>
  )
}

/** Orders for windows that are too narrow for column heads. */
const sortOptions = (view: View) =>
  headsOf(view, []).flatMap(({ key, label }) =>
    key
      ? [
          { value: key, label: `${label} ↑` },
          { value: `-${key}`, label: `${label} ↓` },
        ]
      : [],
  )

const DayField = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <TextField type="date" label={label} value={value} onInput={onChange} />
)

/** Enter and ↓ go from the search to the documents. */
function leave(event: KeyboardEvent): void {
  if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
  event.preventDefault()
  document.querySelector<HTMLElement>('.document-row .open')?.focus()
}

function Search({ value }: { value: string }) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  // The address can change without typing: by a link, or by the button that clears the filters.
  useEffect(() => {
    if (value !== sent.current) setText((sent.current = value))
  }, [value])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => change({ search: (sent.current = text.trim()) }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div class="search-field" onKeyDown={leave}>
      <Icon name="search" />
      <TextField
        label={t('documents.search')}
        hideLabel
        type="search"
        placeholder={t('documents.search')}
        value={text}
        maxLength={256}
        onInput={setText}
      />
    </div>
  )
}
