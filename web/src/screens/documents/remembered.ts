/** The list that was left last, so that the way back from a document finds it as it was, without loading. */
import type { Row } from './rows.ts'

interface Remembered {
  /** Address of the list. */
  address: string
  rows: readonly Row[]
  next: string | null
  total: number
  scrollY: number
}

let last: Remembered | null = null

export const remember = (list: Remembered): void => {
  last = list.rows.length ? list : null
}

/** Returns the list that was left last if it has this address. It is returned once. */
export function recall(address: string): Remembered | null {
  const found = last?.address === address ? last : null
  last = null
  return found
}
