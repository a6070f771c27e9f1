/** Attributes and methods of dates and durations. */
import { bind, intOf, textOf } from './arguments.ts'
import { strftime } from './text.ts'
import { Callable, DateValue, own, tupleOf, type Duration, type Named, type Value } from './values.ts'

export function dateAttribute(value: DateValue, name: string): Value | undefined {
  const { year, month, day } = value.parts
  switch (name) {
    case 'year':
      return BigInt(year)
    case 'month':
      return BigInt(month)
    case 'day':
      return BigInt(day)
  }
  const method = own(METHODS, name)
  return method && new Callable(name, (args, named) => method(value, args, named))
}

const METHODS: Record<string, (value: DateValue, args: Value[], named: Named) => Value> = {
  isoformat: (value) => value.iso,
  strftime: (value, [text]) => strftime(value, textOf(text, 'strftime() argument 1')),
  weekday: (value) => BigInt(value.weekday),
  isoweekday: (value) => BigInt(value.weekday + 1),
  isocalendar: (value) => {
    // The year of the week is that of its Thursday.
    const thursday = new DateValue(value.ordinal - value.weekday + 3)
    const { year } = thursday.parts
    const week = Math.floor((thursday.ordinal - DateValue.of(year, 1, 1).ordinal) / 7) + 1
    return tupleOf([BigInt(year), BigInt(week), BigInt(value.weekday + 1)])
  },
  toordinal: (value) => BigInt(value.ordinal),
  replace: (value, args, named) => {
    const { year, month, day } = value.parts
    const [y, m, d] = bind('replace', ['year', 'month', 'day'], 0, args, named)
    const or = (given: Value | undefined, old: number) => (given === undefined ? old : intOf(given))
    return DateValue.of(or(y, year), or(m, month), or(d, day))
  },
}

export function durationAttribute(value: Duration, name: string): Value | undefined {
  if (name === 'days') return BigInt(value.days)
  if (name === 'seconds') return BigInt(value.seconds)
  if (name === 'microseconds') return BigInt(value.micros % 1_000_000)
  if (name === 'total_seconds') return new Callable(name, () => value.totalSeconds)
  return undefined
}
