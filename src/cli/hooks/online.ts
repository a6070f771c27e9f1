/** Sends requests of a local function to the service. */
import type { FunctionAnswer, FunctionRequest } from '../../sandbox/functions/index.ts'
import type { Rest } from '../client/rest.ts'

const TIMEOUT_MS = 60_000
const MAX_ANSWER = 10_000_000

/** Requests to the service of the payload (`base_url`) go to the one of `rest`, which may have another address; all others are refused. */
export function openOnline(
  { api, token }: Rest,
  base_url: unknown,
): { token: string; fetch(request: FunctionRequest): Promise<FunctionAnswer> } {
  const { origin } = new URL(api)
  const own = [origin, typeof base_url === 'string' ? URL.parse(base_url)?.origin : undefined]
  return {
    token,
    async fetch({ method, url, headers, body }) {
      const target = URL.parse(url)
      if (!target) throw new Error(`"${url.slice(0, 200)}" is not a valid URL.`)
      if (!own.includes(target.origin)) throw new Error(`Requests to ${target.origin} are not sent from here.`)
      const response = await fetch(origin + target.pathname + target.search, {
        method,
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      if (text.length > MAX_ANSWER) throw new Error(`The response of ${url} has more than ${MAX_ANSWER} characters.`)
      return { status: response.status, headers: Object.fromEntries(response.headers), body: text }
    },
  }
}
