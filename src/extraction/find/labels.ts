import { PHRASES, tokenize, VOCABULARY } from '../lexicon/index.ts'
import type { LabelClass } from '../lexicon/classes.ts'
import type { Box } from '../types.ts'
import { boxOf, type Layout, type Segment } from './layout.ts'

/** A phrase of the lexicons found on the page. */
export interface Label {
  classes: ReadonlySet<LabelClass>
  languages: ReadonlySet<string>
  segment: Segment
  start: number
  end: number
  text: string
  box: Box
  /** True if a colon follows, which announces a value. */
  colon: boolean
  /** True if the label is alone in its segment. */
  alone: boolean
  tokens: number
  /** True if the whole segment is running text, so that the phrase is probably not a label. */
  prose: boolean
}

/** Returns all labels in reading order: the longest phrase at each position, without overlaps. */
export function findLabels(layout: Layout): Label[] {
  const labels: Label[] = []
  const repaired = new Map<string, string>()
  for (const segment of layout.segments) {
    const tokens = tokenize(segment.text)
    if (segment.page.source === 'ocr') {
      for (const token of tokens) token.token = repairToken(token.token, repaired)
    }
    const prose = tokens.length > 14
    for (let i = 0; i < tokens.length;) {
      const match = PHRASES.get(tokens[i]!.token)?.find((phrase) =>
        phrase.tokens.every((token, k) => tokens[i + k]?.token === token),
      )
      if (!match) {
        i += 1
        continue
      }
      const start = tokens[i]!.start
      const end = tokens[i + match.tokens.length - 1]!.end
      const rest = segment.text.slice(end)
      labels.push({
        classes: match.classes,
        languages: match.languages,
        segment,
        start,
        end,
        text: segment.text.slice(start, end),
        box: boxOf(segment, start, end),
        colon: /^[.\s°º)]{0,3}:/.test(rest),
        alone: start <= 1 && /^[\s:.)*/€$°º-]*$/.test(rest),
        tokens: match.tokens.length,
        prose,
      })
      i += match.tokens.length
    }
  }
  return labels
}

/**
 * Corrects a misread label word (`invoce`, `t0tal`) to the word of the lexicon at an edit distance of one. Short words are not corrected.
 */
function repairToken(token: string, cache: Map<string, string>): string {
  if (token.length < 5 || VOCABULARY.has(token) || /^\d+$/.test(token)) return token
  const known = cache.get(token)
  if (known !== undefined) return known
  let result = token
  for (const word of VOCABULARY) {
    if (Math.abs(word.length - token.length) <= 1 && word.length >= 5 && isOneSlip(word, token)) {
      result = word
      break
    }
  }
  cache.set(token, result)
  return result
}

function isOneSlip(a: string, b: string): boolean {
  let i = 0
  while (i < a.length && i < b.length && a[i] === b[i]) i++
  let k = 0
  while (k < a.length - i && k < b.length - i && a[a.length - 1 - k] === b[b.length - 1 - k]) k++
  return Math.max(a.length, b.length) - i - k <= 1
}
