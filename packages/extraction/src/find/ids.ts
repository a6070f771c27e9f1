import { hasUnspaced } from '../normalise/characters.ts'
import { findDates } from '../normalise/dates.ts'
import { isIban, parseVat } from '../normalise/ids.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import type { Layout, Segment } from './layout.ts'
import { findPostcode } from './postal.ts'

/** Returns tokens with a digit that could be a document, order or customer number; up to four neighbours are also joined. */
export function findIdCandidates(layout: Layout): Candidate[] {
  const candidates: Candidate[] = []
  const seen = new Set<string>()
  let postcode: { start: number; end: number } | null = null
  const add = (segment: Segment, start: number, end: number, traits: string[]) => {
    const raw = segment.text.slice(start, end).replace(/\s+/g, '')
    // OCR reads a zero between digits as a letter.
    const value = segment.page.source === 'ocr' ? raw.replace(MISREAD, (letters) => '0'.repeat(letters.length)) : raw
    const key = `${segment.index}:${start}:${end}`
    if (value.length < 1 || value.length > 34 || !/\d/.test(value) || seen.has(key) || MONEY.test(value)) return
    seen.add(key)
    const place = postcode && start >= postcode.start && end <= postcode.end ? ['like:postcode'] : []
    candidates.push(
      makeCandidate('id', segment, start, end, value, 'id.token', [...traits, ...place, ...describe(value)]),
    )
  }
  for (const segment of layout.segments) {
    postcode = findPostcode(segment.text)
    segment.words.forEach((word, i) => {
      const offset = segment.offsets[i]!
      if (/@|^www\.|:\/\//i.test(word.text)) return
      // A series in front of the number: `FV 15/2011`, `INV 2024 001`.
      if (SERIES.test(word.text) && !OF_DATE.test(word.text)) joinIds(segment, i, offset, add)
      for (const part of trimId(word.text)) {
        add(segment, offset + part.start, offset + part.end, part.start > 0 ? ['cut'] : [])
        joinIds(segment, i, offset + part.start, add)
      }
    })
  }
  return candidates
}

/** An amount with groups of thousands is no identifier. */
const MONEY = /^\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*(?!\1)[.,]\d{2}$/

const MISREAD = /(?<=\d)[Oo]+(?=\d)/g

/** A label that is glued to its number: `NumberGST/2024/0058`, `InvoiceNoINV-204`. */
const GLUED =
  /^(?:\p{Lu}?\p{Ll}{2,20}(?:[Nn]umber|[Nn]ummer|[Nn][uú]mero|[Nn]um[eé]ro)|[Nn]umber|Nummer|N[uú]mero|Num[eé]ro|(?:Invoice|Order|Bill|Receipt|Rechnungs?|Rechn|Facture|Factura|Fattura|Faktura|Factuur)(?:[Nn]o|[Nn]r))\.?(?=\p{Lu}{1,6}[/.\-_]?\d|\p{Lu}{1,6}[/-]\p{Lu}|\d)/u

/** Letters that may be the first part of a number; those that mean "number", or another kind of number, are labels. */
const SERIES =
  /^(?!(?:NO|NR|NUM|ID|DE|OF|VOM|DU|TO|AM|PO|NIF|CIF|NIP|REGON|VAT|UST|UID|TVA|BTW|IVA|DIC|ICO|SIRET|SIREN|IBAN|BIC|TEL|FAX|HRB|HRA|KVK|CVR|KMKR|PVN|PVM|MVA|OCR|KID|ABN|EIN|GSTIN)$)\p{Lu}{1,6}[-/]?$/u

/** A word between a number and its date: `NOTA DI CREDITO NC 14 DEL 20.02.2025`. */
const OF_DATE = /^(?:DEL|VOM|DU|OF|DATED|DD|DE|DEN|VAN|DNE|AM|ON|EN)\.?$/i

/** Behind it, a number is a part of a date or time, or an amount. */
const COUNTED = /^[年月日時时分円圓元년월일시분원%]/u

/** Returns the parts of a word that may be an id: the word without brackets and marks, and the text after a colon or `#`. */
function trimId(text: string): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  const push = (from: number) => addRun(from, text.length)
  const addRun = (from: number, to: number) => {
    const run = text.slice(from, to)
    const start = from + /^[^\p{L}\d]*/u.exec(run)![0].length
    const end = to - /[^\p{L}\d]*$/u.exec(run)![0].length
    if (end > start && /\d/.test(text.slice(start, end)) && !parts.some((part) => part.start === start))
      parts.push({ start, end })
  }
  // A number directly behind or before letters of a script without spaces: `請求書番号INV-1`, `第0012号`.
  if (hasUnspaced(text)) {
    for (const run of text.matchAll(/[A-Za-z\d][A-Za-z\d/.\-_]*/g))
      if (!COUNTED.test(text.slice(run.index + run[0].length))) addRun(run.index, run.index + run[0].length)
    return parts
  }
  push(GLUED.exec(text)?.[0].length ?? 0)
  for (const match of text.matchAll(/[:#°º=]|no\.(?=\w)|nr\.(?=\w)/gi)) push(match.index + match[0].length)
  return parts
}

function joinIds(
  segment: Segment,
  index: number,
  start: number,
  add: (segment: Segment, start: number, end: number, traits: string[]) => void,
): void {
  for (let k = index + 1; k < segment.words.length && k <= index + 4; k++) {
    const word = segment.words[k]!
    const gap = (word.box[0] - segment.words[k - 1]!.box[2]) / Math.max(4, word.size)
    if (
      gap > 0.8 ||
      OF_DATE.test(word.text) ||
      findDates(word.text).length > 0 ||
      !/^[\dA-Z/.\-_]+$/.test(word.text.replace(/[,;.)]$/, '')) ||
      !/^[:(#]*[\dA-Za-z/.\-_]+$/.test(segment.words[k - 1]!.text)
    )
      return
    const end = segment.offsets[k]! + word.text.replace(/[,;.)]+$/, '').length
    add(segment, start, end, ['joined'])
  }
}

function describe(value: string): string[] {
  const shape = value.replace(/\p{L}+/gu, 'A').replace(/\d+/g, '9')
  const traits = [
    `shape:${shape.slice(0, 9)}`,
    `length:${Math.min(16, value.length)}`,
    `digits:${Math.min(12, value.replace(/\D/g, '').length)}`,
  ]
  if (findDates(value).length > 0) traits.push('like:date')
  if (/^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(value)) traits.push('like:amount')
  if (/^(?:19|20)\d{2}$/.test(value)) traits.push('like:year')
  if (isIban(value)) traits.push('like:iban')
  if (/^\+?\d{2,5}[-/.]\d{4,9}$/.test(value) || /^\+/.test(value)) traits.push('like:phone')
  if (parseVat(value)) traits.push('like:vat')
  if (/(?:19|20)\d{2}/.test(value)) traits.push('has:year')
  if (/^\p{L}+\d/u.test(value)) traits.push('letters-first')
  if (/^\d+[A-Za-z]{1,3}$/.test(value)) traits.push('like:measure')
  if (/%/.test(value)) traits.push('percent')
  return traits
}
