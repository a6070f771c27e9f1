/** Labels and assignees of the selected documents. */
import { useState } from 'preact/hooks'
import { request } from '../../api/client.ts'
import type { Label, User } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'
import type { BulkStore } from './bulk-store.ts'
import { Choices, type Choice } from './choices.tsx'
import { nameOf, type Row } from './rows.ts'

/** Whether all, some or none of the rows have an object. */
function stateOf(rows: readonly Row[], key: 'labels' | 'assignees', url: string): Choice['state'] {
  const count = rows.filter(({ annotation }) => annotation[key].includes(url)).length
  return count === 0 ? false : count === rows.length ? true : 'mixed'
}

interface PanelProps {
  rows: readonly Row[]
  bulk: BulkStore
}

interface LabelPanelProps extends PanelProps {
  labels: readonly Label[]
  onLabelCreated: (label: Label) => void
}

export function LabelPanel({ rows, bulk, labels, onLabelCreated }: LabelPanelProps) {
  return (
    <Choices
      choices={labels.map(({ id, name, color, url }) => ({ id, name, color, state: stateOf(rows, 'labels', url) }))}
      empty={t(labels.length ? 'documents.noLabel' : 'documents.noLabels')}
      disabled={bulk.running.value !== null}
      onChange={({ id }, isOn) =>
        void bulk.setLabel(
          labels.find((label) => label.id === id)!,
          isOn,
        )
      }
    >
      {bulk.actor.isAdmin && <NewLabel bulk={bulk} onCreated={onLabelCreated} />}
    </Choices>
  )
}

/** Colours that differ well from each other on light and dark backgrounds. */
const COLORS = ['#c0392b', '#b9770e', '#2e8b57', '#1f77b4', '#7d4fb3', '#c2548c', '#5f7a8a', '#8a6d3b']

function NewLabel({ bulk, onCreated }: { bulk: BulkStore; onCreated: (label: Label) => void }) {
  const [name, setName] = useState('')
  const [color, setColor] = useState(COLORS[0]!)
  const [error, setError] = useState<string | null>(null)
  const create = async (event: Event) => {
    event.preventDefault()
    try {
      const label = await request<Label>('/labels', { body: { name: name.trim(), color } })
      setName('')
      setError(null)
      onCreated(label)
      await bulk.setLabel(label, true)
    } catch (failure) {
      setError(sentenceOf(failure))
    }
  }
  return (
    <form class="new-label" onSubmit={(event) => void create(event)}>
      <TextField label={t('documents.newLabel')} value={name} maxLength={255} error={error} onInput={setName} />
      <div class="swatches" role="radiogroup" aria-label={t('documents.color')}>
        {COLORS.map((one, index) => (
          <label key={one} class="swatch" style={{ '--swatch': one }}>
            <input
              type="radio"
              name="label-color"
              checked={color === one}
              aria-label={t('documents.colorNumber', { number: index + 1 })}
              onChange={() => setColor(one)}
            />
          </label>
        ))}
      </div>
      <Button type="submit" icon="add" disabled={!name.trim()}>
        {t('documents.createLabel')}
      </Button>
    </form>
  )
}

export function AssignPanel({ rows, bulk, users }: PanelProps & { users: readonly User[] }) {
  return (
    <Choices
      choices={users.map((user) => ({
        id: user.id,
        name: nameOf(user),
        state: stateOf(rows, 'assignees', user.url),
      }))}
      empty={t('documents.noPerson')}
      disabled={bulk.running.value !== null}
      onChange={({ id }, isOn) =>
        void bulk.setAssignee(
          users.find((user) => user.id === id)!,
          isOn,
        )
      }
    />
  )
}
