import { formatNumber } from '../../../i18n/index.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns a size as `3.3 kB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return formatNumber(value, { style: 'unit', unit: UNITS[power]!, maximumFractionDigits: value < 10 && power ? 1 : 0 })
}
