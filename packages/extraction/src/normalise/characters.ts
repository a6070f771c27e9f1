/** Characters of all scripts in the forms that the patterns of the extraction are written for. */
import { foldText, isAscii } from './ids.ts'

/**
 * Blocks of compatibility characters, which mean the same as others: radicals, enclosed and squared letters (`㈱`, `㋿`), ideographs,
 * Hebrew and Arabic presentation forms, vertical and small forms, full-width and half-width forms. Others are kept, because NFKC would
 * turn `m²` into `m2` and `№` into `No`.
 */
const COMPATIBLE =
  /[\u2e80-\u2fdf\u3200-\u33ff\uf900-\ufaff\ufb1d-\ufdff\ufe10-\ufe1f\ufe30-\ufe4f\ufe50-\ufefc\uff01-\uffee]+/g

/** Marks of direction, and the line that stretches Arabic words. */
const INVISIBLE = /[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\u0640]/g

/** Marks of numbers and lists in Arabic and Persian texts. */
const MARKS: Readonly<Record<string, string>> = { '٫': '.', '٬': ',', '٪': '%', '،': ',', '؛': ';' }

const DIGIT = /\p{Nd}/u

/** Decimal digits of a script follow each other from zero to nine (Unicode Standard, section 4.6). */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/**
 * Returns a text with the characters that its letters, digits and marks have in most documents: `１２，３４０` is `12,340`, `١٬٢٣٤٫٥٦` is
 * `1,234.56`, and `㈱` is `(株)`. ASCII texts are returned as they are.
 */
export function plainText(text: string): string {
  if (isAscii(text)) return text
  return text
    .replace(COMPATIBLE, (part) => part.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .replace(/[٫٬٪،؛]/g, (mark) => MARKS[mark]!)
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
    .normalize('NFC')
}

/** Letters of scripts that are written without spaces between words; Korean forms leave out or add spaces at will. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')

/** Returns true for a text with a letter of such a script. */
export const hasUnspaced = (text: string): boolean => !isAscii(text) && HAS_UNSPACED.test(text)

/** Returns the letters and digits of a text, folded: what remains the same if words are spaced or punctuated differently. */
export const compactText = (text: string): string => foldText(plainText(text)).replace(/[^\p{L}\d]+/gu, '')
