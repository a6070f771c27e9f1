/** The address of Temporal's UI, which has no login. */
import { isLoopback, type Config } from '../config.ts'

/** Whether a client that called the service by `root` can reach the UI: an address of this machine only from this machine. */
const isReachable = (uiUrl: string, root: string): boolean =>
  !isLoopback(new URL(uiUrl).hostname) || isLoopback(new URL(root).hostname)

/** Returns the URL of a workflow in Temporal's UI; null if no address of the UI is known, or the client cannot reach it. */
export function workflowUrl({ temporal }: Pick<Config, 'temporal'>, root: string, workflowId: string): string | null {
  const { uiUrl, namespace } = temporal
  if (!uiUrl || !isReachable(uiUrl, root)) return null
  return `${uiUrl.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`
}
