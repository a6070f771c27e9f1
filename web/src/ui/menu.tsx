/** A button that opens a list of actions. */
import { useId, useRef } from 'preact/hooks'
import { Button, type ButtonProps } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { keyLabel } from './keys.ts'
import { popoverProps } from './overlay.ts'

export interface MenuItem {
  label: string
  icon?: IconName
  keys?: string
  danger?: boolean
  disabled?: boolean
  /** For a choice among several items. */
  checked?: boolean
  run: () => void
}

interface MenuProps {
  /** The button; its `label` names the menu. */
  button: Omit<ButtonProps, 'onClick'>
  items: readonly (MenuItem | null)[]
  /** Side of the button on which the menu ends. */
  align?: 'start' | 'end'
}

/** Shows a menu; null among the items is a line between groups. Arrow keys, Home and End move in it, Escape and Tab close it. */
export function Menu({ button, items, align = 'end' }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }
  const place = (menu: HTMLElement) => {
    const box = menu.previousElementSibling!.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = menu
    const left = align === 'end' ? box.right - width : box.left
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
    menu.style.top = `${box.bottom + height + 8 > innerHeight ? Math.max(8, box.top - height - 4) : box.bottom + 4}px`
  }
  return (
    <div class="menu-anchor">
      <Button {...button} rest={{ ...button.rest, popovertarget: id, 'aria-haspopup': 'menu' }} />
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        class="menu"
        aria-label={button.label}
        onKeyDown={move}
        {...popoverProps(place)}
      >
        {items.map((item, index) =>
          item === null ? (
            <hr key={index} />
          ) : (
            <button
              key={index}
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.checked}
              class={item.danger ? 'danger' : ''}
              disabled={item.disabled}
              onClick={() => {
                list.current?.hidePopover()
                item.run()
              }}
            >
              {item.icon ? (
                <Icon name={item.icon} />
              ) : (
                <span class="icon-space">{item.checked && <Icon name="check" />}</span>
              )}
              <span>{item.label}</span>
              {item.keys && <kbd>{keyLabel(item.keys)}</kbd>}
            </button>
          ),
        )}
      </div>
    </div>
  )
}
