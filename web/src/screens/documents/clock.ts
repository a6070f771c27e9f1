/** The present time, for texts such as "5 minutes ago". */
import { signal } from '@preact/signals'

const STEP_MS = 30_000

export const now = signal(Date.now())

/** Keeps `now` up to date until the returned function is called. */
export function startClock(): () => void {
  now.value = Date.now()
  const timer = setInterval(() => (now.value = Date.now()), STEP_MS)
  return () => clearInterval(timer)
}
