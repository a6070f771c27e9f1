/**
 * Numbers in display formats. Internally, a number is a plain decimal: a string such as `-1234.50`, so that no digit and no trailing zero
 * is lost (amounts are money, not floats).
 */
interface Marks {
  thousands: ' ' | ',' | '.' | "'"
  decimal: ',' | '.' | null
}

/** The formats that a schema may name, and their separators. */
const MARKS: Record<string, Marks> = {
  '# ##0,#': { thousands: ' ', decimal: ',' },
  '# ##0.#': { thousands: ' ', decimal: '.' },
  '#,##0.#': { thousands: ',', decimal: '.' },
  "#'##0.#": { thousands: "'", decimal: '.' },
  '#.##0,#': { thousands: '.', decimal: ',' },
  '# ##0': { thousands: ' ', decimal: null },
  '#,##0': { thousands: ',', decimal: null },
  "#'##0": { thousands: "'", decimal: null },
  '#.##0': { thousands: '.', decimal: null },
}
export const NUMBER_FORMATS: readonly string[] = Object.keys(MARKS)

const marksOf = (format: string): Marks => MARKS[format] ?? MARKS['# ##0.#']!

/** Characters accepted as a thousands separator: no-break spaces for the space, the typographic apostrophe. */
const SPELLINGS: Record<Marks['thousands'], string> = {
  ' ': '[ \\u00a0\\u202f\\u2009]',
  ',': ',',
  '.': '\\.',
  "'": "['\\u2019]",
}

const patterns = new Map<string, RegExp>()
function patternOf(format: string): RegExp {
  let pattern = patterns.get(format)
  if (!pattern) {
    const { thousands, decimal } = marksOf(format)
    // A group of three never follows a single zero, so that 0.125 remains a decimal where the point separates thousands.
    const grouped = `[1-9]\\d{0,2}(?:${SPELLINGS[thousands]}\\d{3})+`
    pattern = new RegExp(`^([-\u2212+]?)(${grouped}|\\d+)${decimal ? `(?:\\${decimal}(\\d+))?` : '()'}$`)
    patterns.set(format, pattern)
  }
  return pattern
}

const PLAIN = /^([-\u2212+]?)(\d+)(?:\.(\d+))?$/

/** Returns a plain decimal without leading zeros or plus sign; null if the text is not one. */
export function parsePlain(text: string): string | null {
  const found = PLAIN.exec(text.trim())
  return found ? compose(found[1]!, found[2]!, found[3]) : null
}

/**
 * Parses a number in the given format. A plain decimal is accepted in every format. If both readings are possible (`1.234` with points
 * between thousands), the format decides.
 */
export function parseNumber(text: string, format: string): string | null {
  const trimmed = text.trim()
  const found = patternOf(format).exec(trimmed)
  const plain = found ? compose(found[1]!, found[2]!.replace(/\D/g, ''), found[3]) : parsePlain(trimmed)
  if (plain === null || marksOf(format).decimal) return plain
  // Integer formats accept 12.00 as 12 and reject 12.5.
  const [whole, fraction = ''] = plain.split('.')
  return /[1-9]/.test(fraction) ? null : whole === '-0' ? '0' : whole!
}

/**
 * Formats a plain decimal and keeps all its decimals. A fraction in an integer format is written so that it cannot be parsed back as a
 * different number.
 */
export function formatNumber(plain: string, format: string): string {
  const { thousands, decimal } = marksOf(format)
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  if (fraction === undefined || (decimal === null && !/[1-9]/.test(fraction))) return grouped
  return `${grouped}${decimal ?? (thousands === '.' ? ',' : '.')}${fraction}`
}

function compose(sign: string, digits: string, fraction: string | undefined): string {
  const whole = digits.replace(/^0+(?=\d)/, '')
  const zero = !/[1-9]/.test(whole + (fraction ?? ''))
  return (sign && sign !== '+' && !zero ? '-' : '') + whole + (fraction ? `.${fraction}` : '')
}

/** Returns the exact sum of plain decimals, with as many decimals as the longest of them. */
export function sumPlain(values: readonly string[]): string {
  const scale = Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0))
  let total = 0n
  for (const value of values) {
    const [whole, fraction = ''] = value.split('.')
    total += BigInt(whole + fraction.padEnd(scale, '0'))
  }
  const digits = (total < 0n ? -total : total).toString().padStart(scale + 1, '0')
  const sign = total < 0n ? '-' : ''
  return scale ? `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}` : sign + digits
}
