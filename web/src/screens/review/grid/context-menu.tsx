/** The menu at the place of a click. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import { keyLabel } from '../../../ui/keys.ts'
import { popoverProps } from '../../../ui/overlay.ts'
import type { GridCommand } from './commands.ts'
import { menuItems } from './toolbar.tsx'
import type { TableStore } from './table-store.ts'

/** Shows the menu while `store.menuAt` has a place. Arrow keys move in it; Escape and a click elsewhere close it. */
export function ContextMenu({ store, commands }: { store: TableStore; commands: readonly GridCommand[] }) {
  const place = store.menuAt.value
  return place && <OpenMenu store={store} commands={commands} x={place.x} y={place.y} />
}

interface OpenMenuProps {
  store: TableStore
  commands: readonly GridCommand[]
  x: number
  y: number
}

function OpenMenu({ store, commands, x, y }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const before = useRef(document.activeElement)
  const close = () => {
    store.menuAt.value = null
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    const element = menu.current!
    element.showPopover()
    element.style.left = `${Math.max(8, Math.min(x, innerWidth - element.offsetWidth - 8))}px`
    element.style.top = `${Math.max(8, Math.min(y, innerHeight - element.offsetHeight - 8))}px`
  }, [x, y])
  const shared = popoverProps(() => undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...menu.current!.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Tab') close()
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      class="menu"
      aria-label={t('grid.more')}
      onKeyDown={onKeyDown}
      {...shared}
      onToggle={(event) => {
        shared.onToggle(event)
        if (event.newState === 'closed' && store.menuAt.value) close()
      }}
    >
      {menuItems(commands).map((item, index) =>
        item === null ? (
          <hr key={index} />
        ) : (
          <button
            key={index}
            type="button"
            role="menuitem"
            class={item.danger ? 'danger' : ''}
            disabled={item.disabled}
            onClick={() => {
              close()
              item.run()
            }}
          >
            {item.icon ? <Icon name={item.icon} /> : <span class="icon-space" />}
            <span>{item.label}</span>
            {item.keys && <kbd>{keyLabel(item.keys)}</kbd>}
          </button>
        ),
      )}
    </div>
  )
}
