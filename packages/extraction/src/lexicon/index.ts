/** Labels, headings and stop words of all languages, searched together. */
import { TAX_ID_LABELS } from './tax-id-labels.ts'
import { LABELLED_FIELDS, type LabelledField, ownClass } from '../labelled-fields.ts'
import { hasUnspaced, UNSPACED } from '../normalise/characters.ts'
import { foldText } from '../normalise/ids.ts'
import { remember } from '../normalise/remember.ts'
import type { LabelClass, Language, NameWords } from './classes.ts'
import { ar } from './ar.ts'
import { bg } from './bg.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { et } from './et.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hr } from './hr.ts'
import { hu } from './hu.ts'
import { id } from './id.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { lt } from './lt.ts'
import { lv } from './lv.ts'
import { nb } from './nb.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ro } from './ro.ts'
import { sk } from './sk.ts'
import { sl } from './sl.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

/** Languages by ISO 639-3 code. A new language is a new file and a line here. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  eng: en,
  deu: de,
  fra: fr,
  nld: nl,
  pol: pl,
  ces: cs,
  spa: es,
  ita: it,
  por: pt,
  hun: hu,
  ron: ro,
  tur: tr,
  ell: el,
  slk: sk,
  slv: sl,
  hrv: hr,
  bul: bg,
  ukr: uk,
  swe: sv,
  dan: da,
  nor: nb,
  fin: fi,
  est: et,
  lav: lv,
  lit: lt,
  ind: id,
  vie: vi,
  zho: zh,
  jpn: ja,
  kor: ko,
  ara: ar,
  heb: he,
}

/** Returns the words of a list that each language has, separated by `|`; languages without the list are left out. */
export const wordsOfAll = (list: keyof NameWords): string[] =>
  Object.values(LANGUAGES).flatMap((language) =>
    (language[list] ?? '')
      .split('|')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )

/** The forms of "number", which are read as one word. */
const NUMBER_WORDS = new Set([
  'no',
  'nr',
  'num',
  'number',
  'numero',
  'nummer',
  'nro',
  'nbr',
  'nos',
  'cislo',
  'numer',
  'no.',
  'n',
  '#',
  'nn',
  // Hungarian
  'szam',
  'szama',
  // Romanian
  'numar',
  'numarul',
  // Turkish
  'numara',
  'numarasi',
  // Greek
  'αριθμοσ',
  'αριθ',
  'αρ',
  'νο',
  // Slovenian
  'stevilka',
  // Croatian
  'broj',
  'br',
  // Bulgarian and Ukrainian
  'номер',
  // Latvian and Lithuanian
  'numurs',
  'numeris',
  // Indonesian
  'nomor',
  // Arabic and Hebrew
  'رقم',
  'מספר',
])

/** Compounds are split into two words: `rechnungsnummer` is `rechnungs no`, `adoszam` is `ado no`; `factuurdatum` is kept (it has its own entry). */
const NUMBER_ENDING = /^(\p{L}{3,})(?:nummer|nr|numero|nro|number|szama?)$/u

/** An abbreviation with points, a word, a number, or a sign. */
const TOKEN = /(?<!\p{L})(?:\p{L}\.){2,}\p{L}?(?!\p{L})|[\p{L}\p{M}]+|\d+|[#№%]/gu
/** The same with letters of scripts without spaces one by one. */
const LETTER_OR_TOKEN = new RegExp(
  String.raw`(?<!\p{L})(?:\p{L}\.){2,}\p{L}?(?!\p{L})|[${UNSPACED}]\p{M}*|(?:(?![${UNSPACED}])[\p{L}\p{M}])+|\d+|[#№%]`,
  'gu',
)

/** The article of Arabic, which is a part of its word; labels have it or not (as in Lucene's ArabicStemmer). */
const ARTICLE = /^ال(?=\p{L}{2})/u

export interface Token {
  readonly token: string
  readonly start: number
  readonly end: number
}

/**
 * Returns the folded words of a label; `end` offsets let callers map back to the text. Where words have no spaces between them, every letter
 * is a token: phrases are found inside of a run of letters, and also if their letters are spread (`合 計`).
 */
export const tokenize = remember((text): readonly Token[] => {
  const tokens: Token[] = []
  for (const match of text.matchAll(hasUnspaced(text) ? LETTER_OR_TOKEN : TOKEN)) {
    const start = match.index
    const end = start + match[0].length
    for (const token of tokensOf(match[0])) tokens.push({ token, start, end })
  }
  return tokens
})

/** Returns the tokens of a word; a number is its own. */
const tokensOf = (word: string): readonly string[] => (/^\d/.test(word) ? [word] : splitWord(word))

const splitWord = remember((word): readonly string[] => {
  // `T.V.A.` is one word.
  const folded = foldText(word).replaceAll('.', '').replace(ARTICLE, '')
  if (word === '№' || NUMBER_WORDS.has(folded)) return ['no']
  const compound = NUMBER_ENDING.exec(folded)
  return compound ? [compound[1]!, 'no'] : [folded]
})

/** Returns the number of words: those of scripts without spaces have two letters on average. */
export function countWords(tokens: readonly string[]): number {
  const letters = tokens.filter(hasUnspaced).length
  return tokens.length - letters + Math.ceil(letters / 2)
}

export interface LabelPhrase {
  tokens: readonly string[]
  classes: ReadonlySet<LabelClass>
  languages: ReadonlySet<string>
  /** A label only in capitals and with a number behind it: in small letters it is a word of another language. */
  capitals?: boolean
}

/** Returns the tokens of a phrase; if it has an abbreviation of single letters (`p o no`), also those of its form with points (`P.O. no`). */
export function variantsOf(phrase: string): string[][] {
  const dotted = phrase.replace(
    /(?<!\p{L})\p{L}(?: \p{L})+(?!\p{L})/gu,
    (letters) => `${letters.replaceAll(' ', '.')}.`,
  )
  return [...new Set([phrase, dotted])].map((text) => tokenize(text).map((entry) => entry.token))
}

function buildPhrases(): Map<string, LabelPhrase[]> {
  const byText = new Map<
    string,
    { tokens: string[]; classes: Set<LabelClass>; languages: Set<string>; capitals?: boolean }
  >()
  const add = (language: string, labelClass: LabelClass, phrases: string): void => {
    for (const tokens of phrases.split('|').flatMap(variantsOf)) {
      const key = tokens.join(' ')
      if (key === '') continue
      const entry = byText.get(key) ?? { tokens, classes: new Set<LabelClass>(), languages: new Set<string>() }
      entry.classes.add(labelClass)
      entry.languages.add(language)
      byText.set(key, entry)
    }
  }
  for (const [language, { labels }] of Object.entries(LANGUAGES))
    for (const [labelClass, phrases] of Object.entries(labels) as [LabelClass, string][])
      add(language, labelClass, phrases)
  for (const [field, { labels = {} }] of Object.entries<LabelledField>(LABELLED_FIELDS))
    for (const [language, phrases] of Object.entries(labels)) add(language, ownClass(field), phrases)
  // A phrase of a lexicon keeps its classes. The others are of no language: a foreign customer's number has the label of its own country.
  const known = new Set(byText.keys())
  for (const { phrase, class: labelClass, capitals } of TAX_ID_LABELS)
    for (const tokens of variantsOf(phrase)) {
      const key = tokens.join(' ')
      if (known.has(key)) continue
      const entry = byText.get(key) ?? {
        tokens,
        classes: new Set<LabelClass>(),
        languages: new Set<string>(),
        capitals,
      }
      entry.classes.add(labelClass)
      byText.set(key, entry)
    }
  const byFirst = new Map<string, LabelPhrase[]>()
  for (const phrase of byText.values()) {
    const first = phrase.tokens[0]!
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.tokens.length - a.tokens.length)
  return byFirst
}

/** All phrases of all languages by their first word, longest first. */
export const PHRASES: ReadonlyMap<string, readonly LabelPhrase[]> = buildPhrases()

/** Every word of any phrase; a letter of a script without spaces is none. */
export const VOCABULARY: ReadonlySet<string> = new Set(
  [...PHRASES.values()]
    .flatMap((list) => list.flatMap((phrase) => phrase.tokens))
    .filter((token) => !hasUnspaced(token)),
)
