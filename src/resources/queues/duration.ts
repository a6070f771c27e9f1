/** Durations: `HH:MM:SS` and `[DD] [HH:[MM:]]ss[.uuuuuu]` on the wire, intervals of seconds in the database. */
import type { Interval } from '../../models/index.ts'
import { parseDuration } from '../../rules/input/duration.ts'
import { FieldError } from '../framework/field-error.ts'
import { makers, type FieldBuilder } from '../framework/fields.ts'

/** `01:00:00`; with `days`, whole days come first. */
function formatDuration(total: number, days: boolean): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const whole = Math.floor(total)
  const micro = Math.round((total - whole) * 1e6)
  const day = days ? Math.floor(whole / 86_400) : 0
  const rest = whole - day * 86_400
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor((rest % 3600) / 60))}:${two(rest % 60)}`
  return `${day ? `${day} ` : ''}${clock}${micro ? `.${String(micro).padStart(6, '0')}` : ''}`
}

export const secondsOf = (interval: Interval): number =>
  (interval.days ?? 0) * 86_400 +
  (interval.hours ?? 0) * 3600 +
  (interval.minutes ?? 0) * 60 +
  (interval.seconds ?? 0) +
  (interval.milliseconds ?? 0) / 1000

/** A field with a duration, in a column of type interval; with `days`, long ones show their days. */
export function duration(
  description: string,
  options: { nullable?: boolean; days?: boolean; default?: string | null; example?: string },
): FieldBuilder {
  const { days = false, ...rest } = options
  return (name, model) => ({
    ...makers.text(description, rest)(name, model),
    show: (row: Record<string, Interval | null>) => {
      const interval = row[name]
      return interval ? formatDuration(secondsOf(interval), days) : null
    },
    accept: (value) => {
      if (value === null) return { [name]: null }
      const seconds = parseDuration(value as string)
      if (seconds === null) throw new FieldError('Duration has wrong format. Use [DD] [HH:[MM:]]ss[.uuuuuu].')
      return { [name]: `${seconds} seconds` }
    },
  })
}
