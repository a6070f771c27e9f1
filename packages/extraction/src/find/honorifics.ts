/** Words behind the name of the recipient, which do the work of a label in front of it: `株式会社青葉商事 御中`. */
import type { LabelClass } from '../lexicon/classes.ts'
import type { Label } from './labels.ts'
import type { Layout, Segment } from './layout.ts'

/** What is printed behind names of companies and people in letters to them, by language; `仕様` is a word. */
const HONORIFICS: Readonly<Record<string, RegExp>> = {
  jpn: /(?:御中|(?<![仕模同多各皆客])様|殿)\s*$/u,
  kor: /(?:귀중|귀하)\s*$/u,
  zho: /(?:台照|台啟)\s*$/u,
  ara: /(?<!\p{L})المحترم(?:ين|ون|ة)?\s*$/u,
}

const RECIPIENT: ReadonlySet<LabelClass> = new Set(['bill_to'])

/** Returns a label in front of each name that is followed by such a word, in its own cell or in the next one of the line. */
export function findHonorifics({ segments, lines }: Layout): Label[] {
  return segments.flatMap((segment): Label[] => {
    for (const [language, pattern] of Object.entries(HONORIFICS)) {
      const match = pattern.exec(segment.text)
      if (!match) continue
      const row = lines[segment.line]!
      const name = match.index > 0 ? segment : row[row.indexOf(segment) - 1]
      return name ? [labelBefore(name, match[0].trim(), language)] : []
    }
    return []
  })
}

/** Returns true for such a label: it has no text of its own in front of the name. */
export const isHonorific = ({ start, end }: Label): boolean => start === end

function labelBefore(segment: Segment, text: string, language: string): Label {
  const [left, top, , bottom] = segment.box
  return {
    classes: RECIPIENT,
    languages: new Set([language]),
    segment,
    start: 0,
    end: 0,
    text,
    box: [left, top, left, bottom],
    colon: false,
    alone: false,
    tokens: 1,
    prose: false,
  }
}
