/**
 * Patterns of schemas are RE2: no back-references, and matching takes time linear in the text, so no pattern a customer
 * writes can hold up a worker. Compiled patterns are kept, as one queue checks the same few ones for every document.
 */
import { RE2JS } from 're2js'

const LIMIT = 500
const compiled = new Map<string, RE2JS | null>()

/** The compiled pattern, or null when RE2 does not accept it. */
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

/** Does the text contain a match? A pattern RE2 refuses (it cannot have passed the schema check) matches nothing. */
export const containsMatch = (pattern: string, text: string): boolean => compilePattern(pattern)?.test(text) ?? false
