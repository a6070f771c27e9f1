/** Private keys of deliveries, as administrators write them. */
import type { Config } from '../../config.ts'
import { openPrivateKey } from '../../sandbox/private-keys.ts'
import { seal } from '../requests/secrets.ts'
import { DELIVERY_KEY } from './delivery-secrets.ts'

/** Returns the key encrypted for the database, without its passphrase, or why it cannot be read. Throws as `openPrivateKey`. */
export async function sealPrivateKey(
  config: Config,
  organization_id: number,
  field: string,
  given: { key: string; passphrase: string | null },
): Promise<{ sealed: Buffer } | { error: string }> {
  const opened = await openPrivateKey(organization_id, field, given)
  return 'error' in opened ? opened : { sealed: seal(config, DELIVERY_KEY, opened.key) }
}
