/** Reports when elements come near the visible area. One observer serves all of them: a document can have hundreds of pages. */

/** Distance from the visible area at which an element counts as near. */
const MARGIN = '600px'
/** Elements that are scrolled past faster than this do not count. */
const PAUSE_MS = 60

const waiting = new WeakMap<Element, { near: () => void; timer?: ReturnType<typeof setTimeout> }>()
let observer: IntersectionObserver | null = null

function report(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const entry = waiting.get(target)
    if (!entry) continue
    clearTimeout(entry.timer)
    if (isIntersecting)
      entry.timer = setTimeout(() => {
        stop(target)
        entry.near()
      }, PAUSE_MS)
  }
}

function stop(element: Element): void {
  clearTimeout(waiting.get(element)?.timer)
  waiting.delete(element)
  observer?.unobserve(element)
}

/** Calls `near` once when the element comes near the visible area; the returned function ends the wait. */
export function whenNear(element: Element, near: () => void): () => void {
  // `rootMargin` enlarges the window only; inside an area that scrolls, `scrollMargin` does it. The types do not know it yet.
  const options = { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit
  observer ??= new IntersectionObserver(report, options)
  waiting.set(element, { near })
  observer.observe(element)
  return () => stop(element)
}
