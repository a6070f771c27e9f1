import type { SandboxLevel } from './isolation.ts'

/** What the processes that open documents can reach at a level beyond the document, for operators; null if it is nothing. */
export function limitationOf(level: SandboxLevel): string | null {
  if (level === 'user')
    return 'Bubblewrap cannot create namespaces here, so the processes that open documents have users of their own, but can use the network.'
  if (level === 'process')
    return 'Bubblewrap cannot create namespaces here, so the processes that open documents run as the user of the service: with a hostile file they could read its secrets, files and environment, and use the network.'
  return null
}

/** Whether a level has the required isolation: `full` from secrets and network, `user` from secrets, `none`. */
export const suffices = (level: SandboxLevel, required: 'full' | 'user' | 'none'): boolean =>
  required === 'none' || limitationOf(level) === null || (required === 'user' && level === 'user')

/** What operators can do about it. */
export const SANDBOX_HELP =
  'Install bubblewrap and allow unprivileged user namespaces, or run a reader in a container of its own (DOCUMENTS_SOCKET, as in docker-compose.yml). ' +
  'REQUIRE_SANDBOX=user requires only that secrets are out of reach: run as root, or with the capabilities SETUID, SETGID, SETPCAP and KILL. ' +
  'REQUIRE_SANDBOX=0 starts without isolation.'
