/** Secrets of a hook: strings by name, encrypted at rest, never returned. */
import { HOOK_SECRETS } from '../../domain/hooks/config.ts'
import { seal } from '../../domain/requests/secrets.ts'
import type { Hook, RowOf } from '../../models/index.ts'
import type { Caller } from '../framework/request.ts'

export type Secrets = Record<string, string>

/** Returns the secrets that a request sets, or null. Clients that PUT an object as they read it send `{}`, which means no change. */
export function newSecrets({ secrets }: { secrets?: Secrets }, full: boolean): Secrets | null {
  return secrets && !(full && Object.keys(secrets).length === 0) ? secrets : null
}

export function secretColumns(
  values: { secrets?: Secrets },
  full: boolean,
  { config }: Caller,
): Partial<Pick<RowOf<Hook>, 'sealed_secrets'>> {
  const secrets = newSecrets(values, full)
  if (!secrets) return {}
  return { sealed_secrets: Object.keys(secrets).length ? seal(config, HOOK_SECRETS, secrets) : null }
}
