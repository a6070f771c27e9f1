/** Which IP addresses requests may reach. */
import ipaddr from 'ipaddr.js'

export type AddressClass = 'public' | 'allowed' | 'refused'

/** Public addresses behind which clouds serve data of the machine to the machine itself (Azure). */
const PLATFORM = ['168.63.129.16']
/** The only range from which public IPv6 addresses are given out (RFC 4291); ipaddr.js calls the unassigned rest `unicast` as well. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

/** ISATAP (RFC 5214): the last 32 bits of `…:0:5efe:7f00:1` are an IPv4 address. */
const isTunnel = (ip: ipaddr.IPv6) => (ip.parts[4]! & 0xfdff) === 0 && ip.parts[5] === 0x5efe

function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ip.range() !== 'unicast') return false
  if (ip instanceof ipaddr.IPv6) return ip.match(GLOBAL) && !isTunnel(ip)
  return !PLATFORM.includes(ip.toString())
}

/**
 * Classifies an IP address by `allowed`, a list of CIDRs, and by its range. An IPv4-mapped address (`::ffff:10.0.0.1`) is classified as
 * IPv4. Other IPv6 addresses that embed IPv4 (NAT64, 6to4, Teredo, ISATAP, IPv4-compatible) are refused, because a gateway could
 * translate them to a private address; a network of them is allowed only by its own CIDR.
 */
export function classOf(address: string, allowed: readonly string[]): AddressClass {
  // The zone of a link-local address (`fe80::1%eth0`) is irrelevant for its class.
  const bare = address.replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return 'refused'
  // An IPv4-compatible address, which ipaddr.js would read as IPv4.
  if (/^::\d+\./.test(bare)) return 'refused'
  const ip = ipaddr.process(bare)
  const within = allowed.some((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr)
    return network.kind() === ip.kind() && ip.match(network, bits)
  })
  if (within) return 'allowed'
  return isPublic(ip) ? 'public' : 'refused'
}
