/** Durations as the API writes them, `[DD] [HH:[MM:]]ss[.uuuuuu]`, and in words. */

const PATTERN = /^(?:(?:(\d{1,5}) )?(?:(\d{1,5}):)?(\d{1,2}):)?(\d{1,9}(?:\.\d{1,6})?)$/

/** Seconds, or null if the text is not a duration. */
export function parseDuration(text: string): number | null {
  const match = PATTERN.exec(text.trim())
  if (!match) return null
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

const UNITS: [string, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** `1 hour 30 minutes`, `90.5 seconds`: a duration in words, so that seconds are not mistaken for days. */
export function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const parts: string[] = []
  let rest = Math.round(seconds)
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}
