import { useComputed } from '@preact/signals'
import { formatAgo, formatDate, formatDateTime, formatNumber, t } from '../../i18n/index.ts'
import { Link } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import { Dot } from './choices.tsx'
import { now } from './clock.ts'
import { shownValue } from './columns.ts'
import type { Head } from './heads.ts'
import type { ListStore } from './list-store.ts'
import { initialsOf, nameOf, type Row } from './rows.ts'

const FORMATS = { number: formatNumber, date: formatDate }
/** More labels or people than this are only counted. */
const MAX_SHOWN = 2

interface RowProps {
  row: Row
  heads: readonly Head[]
  list: ListStore
  /** Whether the user may act on several documents. */
  selectable: boolean
}

/** One document. The link covers the row, so that a click anywhere opens the document, and Ctrl opens it in a tab. */
export function DocumentRow({ row, heads, list, selectable }: RowProps) {
  const isSelected = useComputed(() => list.selected.value.has(row.id)).value
  const extend = (event: MouseEvent) => {
    if (!event.shiftKey || !selectable || !(event.target as Element).closest('.open')) return
    event.preventDefault()
    event.stopPropagation()
    list.toggle(row.id, true)
  }
  // A document that failed has no values: the reason takes their place.
  const isWide = row.reason !== null && Object.values(row.values).every(({ value }) => !value)
  const shown = isWide ? heads.filter(({ kind }) => kind !== 'value') : heads
  const span = heads.length - shown.length + 1
  return (
    <div
      role="row"
      class={`document-row ${isSelected ? 'selected' : ''}`}
      data-id={row.id}
      onClickCapture={extend}
      onClick={openRow}
    >
      {selectable && (
        <div role="cell" class="cell check">
          <Checkbox
            label={t('documents.select', { name: row.fileName })}
            hideLabel
            checked={isSelected}
            onChange={() => list.toggle(row.id, shiftHeld)}
          />
        </div>
      )}
      {shown.map((head) => (
        <div
          key={head.column?.schemaId ?? head.kind}
          role="cell"
          class={`cell ${head.kind} ${head.column?.type ?? ''}`}
          aria-colspan={head.kind === 'name' && span > 1 ? span : undefined}
          style={head.kind === 'name' && span > 1 ? { gridColumn: `span ${span}` } : {}}
        >
          <Cell row={row} head={head} />
        </div>
      ))}
    </div>
  )
}

/** What has a tooltip lies above the link of its row; a click on it opens the document too. */
function openRow(event: MouseEvent): void {
  const { target, currentTarget, ctrlKey, metaKey } = event
  if ((target as Element).closest('a, label, input')) return
  const link = (currentTarget as Element).querySelector('.open')
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }))
}

/** Events of checkboxes do not say whether Shift is held. */
let shiftHeld = false
for (const type of ['pointerdown', 'keydown', 'keyup'] as const)
  window.addEventListener(type, (event) => (shiftHeld = event.shiftKey), { capture: true })

function Cell({ row, head }: { row: Row; head: Head }) {
  const { annotation } = row
  switch (head.kind) {
    case 'name':
      return <NameCell row={row} />
    case 'value': {
      const text = shownValue(head.column!, row.values, FORMATS)
      return (
        <span class="text" title={text}>
          {text}
        </span>
      )
    }
    case 'labels':
      return (
        <>
          {row.labels.slice(0, MAX_SHOWN).map(({ id, name, color }) => (
            <span key={id} class="list-label" title={name}>
              <Dot color={color} />
              <span class="text">{name}</span>
            </span>
          ))}
          <Rest names={row.labels.slice(MAX_SHOWN).map(({ name }) => name)} />
        </>
      )
    case 'assignees':
      return (
        <>
          {row.assignees.slice(0, MAX_SHOWN).map((user) => (
            <span key={user.id} class="person" title={nameOf(user)}>
              <span aria-hidden="true">{initialsOf(user)}</span>
              <span class="visually-hidden">{nameOf(user)}</span>
            </span>
          ))}
          <Rest names={row.assignees.slice(MAX_SHOWN).map(nameOf)} />
        </>
      )
    case 'reviewer':
      return <span class="text">{row.reviewer ? nameOf(row.reviewer) : ''}</span>
    case 'state':
      return <Status status={annotation.status} />
    case 'moment':
      return <Moment iso={annotation[head.key as 'modified_at'] ?? null} />
    case 'arrived':
      return <Moment iso={annotation.arrived_at} />
  }
}

function NameCell({ row: { id, fileName, reason, annotation } }: { row: Row }) {
  return (
    <>
      <Link to={`/documents/${id}`} class="open">
        <span class="text">{fileName || t('documents.noName', { id })}</span>
      </Link>
      {reason && (
        <span class="reason" title={reason}>
          <Icon name="alert" size={15} />
          <span class="text">{reason}</span>
        </span>
      )}
      {annotation.status === 'importing' && <span class="spinner" aria-hidden="true" />}
    </>
  )
}

const Rest = ({ names }: { names: readonly string[] }) =>
  names.length ? (
    <span class="rest" title={names.join(', ')}>
      <span aria-hidden="true">+{names.length}</span>
      <span class="visually-hidden">{names.join(', ')}</span>
    </span>
  ) : null

const Moment = ({ iso }: { iso: string | null }) =>
  iso ? (
    <time class="text" dateTime={iso} title={formatDateTime(iso)}>
      {formatAgo(iso, now.value)}
    </time>
  ) : null
