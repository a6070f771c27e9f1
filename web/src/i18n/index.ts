/**
 * Messages, numbers and dates in the language of the user. A message is found by its key, such as `review.confirm`; each area of the screen
 * has a catalogue for each language, and the types demand that all languages have the same keys.
 */
import { computed, signal } from '@preact/signals'
import { de } from './de/index.ts'
import { en } from './en/index.ts'
import { remember, storage } from '../app/storage.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES
export type Key = keyof typeof en
const catalogues: Record<Language, Record<Key, string>> = { en, de }

const STORED = 'sheaf.language'
const isLanguage = (text: string | null): text is Language => text !== null && text in LANGUAGES
const preferred = (): Language => {
  const stored = storage.getItem(STORED)
  if (isLanguage(stored)) return stored
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

export const language = signal<Language>(preferred())
language.subscribe((value) => (document.documentElement.lang = value))

export function setLanguage(value: Language): void {
  remember(STORED, value)
  language.value = value
}

/** The tag for numbers and dates: the user's region in the chosen language, such as `en-GB`. */
const locale = computed(() => navigator.languages.find((tag) => tag.startsWith(language.value)) ?? language.value)

/**
 * Returns a message. `{name}` in it is replaced; `{count|one|other}` selects by the plural rules of the language and may contain `#` for the
 * number, as in `{count|# document|# documents}`.
 */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return catalogues[language.value][key].replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one, other) => {
      const value = values[name] ?? ''
      if (one === undefined) return String(value)
      const isOne = new Intl.PluralRules(language.value).select(Number(value)) === 'one'
      return String(isOne ? one : other).replace('#', formatNumber(Number(value)))
    },
  )
}

/** Returns whether there is a message with this key, for keys that come from the API, such as statuses. */
export const hasMessage = (key: string): key is Key => key in en

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale.value, options).format(value)

/** Returns a share such as 0.934 as `93 %`. */
export const formatShare = (value: number, digits = 0): string =>
  formatNumber(value, { style: 'percent', maximumFractionDigits: digits })

export const formatDateTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

export const formatDate = (iso: string): string =>
  // A date without a time is a day of the calendar, the same in every time zone.
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium' }).format(
    new Date(iso.length === 10 ? `${iso}T00:00:00` : iso),
  )

/** Returns a day such as `2026-11-24`, which has no time zone, as `24 Nov`; `long` with the year. */
export const formatDay = (day: string, { long = false } = {}): string =>
  new Intl.DateTimeFormat(locale.value, {
    timeZone: 'UTC',
    ...(long ? { dateStyle: 'medium' } : { day: 'numeric', month: 'short' }),
  }).format(new Date(day))

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Returns a time as people say it: `5 minutes ago`; a date after a week. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  if (Math.abs(seconds) > 7 * 86_400) return formatDate(iso)
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' })
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit)
  return format.format(0, 'second')
}

/** Returns a duration in seconds as `1 min 20 s`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  if (hours) return `${hours} h ${minutes} min`
  return minutes
    ? `${minutes} min ${rest} s`
    : `${seconds < 10 ? formatNumber(seconds, { maximumFractionDigits: 1 }) : rest} s`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a duration in seconds in words: `30 days`, `1 hour 30 minutes`, `90 seconds`. */
export function formatDuration(seconds: number): string {
  let rest = seconds < 120 ? seconds : Math.round(seconds)
  const parts: string[] = []
  for (const [unit, size] of seconds < 120 ? UNITS.slice(-1) : UNITS) {
    const count = size === 1 ? rest : Math.floor(rest / size)
    rest -= count * size
    if (count || seconds === 0) parts.push(formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' }))
  }
  return parts.join(' ')
}
