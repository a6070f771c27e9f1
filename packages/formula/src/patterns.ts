/**
 * Patterns of customers are RE2: no back-references, and matching takes time linear in the text and in the size of the compiled program,
 * so limits on both bound what one pattern can cost. Compiled patterns are cached, because a queue checks the same few for every document.
 */
import { RE2JS } from 're2js'

/** Characters of one pattern. */
const MAX_PATTERN = 500
/** Instructions of one compiled pattern; `x{1000}` alone has 1,000. */
const MAX_PROGRAM = 2_000

const CACHED = 500
const compiled = new Map<string, RE2JS | null>()

export const isCompiled = (pattern: string): boolean => compiled.has(pattern)

/** Returns the compiled pattern; null if it is not valid RE2 or exceeds a limit. */
export function compilePattern(pattern: string): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const result = pattern.length > MAX_PATTERN || isHuge(pattern) ? null : small(attempt(pattern))
  if (compiled.size >= CACHED) compiled.clear()
  compiled.set(pattern, result)
  return result
}

/**
 * Returns whether a pattern would take long to compile, because it repeats large parts often. The estimate counts a part once for each
 * repetition.
 */
function isHuge(pattern: string): boolean {
  let group = { size: 0, last: 0 }
  const outer: (typeof group)[] = []
  for (const [token, least, most] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[^]/gs)) {
    if (least !== undefined) {
      const times = Number(most || least)
      group.size += group.last * (times - 1)
      group.last *= times
    } else if (token === '(') {
      outer.push(group)
      group = { size: 0, last: 0 }
    } else if (token === ')' && outer.length > 0) {
      const { size } = group
      group = outer.pop()!
      group.size += size
      group.last = size
    } else {
      group.size++
      group.last = 1
    }
  }
  return outer.reduce((sum, { size }) => sum + size, group.size) > 4 * MAX_PROGRAM
}

function attempt(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return null
  }
}

const small = (program: RE2JS | null) => (program && program.programSize() <= MAX_PROGRAM ? program : null)

/** Returns the error of one pattern as a sentence, or null. */
export function errorOfPattern(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN) return `A regular expression may have at most ${MAX_PATTERN} characters.`
  if (compilePattern(pattern)) return null
  return isHuge(pattern) || attempt(pattern)
    ? 'The regular expression is too complex; use smaller repetition counts.'
    : 'Not a valid regular expression (RE2 syntax).'
}
