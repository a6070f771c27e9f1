/** The time until the service ends a review without changes, and the time that the user has spent on it. */
import { computed, signal, type ReadonlySignal } from '@preact/signals'

/** Seconds before the end at which the user is warned. */
const WARNED_S = 120
/** A pause longer than this is no work. */
const IDLE_MS = 30_000

export interface Clock {
  /** Seconds until the review ends; null if that is not near. */
  readonly endsIn: ReadonlySignal<number | null>
  /** Begins again after a change, with another timeout if given. */
  reset(timeoutSeconds?: number): void
  /** Seconds since the annotation was opened, and those of them with work. */
  spent(): { time_spent_overall: number; time_spent_active: number }
  close(): void
}

/** Returns the seconds of a duration such as `01:00:00` or `1 02:00:00`. */
export function secondsOf(duration: string): number {
  const [, days = '0', rest = '0'] = /^(?:(\d+) )?(.+)$/.exec(duration) ?? []
  const parts = rest.split(':').map(Number)
  return Number(days) * 86_400 + parts.reduce((sum, part) => sum * 60 + part, 0)
}

/** Starts a clock. Keys, clicks and scrolling count as work. */
export function createClock(timeoutSeconds: number, now: () => number = Date.now): Clock {
  let timeout = timeoutSeconds
  let changedAt = now()
  const openedAt = now()
  let activeMs = 0
  let lastWork = now()
  const left = signal(timeout)
  const work = () => {
    const time = now()
    if (time - lastWork < IDLE_MS) activeMs += time - lastWork
    lastWork = time
  }
  const tick = setInterval(() => (left.value = Math.round(timeout - (now() - changedAt) / 1000)), 1000)
  const kinds = ['keydown', 'pointerdown', 'wheel'] as const
  for (const kind of kinds) addEventListener(kind, work, { passive: true, capture: true })
  return {
    endsIn: computed(() => (left.value <= Math.min(WARNED_S, timeout / 2) ? Math.max(0, left.value) : null)),
    reset: (seconds = timeout) => {
      timeout = seconds
      changedAt = now()
      left.value = seconds
    },
    spent: () => ({
      time_spent_overall: Math.round((now() - openedAt) / 100) / 10,
      time_spent_active: Math.round(activeMs / 100) / 10,
    }),
    close: () => {
      clearInterval(tick)
      for (const kind of kinds) removeEventListener(kind, work, { capture: true })
    },
  }
}
