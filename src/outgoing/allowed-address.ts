/** For connections other than HTTP to hosts that customers choose. */
import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { classOf } from './address-class.ts'
import { refusedAddress, unusableName, type OutgoingSettings } from './outgoing-http.ts'

/**
 * Resolves a host name and returns an address that may be connected to; connect to this address, because the name may resolve differently a
 * moment later. `assertPrivate` accepts only allowed private networks, for connections without TLS. Throws OutgoingError.
 */
export async function allowedAddress(
  host: string,
  { allowedPrivateNetworks, resolve = lookup }: OutgoingSettings,
  { assertPrivate = false } = {},
): Promise<string> {
  const found = await promisify(resolve)(host, { all: true }).catch(() => {
    throw unusableName(host)
  })
  const good = found.find(({ address }) => {
    const kind = classOf(address, allowedPrivateNetworks)
    return kind === 'allowed' || (kind === 'public' && !assertPrivate)
  })
  if (!good) throw isIP(host) ? refusedAddress(host) : unusableName(host)
  return good.address
}
