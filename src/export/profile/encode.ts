/** Text in the encoding of a profile. No character is lost without a record of it. */
import type { Encoding, ExportSettings } from '../../rules/export-profiles/types.ts'

const ASCII = /^[\0-\x7f]*$/
/** Letters and signs without a decomposition into letters that all encodings have. */
const SIMILAR: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N' },
  ...{ '–': '-', '—': '-', '‐': '-', '‑': '-', '−': '-', '‘': "'", '’': "'", '‚': "'", '“': '"', '”': '"', '„': '"' },
  ...{ '«': '"', '»': '"', '‹': "'", '›': "'", '…': '...', '•': '*', '·': '.', '€': 'EUR', '£': 'GBP', '¥': 'JPY' },
  ...{ '№': 'No.', '×': 'x', '\u00a0': ' ', '\u202f': ' ', '\u2009': ' ', '\u200b': '', '\ufeff': '', '\u00ad': '' },
}

export interface Encoder {
  /** Returns the text with the characters that the encoding lacks replaced, and these characters. */
  fit: (text: string) => { text: string; lacking: string[] }
  bytes: (text: string) => Buffer
}

/** Returns the encoder of a profile; a byte order mark is the caller's. */
export function makeEncoder({ encoding }: Pick<ExportSettings, 'encoding'>): Encoder {
  if (encoding === 'utf-8' || encoding === 'utf-16le')
    // An unpaired surrogate has no form in any encoding.
    return { fit: (text) => ({ text: text.toWellFormed(), lacking: [] }), bytes: (text) => Buffer.from(text, encoding) }
  const table = tableOf(encoding)
  const replacements = new Map<string, string | null>()
  const fit = (text: string) => {
    if (ASCII.test(text)) return { text, lacking: [] }
    const lacking: string[] = []
    let fitted = ''
    for (const character of text.normalize('NFC').toWellFormed()) {
      let replacement = replacements.get(character)
      if (replacement === undefined) {
        replacement = replacementOf(character, table)
        if (replacements.size < 100_000) replacements.set(character, replacement)
      }
      if (replacement !== null) lacking.push(character)
      fitted += replacement ?? character
    }
    return { text: fitted, lacking }
  }
  return { fit, bytes: (text) => Buffer.from([...text].map((character) => table.get(character) ?? QUESTION_MARK)) }
}

const QUESTION_MARK = 0x3f

type OneByte = Exclude<Encoding, 'utf-8' | 'utf-16le'>
const tables = new Map<OneByte, ReadonlyMap<string, number>>()

/** Returns the bytes of an encoding by their characters. */
function tableOf(encoding: OneByte): ReadonlyMap<string, number> {
  const known = tables.get(encoding) ?? new Map(Array.from({ length: 256 }, (_, byte) => byte).flatMap(entryOf))
  tables.set(encoding, known)
  return known

  function entryOf(byte: number): [string, number][] {
    if (byte < 0x80) return [[String.fromCharCode(byte), byte]]
    if (encoding === 'us-ascii') return []
    // What browsers call ISO-8859-1 is windows-1252.
    if (encoding === 'iso-8859-1') return [[String.fromCharCode(byte), byte]]
    const character = new TextDecoder(encoding).decode(new Uint8Array([byte]))
    return character === '\ufffd' ? [] : [[character, byte]]
  }
}

/** Returns null for a character that the encoding has. */
function replacementOf(character: string, table: ReadonlyMap<string, number>): string | null {
  if (table.has(character)) return null
  const similar = SIMILAR[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...similar].map((one) => (table.has(one) ? one : (SIMILAR[one] ?? '?'))).join('')
}
