/**
 * Proposes where one document of a file ends and the next begins. Conservative: a wrong division costs more than a missing one, so a page
 * begins a document only if the file says so (its numbering restarts, or its number or parties change).
 */

/** The text of a page. `top` is the vertical position of a line, from 0 (upper edge) to 1. */
export interface PageText {
  lines: { text: string; top: number }[]
}

/** A part of the file: the positions of its pages, and of those to leave out (blank and separator pages). */
export interface Part {
  pages: number[]
  left_out: number[]
}

/** Returns the parts of a file; null if it is one document. */
export function dividePages(pages: readonly PageText[]): Part[] | null {
  const facts = pages.map(factsOf)
  const parts: Part[] = []
  let isSeparated = false
  let before: PageFacts | null = null
  for (const [index, page] of facts.entries()) {
    const part = parts.at(-1)
    if (page.kind !== 'content') {
      if (page.kind === 'separator') isSeparated = true
      if (part) part.left_out.push(index)
      else parts.push({ pages: [], left_out: [index] })
      continue
    }
    const begins: boolean = before !== null && (isSeparated || beginsDocument(before, page))
    if (part && !begins) part.pages.push(index)
    else parts.push({ pages: [index], left_out: [] })
    isSeparated = false
    before = before && !begins ? merged(before, page) : page
  }
  return parts.filter((part) => part.pages.length > 0).length > 1 ? parts : null
}

interface PageFacts {
  kind: 'content' | 'blank' | 'separator'
  /** The printed number of the page, and the printed number of pages. */
  number: { page: number; of: number | null } | null
  /** Labelled document numbers, in the spelling of `plain`. */
  documents: ReadonlySet<string>
  /** VAT numbers of all parties. */
  parties: ReadonlySet<string>
}

const PAGE_WORDS =
  'page|pages|seite|pagina|página|pág|strana|str|strona|side|sida|blad|bladzijde|oldal|sivu|sid|lehekülg|lk|lapa|lpp|puslapis|psl'
const OF_WORDS = 'of|von|sur|de|di|z|ze|af|av|van|iš|/|-'
const NUMBERED = new RegExp(
  String.raw`(?:^|[\s(])(?:${PAGE_WORDS})\.?\s*:?\s*(\d{1,3})(?:\s*(?:${OF_WORDS})\s*(\d{1,3}))?(?![\d.,])`,
  'iu',
)
/** A number of the form 1/3 alone, as footers have it. */
const FRACTION = /^\s*(\d{1,2})\s*\/\s*(\d{1,2})\s*$/
/** Heights of the margins in which a bare fraction is a page number. */
const MARGIN = 0.12

const DOCUMENT_LABELS = [
  String.raw`(?:tax )?invoice (?:no|number|nr|#|id)`,
  String.raw`credit note (?:no|number|nr|#)`,
  String.raw`order (?:no|number|nr|#)`,
  String.raw`rechnungs?(?:[- ]?(?:nr|nummer))`,
  String.raw`gutschriftnummer|gutschrift nr`,
  String.raw`facture (?:n°|no|nº|numéro)`,
  String.raw`(?:n°|numéro) (?:de )?facture`,
  String.raw`factura (?:n°|nº|no|número)`,
  String.raw`(?:numero |n\. )fattura|fattura (?:n|nr|numero)`,
  String.raw`factuurnummer|factuur nr`,
  String.raw`faktura (?:č|nr|číslo)|faktura vat nr`,
  String.raw`číslo faktury`,
  String.raw`(?:faktura|kreditfaktura|kreditnota)[- ]?(?:nr|nummer)`,
  String.raw`lasku(?:n ?|\s)?(?:numero|nro)`,
  String.raw`(?:kreedit)?arve (?:nr|number)`,
  String.raw`(?:kredīt)?rēķin(?:a|s) (?:nr|numurs)`,
  String.raw`sąskaitos (?:faktūros )?(?:nr|numeris)|sąskaita faktūra nr`,
].join('|')
const LABELLED = new RegExp(
  String.raw`(?:^|\s{2,})(?:${DOCUMENT_LABELS})\s*[.:]?\s*:?\s*([\p{L}\d][\p{L}\d/_.-]{2,30})`,
  'giu',
)
/** A title with the number, such as "Handelsrechnung Nr. 4711" and "Invoice INV/2026/0007". */
const TITLE = new RegExp(
  String.raw`^(?:\p{L}*[- ])?(?:invoice|\p{L}*rechnung|gutschrift|credit note|facture|avoir|factura|fattura|factuur|faktura)\s*(?:no|nr|number|nummer|n°|nº|č|#)?\s*[.:]?\s*:?\s*([\p{L}\d][\p{L}\d/_.-]*\d[\p{L}\d/_.-]*)(?:\s|$)`,
  'iu',
)
/** VAT numbers with the code of a country of the European Union, of Great Britain, Norway or Switzerland. */
const VAT =
  /\b((?:AT\s?U|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK)[ -]?[A-Z\d](?:[ .-]?[A-Z\d]){6,11})\b/g
const SEPARATOR =
  /\b(?:separator (?:page|sheet)|document separator|separation sheet|trennblatt|trennseite|patch[ -]?(?:t|2|code)|page de s[ée]paration|s[ée]parateur|hoja separadora|oddělovací list)\b/iu
/** A separator has little other text. */
const SEPARATOR_WORDS = 12

function factsOf({ lines }: PageText): PageFacts {
  const text = lines.map((line) => line.text).join('\n')
  const count = text.split(/\s+/).filter(Boolean).length
  return {
    kind: count === 0 ? 'blank' : count <= SEPARATOR_WORDS && SEPARATOR.test(text) ? 'separator' : 'content',
    number: numberOf(lines),
    documents: new Set(numbersIn(lines)),
    parties: new Set([...text.matchAll(VAT)].map((match) => plain(match[1]!)).filter((one) => /\d{5}/.test(one))),
  }
}

function numbersIn(lines: PageText['lines']): string[] {
  return lines.flatMap(({ text }) => {
    const title = TITLE.exec(text)
    const labelled = [...text.matchAll(LABELLED)].map((match) => match[1]!)
    return [...(title ? [title[1]!] : []), ...labelled].map(plain).filter((one) => one.length > 3 && /\d{2}/.test(one))
  })
}

const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '')

function numberOf(lines: PageText['lines']): PageFacts['number'] {
  for (const { text, top } of lines) {
    const inMargin = top < MARGIN || top > 1 - MARGIN
    const found = NUMBERED.exec(text) ?? (inMargin ? FRACTION.exec(text) : null)
    if (!found) continue
    const page = Number(found[1])
    const of = found[2] === undefined ? null : Number(found[2])
    if (page >= 1 && (of === null || page <= of)) return { page, of }
  }
  return null
}

/** `before` has the number of the previous page and the other facts of all pages of its document. */
function beginsDocument(before: PageFacts, page: PageFacts): boolean {
  const continues =
    before.number && page.number && page.number.page === before.number.page + 1 && page.number.of === before.number.of
  if (continues || (page.number && page.number.page > 1)) return false
  // A number that both share connects them, whatever the numbering says.
  const sameDocument = shares(before.documents, page.documents)
  if (before.number && page.number?.page === 1) {
    const isComplete = before.number.of === null || before.number.page === before.number.of
    return isComplete && !(sameDocument && page.number.of === null)
  }
  if (before.number?.of && before.number.page < before.number.of) return false
  if (sameDocument) return false
  const otherNumber = before.documents.size === 1 && page.documents.size === 1
  const otherParties = before.parties.size > 0 && page.parties.size > 0 && !shares(before.parties, page.parties)
  const isTitled = page.documents.size > 0 || page.number?.page === 1
  return (otherParties && isTitled) || (otherNumber && (page.parties.size > 0 || page.number?.page === 1))
}

const shares = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((value) => other.has(value))

const merged = (document: PageFacts, page: PageFacts): PageFacts => ({
  ...page,
  documents: new Set([...document.documents, ...page.documents]),
  parties: new Set([...document.parties, ...page.parties]),
})
