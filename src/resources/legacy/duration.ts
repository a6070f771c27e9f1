/** Durations: `HH:MM:SS` and `[DD] [HH:[MM:]]ss[.uuuuuu]` on the wire, intervals of seconds in the database. */
import { Type } from 'typebox'
import { FieldError } from '../engine/field-error.ts'
import { formatDuration, parseDuration, secondsOf } from '../engine/duration.ts'
export { parseDuration } from '../engine/duration.ts'
import type { Interval } from '../../models/index.ts'
import type { Field } from './fields.ts'
export const duration =
  (options: { nullable?: boolean; days?: boolean; default?: string | null }) =>
  (name: string): Field => ({
    output: options.nullable ? Type.Union([Type.String(), Type.Null()]) : Type.String(),
    input: options.nullable ? Type.Union([Type.String(), Type.Null()]) : Type.String(),
    ...('default' in options ? { default: options.default } : {}),
    show: (row) =>
      row[name] === null ? null : formatDuration(secondsOf(row[name] as Interval), options.days ?? false),
    accept: (value) => {
      if (value === null) return { [name]: null }
      const seconds = parseDuration(value as string)
      if (seconds === null) throw new FieldError('Duration has wrong format. Use [DD] [HH:[MM:]]ss[.uuuuuu].')
      return { [name]: `${seconds} seconds` }
    },
  })
