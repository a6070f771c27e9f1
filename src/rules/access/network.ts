/** Addresses of clients. */
import { isIPv6 } from 'node:net'

/** Returns the first 64 bits of an IPv6 address, because a host may use any address in its network, or the whole IPv4 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const whole =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return whole
    .slice(0, 4)
    .map((part) => parseInt(part, 16))
    .join(':')
}
