/** Secrets of a hook: strings by name, encrypted at rest, never returned. */
import { seal, unseal } from '../../domain/requests/secrets.ts'
import type { Hook, RowOf } from '../../models/index.ts'
import type { Caller } from '../engine/request.ts'

const PLACE = 'hooks.secrets'
export type Secrets = Record<string, string>

export const secretsOf = (
  row: Pick<RowOf<Hook>, 'sealed_secrets'> | null,
  { config }: Pick<Caller, 'config'>,
): Secrets => (row?.sealed_secrets ? (unseal(config, PLACE, row.sealed_secrets) as Secrets) : {})

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
  return { sealed_secrets: Object.keys(secrets).length ? seal(config, PLACE, secrets) : null }
}
