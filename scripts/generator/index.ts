import type { ReadDocument } from '@sheaf/extraction/types'
import { Random } from '../train/random.ts'
import { COUNTRIES } from './data/countries.ts'
import { LOCALES, type Locale } from './data/locales.ts'
import { makeContent, pickType, type Content, type DocumentType } from './content/document.ts'
import { makeFormat } from './content/format.ts'
import { drawPages } from './draw/pdf.ts'
import { familyWith, fontOf, MONO_FAMILIES } from './draw/fonts.ts'
import { Sheet, type DrawnPage } from './draw/sheet.ts'
import { wordsOfPages } from './draw/words.ts'
import { LABELS } from './labels/index.ts'
import { composePages } from './layout/compose.ts'
import { composeReceipt } from './layout/receipt.ts'
import type { Draft } from './layout/draft.ts'
import { programOf, programsFor, type Program, type Use } from './layout/programs.ts'
import { Wording } from './layout/wording.ts'
import { collectTruth, type Truth, type TruthBox } from './truth.ts'

export { degrade } from './degrade/index.ts'
export type { Content } from './content/document.ts'

/** An invented document: where each word is, and what the document contains. */
export interface GeneratedDocument {
  name: string
  /** Name of the layout program. */
  layout: string
  /** Layout family; even ones are for training, odd ones for testing. */
  family: number
  use: Use
  locale: string
  documentType: DocumentType
  truth: Truth
  /** Keys of the truth that can be read on the page. */
  visible: string[]
  /** Header keys that are not on the page. */
  absent: string[]
  /** Key → place of the printed value. Rows have keys such as `line_items[0].quantity`. */
  boxes: Record<string, TruthBox>
  pages: DrawnPage[]
  perWord: boolean
}

const total = LOCALES.reduce((sum, locale) => sum + locale.weight, 0)

function pickLocale(random: Random): Locale {
  let roll = random.next() * total
  for (const locale of LOCALES) if ((roll -= locale.weight) < 0) return locale
  return LOCALES[0]!
}

const PROGRAMS_OF = { train: programsFor('train'), test: programsFor('test') }

/** Invents document `number`; the same number and use always give the same document. */
export function generate(number: number, { use = 'train' }: { use?: Use } = {}): GeneratedDocument {
  const random = new Random(Math.imul(number + 1, 0x9e3779b1) ^ (use === 'test' ? 0x51ed270b : 0))
  for (let i = 0; i < 4; i++) random.next()
  const programs = PROGRAMS_OF[use]
  const program = programOf(programs[random.integer(0, programs.length - 1)]!)
  const locale = pickLocale(random)
  const type = pickType(random)
  const draft = layOut(
    random,
    type === 'receipt' && random.chance(0.85) ? receiptProgram(program) : program,
    locale,
    type,
  )
  return describe(draft, { name: `${use}-${number}`, program, locale, type })
}

const SERIES = 0x2f6e2b1

export interface SeriesOptions {
  use?: Use
  receipts?: boolean
  /** The type of all documents; by default one is drawn. */
  type?: DocumentType
  /** Changes what document `index` bills before it is laid out: the layout stays the same. */
  change?: (content: Content, index: number) => void
}

/**
 * Invents `count` documents of one sender: layout, wording, parties and forms of numbers are the same, what is billed differs. The first
 * documents of a longer series are the same.
 */
export function generateSeries(
  number: number,
  count: number,
  { use = 'test', receipts = false, type: fixed, change }: SeriesOptions = {},
): GeneratedDocument[] {
  const seed = Math.imul(number + 1, 0x9e3779b1) ^ SERIES ^ (use === 'test' ? 0x51ed270b : 0)
  const random = new Random(seed)
  const program = programOf(random.pick(PROGRAMS_OF[use]))
  const locale = pickLocale(random)
  let type = pickType(random)
  while (!receipts && type === 'receipt') type = pickType(random)
  if (receipts) type = 'receipt'
  if (fixed) type = fixed
  return Array.from({ length: count }, (_, i) => {
    const own = new Random(seed + Math.imul(i + 1, 0x85ebca6b))
    const draft = layOut(own, receipts ? receiptProgram(program) : program, locale, type, seed, (content) =>
      change?.(content, i),
    )
    const name = `${use}-${receipts ? 'till' : 'series'}-${number}-${i}`
    return describe(draft, { name, program, locale, type })
  })
}

interface Described {
  name: string
  program: Program
  locale: Locale
  type: DocumentType
}

const describe = (draft: Draft, { name, program, locale, type }: Described): GeneratedDocument => ({
  name,
  layout: program.name,
  family: program.family,
  use: program.use,
  locale: locale.code,
  documentType: type,
  ...collectTruth(draft),
  pages: draft.sheet.pages,
  perWord: program.perWord,
})

/** Tills print small type, often of fixed width. */
const receiptProgram = (program: Program): Program => ({
  ...program,
  size: Math.min(program.size, 8.5),
  ...(program.number % 2 === 0 ? { font: MONO_FAMILIES[program.number % MONO_FAMILIES.length]!, size: 7 } : {}),
  margin: 8,
  footer: 'none',
  sender: 'full',
})

/** A page that names the sender nowhere else does so in its footer. */
const named = (program: Program): Program =>
  !/sender|logo/.test(program.head) && program.footer === 'none' && program.margin > 8
    ? { ...program, footer: 'line' }
    : program

/** A program with fonts that have the letters of the language and of the parties. */
function lettered(program: Program, { language }: Locale, content: Content): Program {
  const text = Object.values(LABELS[language] ?? {}).join(' ') + JSON.stringify(content)
  return {
    ...program,
    font: familyWith(text, program.font),
    headingFont: familyWith(text, program.headingFont),
  }
}

/** `seed` is that of a sender's habits. */
function layOut(
  random: Random,
  chosen: Program,
  locale: Locale,
  type: DocumentType,
  seed?: number,
  change: (content: Content) => void = () => undefined,
): Draft {
  const habits = seed === undefined ? random : new Random(seed ^ 0x3c6ef372)
  const content = makeContent(random, locale, type, habits)
  change(content)
  const program = lettered(named(chosen), locale, content)
  const country = COUNTRIES[locale.country]!
  const format = makeFormat(habits, country, locale.language, content.currency)
  if ([...format.sign].some((sign) => !fontOf(program.font, false).has(sign.codePointAt(0)!)))
    format.sign = content.currency
  const tax =
    country.taxNames.includes(content.taxName) &&
    locale.language === 'en' &&
    country.names !== 'en' &&
    locale.country !== 'MY'
      ? 'VAT'
      : content.taxName
  const wording = new Wording(program, locale.language, { tax, currency: format.sign })
  const isStrip = type === 'receipt' && program.margin === 8
  const size: [number, number] = isStrip
    ? [program.receiptWidth, 2400]
    : program.letter || ['US', 'CA'].includes(locale.country)
      ? [612, 792]
      : [595.28, 841.89]
  const sheet = new Sheet(...size)
  const draft: Draft = {
    random: habits,
    ...(seed === undefined ? {} : { habits: seed }),
    program,
    wording,
    format,
    content,
    sheet,
    y: program.margin,
    left: program.margin,
    right: size[0] - program.margin,
    bottom: size[1],
    fromBuyer: type === 'order' && habits.chance(0.6),
    needsName: !/sender/.test(program.head) && program.footer === 'none',
    has: new Set(),
  }
  if (isStrip) sheet.page.height = Math.ceil(composeReceipt(draft) + 14)
  else composePages(draft)
  return draft
}

/** Draws the document as a PDF with a text layer. */
export const drawPdf = ({ pages, name, perWord }: GeneratedDocument): Promise<Buffer> => drawPages(pages, name, perWord)

/** The words of the pages with their boxes, without a PDF: what reading the PDF gives. */
export const wordsOf = ({ pages }: GeneratedDocument): ReadDocument => wordsOfPages(pages)
