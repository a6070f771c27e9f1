/** Values of command line options. */

/** Reads a positive number, or a positive integer; throws an error that names the option. */
export function positive(option: string, text: string, kind: 'integer' | 'number' = 'integer'): number {
  const value = Number(text)
  const isOfKind = kind === 'integer' ? Number.isInteger(value) : Number.isFinite(value)
  if (!isOfKind || value <= 0) throw new Error(`--${option} must be a positive ${kind}.`)
  return value
}

/** Returns a random default of an option `seed`. */
export const randomSeed = (): string => String(Math.floor(Math.random() * 1_000_000) + 1)
