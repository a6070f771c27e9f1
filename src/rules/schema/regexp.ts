/**
 * Patterns of schemas are RE2: no back-references, and matching takes time linear in the text, so no customer's pattern can block a worker.
 * Compiled patterns are cached, because a queue checks the same few for every document.
 */
import { RE2JS } from 're2js'

const LIMIT = 500
const compiled = new Map<string, RE2JS | null>()

/** Returns the compiled pattern; null if it is not valid RE2. */
export function compilePattern(pattern: string): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  let result: RE2JS | null
  try {
    result = RE2JS.compile(pattern)
  } catch {
    result = null
  }
  if (compiled.size >= LIMIT) compiled.clear()
  compiled.set(pattern, result)
  return result
}

/** Returns true if the text contains a match. An invalid pattern (which cannot have passed the schema check) matches nothing. */
export const containsMatch = (pattern: string, text: string): boolean => compilePattern(pattern)?.test(text) ?? false
