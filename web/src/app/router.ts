/** Addresses of the screen. One signal holds the present one; links and the browser's buttons change it. */
import { signal } from '@preact/signals'
import { PREFIX } from '../api/prefix.ts'

/** Path below which the screen is served. */
export const BASE = `${PREFIX}/app`

export interface Route {
  /** Path below BASE, such as `/queues/3`. */
  path: string
  query: URLSearchParams
}

const current = (): Route => ({
  path: location.pathname.startsWith(`${BASE}/`) ? location.pathname.slice(BASE.length) : location.pathname,
  query: new URLSearchParams(location.search),
})

const searchOf = ({ query }: Route): string => (query.size ? `?${query.toString()}` : '')

export const route = signal<Route>(current())

/** Returns a message if leaving would lose something, and null otherwise. */
type Guard = () => string | null
const guards = new Set<Guard>()

/** Asks before the user leaves the present address; returns the function that ends this. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Returns what leaving would lose, as one question; null if nothing. */
function reasonToStay(): string | null {
  const messages = [...guards].map((guard) => guard()).filter((message) => message !== null)
  return messages.length ? messages.join('\n\n') : null
}

/** Position of the present address in the history of this window, to go back to it. */
let position = Number(Object(history.state).position ?? 0)
// Then entries without a state are those of links within the page, such as `#content`.
history.replaceState({ position }, '')

window.addEventListener('popstate', (event) => {
  // A link within the page leaves nothing; its entry is a part of the present address.
  if (event.state === null) return history.replaceState({ position }, '')
  const next = Number(Object(event.state).position ?? 0)
  const message = next === position ? null : reasonToStay()
  // The address has changed already: a user who stays returns to it.
  if (message && !confirm(message)) return history.go(position - next)
  position = next
  if (current().path !== route.value.path || location.search !== searchOf(route.value)) route.value = current()
})
window.addEventListener('beforeunload', (event) => {
  if (reasonToStay() !== null) event.preventDefault()
})

/** Asks whether the user wants to leave, if that would lose something. */
export function confirmLeaving(): boolean {
  const message = reasonToStay()
  return message === null || confirm(message)
}

/** Opens an address of the screen. `replace`: without an entry in the history. `isAsked`: the user has agreed to leave before. */
export function navigate(to: string, { replace = false, isAsked = false } = {}): void {
  if (!isAsked && !confirmLeaving()) return
  if (!replace) position += 1
  history[replace ? 'replaceState' : 'pushState']({ position }, '', BASE + to)
  route.value = current()
  window.scrollTo(0, 0)
}

/** Loads a page in place of the present one, without asking. */
export function openPage(url: string): void {
  guards.clear()
  location.replace(url)
}

/** Changes parameters of the address without leaving it; empty values remove them. */
export function setQuery(changes: Record<string, string | null>, { replace = true } = {}): void {
  const query = new URLSearchParams(route.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  if (!replace) position += 1
  history[replace ? 'replaceState' : 'pushState']({ position }, '', BASE + route.value.path + (text ? `?${text}` : ''))
  route.value = current()
}

/** Returns the parameters of a path that fits a pattern such as `/queues/:id`; null if it does not fit. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names: string[] = []
  const source = pattern.replace(/:(\w+)/g, (_, name: string) => (names.push(name), '([^/]+)'))
  const found = new RegExp(`^${source}/?$`).exec(path)
  if (!found) return null
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]))
  } catch {
    // Not a text: `%E0` alone, for example.
    return null
  }
}
