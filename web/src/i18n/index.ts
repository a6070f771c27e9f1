/**
 * Messages, numbers and dates in the language of the user. A message is found by its key, such as `review.confirm`. `languages` has a file for
 * each language, which is compiled when the screen is built (`web/messages.ts`) and loaded when the user has chosen it.
 */
import { computed, signal } from '@preact/signals'
import format, { type CompiledMessage } from 'icu-minify/format'
import { remember, storage } from '../app/storage.ts'
import type english from './languages/en.json'

export type Key = keyof typeof english
type Messages = Record<Key, CompiledMessage>

const loaders = new Map(
  Object.entries(import.meta.glob<Messages>('./languages/*.json', { import: 'default' })).map(([file, load]) => [
    file.replace(/^.*\/|\.json$/g, ''),
    load,
  ]),
)

/** Returns the name of a language in that language: `Deutsch`. */
function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Languages of the screen, by name. */
export const LANGUAGES = [...loaders.keys()]
  .map((code) => ({ code, name: nameOf(code) }))
  .sort((one, other) => one.name.localeCompare(other.name))

const STORED = 'sheaf.language'
const preferred = (): string =>
  [storage.getItem(STORED), ...navigator.languages.flatMap((tag) => [tag, tag.split('-')[0]])].find(
    (code): code is string => typeof code === 'string' && loaders.has(code),
  ) ?? 'en'

const load = async (code: string) => ({ code, messages: await loaders.get(code)!() })

// Without the messages of the user's language, the screen is in English. Without those as well, the text in `index.html` stays.
const shown = signal(await load(preferred()).catch(() => load('en')))
shown.subscribe(({ code }) => (document.documentElement.lang = code))
let chosen = shown.value.code

/** Code of the language of the screen. */
export const language = computed(() => shown.value.code)

/** Shows the screen in a language, and remembers it. Rejects if its messages cannot be loaded. */
export async function setLanguage(code: string): Promise<void> {
  chosen = code
  const loaded = await load(code)
  // The user may have chosen another one in the meantime.
  if (chosen !== code) return
  remember(STORED, code)
  shown.value = loaded
}

/** The tag for numbers and dates: the user's region in the chosen language, such as `en-GB`. */
const locale = computed(() => navigator.languages.find((tag) => tag.startsWith(language.value)) ?? language.value)

const formatters = {
  getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale.value, options),
  getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale.value, options),
  getPluralRules: (code?: Intl.LocalesArgument, options?: Intl.PluralRulesOptions) =>
    new Intl.PluralRules(code, options),
}

/** Returns a message with these values of its arguments. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const { code, messages } = shown.value
  return String(format(messages[key], code, values, { formatters }))
}

/** Returns whether there is a message with this key, for keys that come from the API, such as statuses. */
export const hasMessage = (key: string): key is Key => Object.hasOwn(shown.value.messages, key)

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
