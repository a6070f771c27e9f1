/** Regular expressions of customers: the limits of one object, besides those of one pattern (@sheaf/formula/patterns). */
import { compilePattern } from '@sheaf/formula/patterns'

export { compilePattern, errorOfPattern } from '@sheaf/formula/patterns'

/** Patterns of one object, for example of one schema, and instructions of all of them. */
const MAX_PATTERNS = 200
const MAX_PROGRAMS = 20_000

/** Returns what is wrong with the patterns of one object together, or null. Invalid patterns do not count. */
export function errorOfPatterns(patterns: readonly string[]): string | null {
  if (patterns.length > MAX_PATTERNS) return `At most ${MAX_PATTERNS} regular expressions are allowed.`
  let instructions = 0
  for (const pattern of patterns) {
    instructions += compilePattern(pattern)?.programSize() ?? 0
    if (instructions > MAX_PROGRAMS) return 'The regular expressions are too complex together.'
  }
  return null
}

/** Returns true if the text contains a match. A pattern that is invalid or exceeds a limit matches nothing. */
export const containsMatch = (pattern: string, text: string): boolean => compilePattern(pattern)?.test(text) ?? false
