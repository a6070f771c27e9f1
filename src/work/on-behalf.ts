/** For whom code runs: of what several organizations need, each gets its turn. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Beneficiary {
  organization_id: number
  /** Absent for work of the service, such as an import. */
  user_id?: number
}

const current = new AsyncLocalStorage<Beneficiary>()

/** Runs `work`, and everything that it starts, on behalf of an organization or one of its users. */
export const onBehalfOf = <T>(beneficiary: Beneficiary, work: () => T): T => current.run(beneficiary, work)

/** Undefined for callers without a login and for work about no organization. */
export const beneficiary = (): Beneficiary | undefined => current.getStore()
