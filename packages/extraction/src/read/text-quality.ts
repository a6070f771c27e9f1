import type { PdfText } from './pdf-text.ts'

/** `empty`: almost no text; `garbage`: characters that differ from their glyphs; `good`: usable. */
export type TextQuality = 'good' | 'garbage' | 'empty'

/** Fewer characters are no text of a page. */
export const MIN_CHARACTERS = 20

const VOWEL = /[aeiouyàâäáãåæéèêëíìîïóòôöõøœúùûüýÿąęėįőűůěıаеёиоуыэюяієїαεηιουω]/i

/**
 * Determines whether the text layer of a page can be trusted. Fonts without a mapping to Unicode produce private characters, symbols or
 * random letters; the page is then read from its image.
 */
export function judgeText(page: Pick<PdfText, 'words' | 'statistics'>): TextQuality {
  const { characters, unmapped } = page.statistics
  if (characters < MIN_CHARACTERS) return 'empty'
  if (unmapped > 0.15 * characters) return 'garbage'

  let letters = 0
  let counted = 0
  let long = 0
  let spoken = 0
  for (const { text } of page.words) {
    for (const character of text) {
      // Leaders and rulings made of characters are ignored.
      if ('._-=*·…'.includes(character)) continue
      counted++
      if (/[\p{L}\p{N}]/u.test(character)) letters++
    }
    if (/^\p{L}{4,}$/u.test(text)) {
      long++
      if (VOWEL.test(text) || !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(text)) spoken++
    }
  }
  if (counted >= 20 && letters < 0.55 * counted) return 'garbage'
  if (long >= 8 && spoken < 0.6 * long) return 'garbage'
  return 'good'
}
