/**
 * What each organization and user has used of this process in the last minute: time of the thread that answers requests, of the threads for
 * checks, of the processes for documents and functions, and bytes. docs/decisions/0212 explains the measurement.
 */
import type { Beneficiary } from './on-behalf.ts'

type Owner = Pick<Beneficiary, 'organization_id' | 'user_id'>

/** Milliseconds of the thread that answers requests, of the check threads, of the processes for documents and functions; bytes of requests and answers. */
export const KINDS = ['thread_ms', 'checks_ms', 'documents_ms', 'functions_ms', 'bytes_in', 'bytes_out'] as const
export type WorkKind = (typeof KINDS)[number]
export type Used = Record<WorkKind, number>

/** Amounts are counted per second. */
const PART_MS = 1_000
/** What is reported, and during which others must have used the service. */
const MINUTE_MS = 60_000
/**
 * For shares of processor time: short, so that a burst ends soon, and long enough for a few expensive requests. Bytes are limited per minute,
 * because a single large upload or export may be a part of it.
 */
const PROCESSOR_WINDOW_MS = 10_000
/** With more accounts the idle ones are forgotten at once, so that inventing users does not fill the memory. */
const MAX_ACCOUNTS = 20_000

/**
 * So long after its last request an organization or user counts as one that others slow down. Long, because its requests may have been refused
 * for lack of connections meanwhile.
 */
const PRESENT_MS = 10 * 60_000

interface Account extends Owner {
  parts: { at: number; used: Used }[]
  /** When it last sent a request. */
  seen: number
}

export interface AccountUse extends Owner {
  used: Used
}

/** Limits; 0 for none. */
export interface Shares {
  /** Percent of one processor in the last ten seconds: thread and checks of an organization, or of one user. */
  organizationPercent: number
  userPercent: number
  /** Bytes in and out of an organization in the last minute, in MB. */
  organizationMb: number
}

/** Which share is used up, and after how many seconds a part of it is free again. */
export interface Refusal {
  share: 'processor time of the organization' | 'processor time of the user' | 'transferred bytes of the organization'
  wait_s: number
}

const nothing = (): Used => ({
  thread_ms: 0,
  checks_ms: 0,
  documents_ms: 0,
  functions_ms: 0,
  bytes_in: 0,
  bytes_out: 0,
})

export interface Ledger {
  /** Counts an amount for the organization and, if there is one, its user; does nothing for work on behalf of none. */
  add(beneficiary: Beneficiary | undefined, kind: WorkKind, amount: number): void
  /** Returns the share that the caller has used up; null if none, or if no other organization (or user) used the service in the last ten minutes. */
  refusal(caller: Beneficiary, shares: Shares): Refusal | null
  /** Returns what organizations (without `user_id`) and users have used in the last minute, most processor time first. */
  top(count: number): AccountUse[]
  /** Forgets everything; for tests, whose databases use the same ids. */
  clear(): void
}

const keyOf = ({ organization_id, user_id }: Beneficiary): string =>
  user_id === undefined ? `${organization_id}` : `${organization_id}/${user_id}`

export const processorMs = ({ thread_ms, checks_ms }: Used): number => thread_ms + checks_ms

/** `now` returns milliseconds of a clock that only advances. */
export function openLedger(now: () => number = () => performance.now()): Ledger {
  const accounts = new Map<string, Account>()

  const recent = ({ parts }: Account, window_ms = MINUTE_MS): Account['parts'] => {
    const since = (from: number) => now() - from
    while (parts.length > 0 && parts[0]!.at + PART_MS <= since(MINUTE_MS)) parts.shift()
    return window_ms === MINUTE_MS ? parts : parts.filter(({ at }) => at + PART_MS > since(window_ms))
  }
  const usedBy = (account: Account, window_ms?: number): Used => {
    const sum = nothing()
    for (const { used } of recent(account, window_ms)) for (const kind of KINDS) sum[kind] += used[kind]
    return sum
  }
  const forgetIdle = (since_ms: number) => {
    for (const [key, account] of accounts)
      if (recent(account).length === 0 && account.seen <= now() - since_ms) accounts.delete(key)
  }
  const addTo = (owner: Owner, kind: WorkKind, amount: number) => {
    const key = keyOf(owner)
    let account = accounts.get(key)
    if (!account) {
      if (accounts.size >= MAX_ACCOUNTS) forgetIdle(0)
      account = { ...owner, parts: [], seen: -Infinity }
      accounts.set(key, account)
    }
    const at = Math.floor(now() / PART_MS) * PART_MS
    let part = account.parts.at(-1)
    if (part?.at !== at) {
      recent(account)
      part = { at, used: nothing() }
      account.parts.push(part)
    }
    part.used[kind] += amount
    if (kind === 'bytes_in') account.seen = now()
  }
  /** Whether another organization, or for a user another user, has sent a request in the last ten minutes. */
  const hasOthers = (caller: Beneficiary, isUser: boolean): boolean => {
    for (const account of accounts.values()) {
      if ((account.user_id === undefined) === isUser) continue
      const isOther = isUser
        ? account.user_id !== caller.user_id || account.organization_id !== caller.organization_id
        : account.organization_id !== caller.organization_id
      if (isOther && account.seen > now() - PRESENT_MS) return true
    }
    return false
  }
  /** Seconds until enough parts are older than the window for `value` to be below `most`. */
  const waitFor = (account: Account, value: (used: Used) => number, most: number, window_ms: number): number => {
    let left = value(usedBy(account, window_ms))
    for (const { at, used } of recent(account, window_ms)) {
      left -= value(used)
      if (left < most) return Math.max(1, Math.ceil((at + PART_MS + window_ms - now()) / 1000))
    }
    return window_ms / 1000
  }

  return {
    add(beneficiary, kind, amount) {
      if (!beneficiary || amount <= 0) return
      const { organization_id, user_id } = beneficiary
      addTo({ organization_id }, kind, amount)
      if (user_id !== undefined) addTo({ organization_id, user_id }, kind, amount)
    },
    refusal(caller, { organizationPercent, userPercent, organizationMb }) {
      const ofPercent = (percent: number) => (percent / 100) * PROCESSOR_WINDOW_MS
      const { organization_id } = caller
      const bytes = ({ bytes_in, bytes_out }: Used) => bytes_in + bytes_out
      const checks = [
        [
          { organization_id },
          'processor time of the organization',
          processorMs,
          ofPercent(organizationPercent),
          PROCESSOR_WINDOW_MS,
        ],
        [caller, 'processor time of the user', processorMs, ofPercent(userPercent), PROCESSOR_WINDOW_MS],
        [{ organization_id }, 'transferred bytes of the organization', bytes, organizationMb * 1_000_000, MINUTE_MS],
      ] as const
      for (const [owner, share, value, most, window_ms] of checks) {
        const account = accounts.get(keyOf(owner))
        if (most === 0 || !account || value(usedBy(account, window_ms)) < most) continue
        if (hasOthers(owner, 'user_id' in owner)) return { share, wait_s: waitFor(account, value, most, window_ms) }
      }
      return null
    },
    top(count) {
      forgetIdle(PRESENT_MS)
      return [...accounts.values()]
        .filter((account) => recent(account).length > 0)
        .map(({ parts: _, seen: __, ...owner }) => ({ ...owner, used: usedBy(accounts.get(keyOf(owner))!) }))
        .sort((a, b) => processorMs(b.used) - processorMs(a.used))
        .slice(0, count)
    },
    clear: () => accounts.clear(),
  }
}

/** The ledger of this process. */
export const ledger = openLedger()
