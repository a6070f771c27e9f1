/** For whom code runs: of what several organizations need, each gets its turn. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Beneficiary {
  organization_id: number
  /** Absent for work of the service, such as an import. */
  user_id?: number
  /**
   * Throws if the organization or user is beyond its share. Absent from the first transaction of a request on: requests that wait for a
   * connection are refused as late as possible, but none after it may have changed something.
   */
  assertShare?: (() => void) | undefined
  /** Whether the request has begun a transaction. */
  hasBegun?: boolean
}

const current = new AsyncLocalStorage<Beneficiary>()

/** Runs `work`, and everything that it starts, on behalf of an organization or one of its users. */
export const onBehalfOf = <T>(beneficiary: Beneficiary, work: () => T): T => current.run(beneficiary, work)

/** Divides the connections to the database among organizations, and refuses those that were beyond their share at the end of their wait. */
export const connectionSharing = {
  lane: (): number | undefined => current.getStore()?.organization_id,
  begins: (): void => {
    const caller = current.getStore()
    if (caller) caller.hasBegun = true
  },
  admitted: (hasWaited: boolean): void => {
    const caller = current.getStore()
    if (!caller?.assertShare) return
    if (hasWaited) caller.assertShare()
    if (caller.hasBegun) caller.assertShare = undefined
  },
}

/** Undefined for callers without a login and for work about no organization. */
export const beneficiary = (): Beneficiary | undefined => current.getStore()
