/** A button that opens a list to choose several of, with a search: by keys, mouse and touch. */
import './pick-menu.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { popoverProps } from '../../../ui/overlay.ts'
import { isMatch } from './search.ts'

export interface Choice {
  id: string
  /** The text that the search looks at. */
  label: string
  view: ComponentChildren
  chosen: boolean
}

export interface PickMenuProps {
  button: Omit<ButtonProps, 'onClick'>
  title: string
  searchLabel: string
  /** undefined: being loaded. */
  choices: readonly Choice[] | undefined
  onToggle: (id: string, chosen: boolean) => void
  onOpen: () => void
  /** Shown if no choice fits. */
  empty: string
  /** Controls below the list, for the text of the search. */
  footer?: (text: string, controls: { clear: () => void; close: () => void }) => ComponentChildren
  /** Called by Enter if no choice fits the text. */
  onEnter?: (text: string) => void
  /** Gives commands a way to open the menu. */
  openRef?: { current: (() => void) | null }
}

/** Choices that are listed at once; the search finds all others. */
const MAX_CHOICES = 100

export function PickMenu(props: PickMenuProps) {
  const { button, title, searchLabel, choices, onToggle, onOpen, empty, footer, onEnter, openRef } = props
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = (choices ?? []).filter(({ label }) => isMatch(label, text))
  const listed = found.slice(0, MAX_CHOICES)
  const active = Math.min(at, listed.length - 1)

  useEffect(() => {
    if (openRef) openRef.current = () => menu.current?.showPopover()
  })
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const place = (panel: HTMLElement) => {
    const box = anchor.current!.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = panel
    panel.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`
    const below = box.bottom + 4
    panel.style.top = `${below + height + 8 > innerHeight ? Math.max(8, box.top - height - 4) : below}px`
  }
  const clear = () => {
    setText('')
    setAt(0)
  }
  const shared = popoverProps((panel) => {
    onOpen()
    place(panel)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((active + step + listed.length) % Math.max(1, listed.length))
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const choice = listed[active]
      if (choice) onToggle(choice.id, !choice.chosen)
      else onEnter?.(text.trim())
    } else return
    event.preventDefault()
  }
  return (
    <div ref={anchor} class="menu-anchor">
      <Button {...button} rest={{ ...button.rest, popovertarget: id, 'aria-haspopup': 'dialog' }} />
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="dialog"
        class="menu pick-menu"
        aria-label={title}
        {...shared}
        onToggle={(event) => {
          if (event.newState !== 'open') clear()
          shared.onToggle(event)
        }}
      >
        <input
          class="input"
          type="text"
          role="combobox"
          autocomplete="off"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={listed[active] ? `${id}-${active}` : undefined}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <ul id={`${id}-list`} role="listbox" aria-multiselectable="true" aria-label={title}>
          {listed.map(({ id: choice, view, chosen }, index) => (
            <li
              key={choice}
              id={`${id}-${index}`}
              role="option"
              aria-selected={chosen}
              class={index === active ? 'active' : ''}
              // The focus stays in the search.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onToggle(choice, !chosen)}
            >
              <span class="icon-space">{chosen && <Icon name="check" />}</span>
              {view}
            </li>
          ))}
        </ul>
        {!listed.length && <p class="hint">{choices ? empty : t('common.loading')}</p>}
        {found.length > listed.length && (
          <p class="hint">{t('side.moreChoices', { count: found.length - listed.length })}</p>
        )}
        {footer?.(text.trim(), { clear, close: () => menu.current?.hidePopover() })}
      </div>
    </div>
  )
}
