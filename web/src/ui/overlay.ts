/**
 * Keys around dialogs, menus and panels ("overlays"). What a user types while one opens, is open or closes never reaches the screen behind
 * it, and never presses a button by chance: a text has spaces.
 */

/** Whether a dialog, menu or panel is open: commands of the screen wait. */
export const isOverlayOpen = (): boolean => document.querySelector('dialog[open], :popover-open') !== null

/** Controls that take what is typed, or offer a choice. Check boxes and lists are excluded: a key would change their value. */
const INPUTS = ':is(input:not([type=checkbox], [type=button]), textarea):not(:disabled)'
const SAFE = 'button:not(:disabled, .danger, .primary)'

/** Returns the control of an overlay that gets the focus: the first input, or else its main safe control, such as Cancel. */
export function firstControl(overlay: ParentNode): HTMLElement | null {
  for (const selector of ['[autofocus]', INPUTS, `footer ${SAFE}`, SAFE, 'button:not(:disabled)']) {
    const found = overlay.querySelector<HTMLElement>(selector)
    if (found) return chosenOf(overlay, found)
  }
  return null
}

/** Returns the chosen one of a group of radio buttons. */
function chosenOf(overlay: ParentNode, found: HTMLElement): HTMLElement {
  if (!(found instanceof HTMLInputElement) || found.type !== 'radio') return found
  return overlay.querySelector<HTMLElement>(`input[name="${found.name}"]:checked`) ?? found
}

/**
 * Returns a function that gives the focus back to what has it now, with the place of the caret. Without the second, a browser may leave the
 * caret in what is being removed: then the field has the focus, but does not take what is typed.
 */
export function rememberFocus(): () => void {
  const { activeElement: before } = document
  if (!(before instanceof HTMLElement)) return () => undefined
  const isText = before instanceof HTMLTextAreaElement || (before instanceof HTMLInputElement && before.type === 'text')
  const caret = isText ? ([before.selectionStart, before.selectionEnd] as const) : undefined
  return () => {
    before.focus()
    if (isText && caret) before.setSelectionRange(...caret)
  }
}

const PRESSABLE = 'button, a[href], summary, [role=tab], [role=option], input[type=checkbox], input[type=radio]'
const MOVES = /^(Tab|Arrow\w+|Home|End|PageUp|PageDown)$/
const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/** Typing within a text has shorter pauses than this, in milliseconds; afterwards a key is meant for what is shown by then. */
const WITHIN_TEXT = 1000

/** Keeps the keys of an overlay inside it. Returns the function that ends this when the overlay closes. */
export function keepKeys(overlay: HTMLElement): () => void {
  /** The user's last key or click has moved to the present control, so that a space presses it. */
  let hasMoved = false
  /** Time of the last character. */
  let typedAt = -Infinity
  let isBlocked = false
  const capture = (event: KeyboardEvent) => {
    const { key, target, repeat } = event
    const isPress = (key === ' ' || key === 'Enter') && target instanceof Element && target.closest(PRESSABLE) !== null
    // A key that opened the overlay and is still down presses nothing in it.
    isBlocked = isPress && (repeat || (key === ' ' && !hasMoved))
    if (isBlocked) stop(event)
    if (MOVES.test(key)) hasMoved = true
    else if (isCharacter(event) && key !== ' ') hasMoved = false
    typedAt = isCharacter(event) ? event.timeStamp : -Infinity
  }
  // Some browsers press a button when the space is released.
  const release = (event: KeyboardEvent) => event.key === ' ' && isBlocked && event.preventDefault()
  const point = ({ target }: Event) => {
    hasMoved ||= target instanceof Node && overlay.contains(target)
    typedAt = -Infinity
  }
  const inside = (event: Event) => event.stopPropagation()
  const events = new AbortController()
  const { signal } = events
  overlay.addEventListener('keydown', capture, { capture: true, signal })
  overlay.addEventListener('keyup', release, { capture: true, signal })
  addEventListener('pointerdown', point, { capture: true, signal })
  for (const name of ['keydown', 'copy', 'cut', 'paste']) overlay.addEventListener(name, inside, { signal })
  return () => {
    events.abort()
    dropRest(typedAt)
  }
}

/** Whether a key changes the value of a field. */
const isEntry = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !altKey && (ctrlKey || metaKey ? /^[vxyz]$/i : /^(.|Enter|Backspace|Delete)$/).test(key)

/** Drops what is typed while a command runs that leaves what they would go to. Returns the function that ends this. */
export function holdKeys(): () => void {
  const events = new AbortController()
  const hold = (event: KeyboardEvent) => !isOverlayOpen() && isEntry(event) && stop(event)
  addEventListener('keydown', hold, { capture: true, signal: events.signal })
  return () => events.abort()
}

const stop = (event: Event): void => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Drops the keys that were meant for an overlay which has just closed: the repetitions of one that is held down, and the rest of a text, if
 * it closed while the user was typing; `typedAt` is the time of the last character.
 */
function dropRest(typedAt: number): void {
  let last = typedAt
  const end = () => events.abort()
  const onKey = (event: KeyboardEvent) => {
    const isRest = isCharacter(event) && event.timeStamp - last < WITHIN_TEXT
    if (!event.repeat && !isRest) return end()
    last = isRest ? event.timeStamp : last
    stop(event)
  }
  const events = new AbortController()
  const options = { capture: true, signal: events.signal }
  addEventListener('keydown', onKey, options)
  addEventListener('pointerdown', end, options)
}

type Toggled = Pick<ToggleEvent, 'newState' | 'currentTarget'>

/** Attributes that an element with the attribute `popover` needs; `onOpen` places it. */
export function popoverProps(onOpen: (panel: HTMLElement) => void) {
  return {
    onBeforeToggle: (event: Toggled) => {
      const panel = event.currentTarget as HTMLElement
      ended.get(panel)?.()
      ended.delete(panel)
      if (event.newState !== 'open') return
      ended.set(panel, keepKeys(panel))
      // The browser moves the focus at once, before the next key; by the event `toggle` a key may have gone elsewhere.
      const target = firstControl(panel) ?? panel
      target.autofocus = true
    },
    onToggle: (event: Toggled) => {
      const panel = event.currentTarget as HTMLElement
      if (event.newState !== 'open') return
      for (const element of [panel, ...panel.querySelectorAll<HTMLElement>('[autofocus]')]) element.autofocus = false
      onOpen(panel)
      if (!panel.contains(document.activeElement) || document.activeElement === panel) firstControl(panel)?.focus()
    },
    onFocusOut: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const panel = currentTarget as HTMLElement
      if (!(relatedTarget instanceof Element) || panel.contains(relatedTarget)) return
      // Its button closes it by itself.
      if (relatedTarget.getAttribute('popovertarget') === panel.id || !panel.matches(':popover-open')) return
      panel.hidePopover()
    },
  }
}

/** What ends the keeping of keys, by panel. */
const ended = new WeakMap<HTMLElement, () => void>()
