/**
 * The embedded page: the address of `start_embedded` and `create_embedded_url`, with its token and the addresses to return to in the
 * fragment. The fragment is read once and removed from the address, so that neither the history nor a copied address contains the token.
 */
import { useToken } from '../api/client.ts'
import { withoutPrefix } from '../api/prefix.ts'

type Return = 'return_url' | 'cancel_url' | 'postpone_url' | 'delete_url'

let returns: Partial<Record<Return, string>> = {}
let annotationId: number | null = null

/** The annotation of an embedded URL; null in a signed-in browser. */
export const embeddedAnnotation = (): number | null => annotationId

/** Returns an address if a browser may open it, which excludes `javascript:` and the like. */
export const safeUrl = (text: string | null): string | null =>
  text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null

/** Reads and removes the fragment of an embedded URL. */
export function takeEmbedded(): void {
  const [, id] = /^\/embedded\/document\/(\d+)/.exec(withoutPrefix(location.pathname)) ?? []
  if (id === undefined) return
  const fragment = new URLSearchParams(location.hash.slice(1))
  annotationId = Number(id)
  useToken(fragment.get('authToken') ?? '')
  returns = Object.fromEntries(
    (['return_url', 'cancel_url', 'postpone_url', 'delete_url'] as const).flatMap((name) => {
      const url = safeUrl(fragment.get(name))
      return url === null ? [] : [[name, url]]
    }),
  )
  history.replaceState(history.state, '', location.pathname)
}

/** Opens the address for an outcome. Returns false if the page was opened without one. */
export function returnTo(name: Return): boolean {
  const url = returns[name]
  if (url === undefined) return false
  location.replace(url)
  return true
}
