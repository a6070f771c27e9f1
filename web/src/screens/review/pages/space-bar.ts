/** The space bar on the pages: held, a drag moves them; pressed shortly, it scrolls. */
export interface SpaceBar {
  readonly isDown: () => boolean
  /** The pages were moved by a drag. */
  notePanned(): void
  /** `shown` has the cursor: `grab` is called when the key goes down, `rest` when it goes up. */
  attach(scroller: HTMLElement, shown: { grab: () => void; rest: () => void }, options: { signal: AbortSignal }): void
}

export function createSpaceBar(): SpaceBar {
  let isDown = false
  let hasPanned = false
  return {
    isDown: () => isDown,
    notePanned: () => {
      hasPanned = true
    },
    attach: (scroller, { grab, rest }, options) => {
      scroller.addEventListener(
        'keydown',
        (event) => {
          if (event.key !== ' ' || event.target !== scroller || event.ctrlKey || event.altKey) return
          event.preventDefault()
          if (!isDown) hasPanned = false
          isDown = true
          grab()
        },
        options,
      )
      scroller.addEventListener(
        'keyup',
        (event) => {
          if (event.key !== ' ' || !isDown) return
          isDown = false
          rest()
          // A short press scrolls, as everywhere in a browser.
          if (!hasPanned) scroller.scrollBy({ top: (event.shiftKey ? -0.9 : 0.9) * scroller.clientHeight })
        },
        options,
      )
      scroller.addEventListener('blur', () => (isDown = false), options)
    },
  }
}
