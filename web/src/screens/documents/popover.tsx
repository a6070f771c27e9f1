/** A button that opens a small panel with controls. */
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { popoverProps } from '../../ui/overlay.ts'

interface PopoverProps {
  button: Omit<ButtonProps, 'onClick'>
  /** Name of the panel. */
  title: string
  /** Opens above the button. */
  above?: boolean
  children: ComponentChildren
}

/** The panel closes on Escape and on a click elsewhere; its content exists only while it is open. */
export function Popover({ button, title, above, children }: PopoverProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const place = (element: HTMLElement) => {
    const box = element.previousElementSibling!.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = element
    const isAbove = above ?? box.bottom + height + 8 > innerHeight
    element.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`
    element.style.top = `${isAbove ? Math.max(8, box.top - height - 6) : box.bottom + 6}px`
  }
  const shared = popoverProps(place)
  return (
    <div class="menu-anchor">
      <Button {...button} expanded={isOpen} rest={{ ...button.rest, popovertarget: id, 'aria-haspopup': 'dialog' }} />
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        class="menu panel"
        tabIndex={-1}
        {...shared}
        onBeforeToggle={(event) => {
          // Rendered before the panel is shown, so that its size is known.
          setOpen(event.newState === 'open')
          shared.onBeforeToggle(event)
        }}
      >
        {isOpen && children}
      </div>
    </div>
  )
}
