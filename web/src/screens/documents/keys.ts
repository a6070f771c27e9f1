/** Keys of a list. They work wherever the focus is, except in fields and while a dialog or panel is open. */
import { useEffect, useRef } from 'preact/hooks'

export interface KeyActions {
  toggle?: ((id: number, isRange: boolean) => void) | undefined
  upload?: (() => void) | undefined
  reviewNext?: (() => void) | undefined
  clear: () => void
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.document-row')]
const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('.document-row') ?? null
const isBusyElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, dialog, [popover]') !== null) ||
  document.querySelector('dialog[open], [popover]:popover-open') !== null

/** Moves the focus to a row; `last` is the index of the row that had it last. */
function move(step: number, last: number): number {
  const all = rows()
  const present = focusedRow()
  const at = present ? all.indexOf(present) : last - (step > 0 ? 1 : 0)
  const to = Math.max(0, Math.min(at + step, all.length - 1))
  const link = all[to]?.querySelector<HTMLElement>('.open')
  link?.focus({ preventScroll: true })
  // The heads and the bar of actions cover the ends of the window.
  all[to]?.scrollIntoView({ block: 'nearest' })
  return link ? to : last
}

export function useListKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  latest.current = actions
  const last = useRef(0)
  useEffect(() => {
    const remember = () => {
      const row = focusedRow()
      if (row) last.current = rows().indexOf(row)
    }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event.target))
        return
      const { toggle, upload, reviewNext, clear } = latest.current
      const isArrow = event.key.startsWith('Arrow')
      // Arrows scroll where they belong to another control.
      if (isArrow && document.activeElement !== document.body && !focusedRow()) return
      const id = Number(focusedRow()?.dataset.id)
      const keys: Record<string, (() => void) | undefined> = {
        j: () => (last.current = move(1, last.current)),
        k: () => (last.current = move(-1, last.current)),
        x: toggle && id ? () => toggle(id, false) : undefined,
        X: toggle && id ? () => toggle(id, true) : undefined,
        '/': () => document.querySelector<HTMLElement>('.search-field input')?.focus(),
        u: upload,
        n: reviewNext,
        Escape: clear,
      }
      const run = keys[event.key === 'ArrowDown' ? 'j' : event.key === 'ArrowUp' ? 'k' : event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('focusin', remember)
    window.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('focusin', remember)
      window.removeEventListener('keydown', press)
    }
  }, [])
}
