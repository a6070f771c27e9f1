/** A list of labels or people to check, with a search field if it is long. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'
import { Checkbox, TextField } from '../../ui/fields.tsx'

export interface Choice {
  id: number
  name: string
  color?: string | null
  /** `mixed`: some of several have it. */
  state: boolean | 'mixed'
}

interface ChoicesProps {
  choices: readonly Choice[]
  empty: string
  disabled?: boolean
  onChange: (choice: Choice, isOn: boolean) => void
  children?: ComponentChildren
}

const MANY = 8

export function Choices({ choices, empty, disabled = false, onChange, children }: ChoicesProps) {
  const [text, setText] = useState('')
  const wanted = choices.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <div class="choices">
      {choices.length > MANY && (
        <TextField
          label={t('common.search')}
          hideLabel
          placeholder={t('common.search')}
          type="search"
          value={text}
          onInput={setText}
        />
      )}
      <ul>
        {wanted.map((choice) => (
          <li key={choice.id}>
            <Checkbox
              label={choice.name}
              checked={choice.state === true}
              mixed={choice.state === 'mixed'}
              disabled={disabled}
              onChange={(isOn) => onChange(choice, isOn)}
            />
            {choice.color !== undefined && <Dot color={choice.color} />}
          </li>
        ))}
      </ul>
      {!wanted.length && <p class="hint">{empty}</p>}
      {children}
    </div>
  )
}

/** The colour of a label. */
export const Dot = ({ color }: { color: string | null }) => (
  <span class="label-dot" style={color ? { background: color } : {}} aria-hidden="true" />
)
