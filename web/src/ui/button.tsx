/** Buttons and links that look like buttons. */
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { BASE, navigate } from '../app/router.ts'
import { Icon, type IconName } from './icon.tsx'
import { keyLabel, keysHere } from './keys.ts'

type Kind = 'plain' | 'primary' | 'quiet' | 'danger'

export interface ButtonProps {
  children?: ComponentChildren
  icon?: IconName
  kind?: Kind
  /** Keys that do the same, as shown to the user: `Ctrl+Enter`. */
  keys?: string
  /** Name for assistive technology and tooltip; required for a button with an icon only. */
  label?: string
  onClick?: (event: MouseEvent) => void
  disabled?: boolean
  /** Shows work in progress and prevents further clicks. */
  busy?: boolean
  pressed?: boolean
  expanded?: boolean
  type?: 'button' | 'submit'
  class?: string
  /** Attributes of other kinds, such as `popovertarget`. */
  rest?: ButtonHTMLAttributes<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const { children, icon, kind = 'plain', label, onClick, disabled, busy, pressed, expanded, type, rest } = props
  const keys = props.keys && keysHere(props.keys)
  const title = [label, props.keys && `(${keyLabel(props.keys)})`].filter(Boolean).join(' ')
  return (
    <button
      type={type ?? 'button'}
      class={`button ${kind} ${children === undefined ? 'icon-only' : ''} ${props.class ?? ''}`}
      title={title || undefined}
      aria-label={children === undefined ? label : undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      disabled={disabled || busy}
      onClick={onClick}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
      {props.keys && kind === 'primary' && <kbd>{keyLabel(props.keys)}</kbd>}
    </button>
  )
}

export interface LinkProps {
  to: string
  children?: ComponentChildren
  class?: string
  label?: string
  current?: boolean
}

/** A link to an address of the screen. */
export function Link({ to, children, class: className, label, current }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a
      href={BASE + to}
      class={className}
      onClick={follow}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </a>
  )
}
