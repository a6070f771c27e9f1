/** Addresses of the screen. One signal holds the present one; links and the browser's buttons change it. */
import { signal } from '@preact/signals'

/** Path below which the screen is served, as `base` of vite.config.ts. */
export const BASE = '/app'

export interface Route {
  /** Path below BASE, such as `/queues/3`. */
  path: string
  query: URLSearchParams
}

const current = (): Route => ({
  path: location.pathname.startsWith(`${BASE}/`) ? location.pathname.slice(BASE.length) : location.pathname,
  query: new URLSearchParams(location.search),
})

export const route = signal<Route>(current())

/** Returns a message if leaving would lose something, and null otherwise. */
type Guard = () => string | null
let guard: Guard | null = null

/** Asks before the user leaves the present address; returns the function that ends this. */
export function guardLeaving(given: Guard): () => void {
  guard = given
  return () => {
    if (guard === given) guard = null
  }
}

window.addEventListener('popstate', () => (route.value = current()))
window.addEventListener('beforeunload', (event) => {
  if (guard?.()) event.preventDefault()
})

/** Opens an address of the screen. `replace`: without an entry in the history. */
export function navigate(to: string, { replace = false } = {}): void {
  const message = guard?.()
  if (message && !confirm(message)) return
  history[replace ? 'replaceState' : 'pushState'](null, '', BASE + to)
  route.value = current()
  window.scrollTo(0, 0)
}

/** Changes parameters of the address without leaving it; empty values remove them. */
export function setQuery(changes: Record<string, string | null>, { replace = true } = {}): void {
  const query = new URLSearchParams(route.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  history[replace ? 'replaceState' : 'pushState'](null, '', BASE + route.value.path + (text ? `?${text}` : ''))
  route.value = current()
}

/** Returns the parameters of a path that fits a pattern such as `/queues/:id`; null if it does not fit. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names: string[] = []
  const source = pattern.replace(/:(\w+)/g, (_, name: string) => (names.push(name), '([^/]+)'))
  const found = new RegExp(`^${source}/?$`).exec(path)
  return found && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]))
}
