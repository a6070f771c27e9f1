/** Titled parts of a screen. */
import './panel.css'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface PanelProps {
  title: string
  /** What the figures mean, in a sentence. */
  hint?: string
  /** Takes the whole width. */
  wide?: boolean
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A titled part of the screen. */
export function Panel({ title, hint, wide, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section class={`card panel ${wide ? 'wide' : ''}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {hint && <p class="hint">{hint}</p>}
      {children}
    </section>
  )
}

/** Says why there is no figure. */
export const NoFigure = ({ children }: { children: ComponentChildren }) => <p class="no-figure">{children}</p>
