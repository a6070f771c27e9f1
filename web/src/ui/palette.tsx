/** The palette finds a command by its name; the sheet shows all keys. */
import './palette.css'
import { signal } from '@preact/signals'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../i18n/index.ts'
import { commands, setSingleKeys, singleKeys, useCommands, type Command } from './commands.tsx'
import { Dialog } from './dialog.tsx'
import { Checkbox } from './fields.tsx'
import { keyLabel } from './keys.ts'

const open = signal<'palette' | 'sheet' | null>(null)
export const showSheet = (): void => void (open.value = 'sheet')
export const showPalette = (): void => void (open.value = 'palette')

/** Part of every screen with commands. */
export function CommandDialogs() {
  useCommands([
    { id: 'palette', label: t('commands.palette'), group: t('commands.general'), keys: ['Ctrl+K'], run: showPalette },
    { id: 'sheet', label: t('commands.sheet'), group: t('commands.general'), keys: ['?', 'F1'], run: showSheet },
  ])
  if (open.value === 'palette') return <Palette />
  return open.value === 'sheet' ? <Sheet /> : null
}

const close = () => (open.value = null)

function Palette() {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands().filter(
    ({ id: name, label, enabled = true }) =>
      enabled && name !== 'palette' && words.every((word) => label.toLowerCase().includes(word)),
  )
  const chosen = Math.min(at, found.length - 1)
  useEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen])
  const run = (command: Command | undefined) => {
    close()
    // After the dialog has given the focus back, and before the next key.
    if (command) queueMicrotask(() => command.run())
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((chosen + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') run(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('commands.palette')} onClose={close}>
      <input
        class="input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        aria-label={t('commands.find')}
        placeholder={t('commands.find')}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <ul ref={list} id={id} class="palette" role="listbox" aria-label={t('commands.palette')}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            <span>{command.label}</span>
            {command.keys?.[0] && <kbd>{keyLabel(command.keys[0])}</kbd>}
          </li>
        ))}
        {!found.length && <li class="soft">{t('commands.none')}</li>}
      </ul>
    </Dialog>
  )
}

function Sheet() {
  const withKeys = commands().filter(({ keys }) => keys?.length)
  const groups = [...new Set(withKeys.map(({ group }) => group))]
  return (
    <Dialog title={t('commands.sheet')} onClose={close} wide>
      <div class="key-sheet">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {withKeys
                .filter((command) => command.group === group)
                .map(({ id, label, keys = [] }) => (
                  <div key={id}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((one) => (
                        <kbd key={one}>{keyLabel(one)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox label={t('commands.singleKeys')} checked={singleKeys.value} onChange={setSingleKeys} />
    </Dialog>
  )
}
