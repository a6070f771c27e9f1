/** Towns, taxes, legal forms and letters that one country has, as evidence of the country. */
import { foldText, isAscii } from '../normalise/ids.ts'

type MarkKind = 'place' | 'tax_name' | 'legal_form' | 'script'

interface Mark {
  kind: MarkKind
  country: string
  /** Whole words, separated by `|`. */
  words: string
}
const mark = (kind: MarkKind, country: string, words: string): Mark => ({ kind, country, words })

/**
 * Of folded text. Names of countries are those of CLDR; these are names that addresses print without their country. Towns after which streets are
 * named elsewhere (`Corso Buenos Aires`) are left out.
 */
const FOLDED: readonly Mark[] = [
  mark('place', 'CA', 'ontario|quebec|alberta|british columbia'),
  mark('place', 'TW', 'taipei'),
  mark('place', 'IS', 'reykjavik'),
  mark('place', 'JP', 'tokyo'),
  mark('place', 'CN', 'shanghai|beijing|shenzhen'),
  mark('place', 'PK', 'karachi|lahore'),
  mark('place', 'NP', 'kathmandu'),
  mark('place', 'MD', 'chisinau'),
  mark('place', 'RO', 'bucuresti'),
  mark('place', 'SK', 'slovenska republika'),
  mark('place', 'CZ', 'ceska republika'),
  mark('tax_name', 'CA', 'hst|qst'),
  mark('tax_name', 'IN', 'cgst|sgst'),
  mark('tax_name', 'NO', 'mva'),
  mark('tax_name', 'MX', 'cfdi'),
  mark('tax_name', 'AR', 'afip'),
  mark('tax_name', 'PK', 'strn'),
  mark('tax_name', 'SK', 'ic dph'),
  mark('tax_name', 'HR', 'oib'),
  mark('tax_name', 'SI', 'ddv'),
  mark('tax_name', 'GR', 'αφμ'),
  mark('tax_name', 'HU', 'adoszam'),
  mark('tax_name', 'TR', 'kdv|vergi dairesi'),
  mark('tax_name', 'BG', 'ддс'),
  mark('tax_name', 'UA', 'пдв|єдрпоу'),
  mark('tax_name', 'ID', 'npwp'),
  mark('tax_name', 'VN', 'ma so thue'),
  mark('tax_name', 'FI', 'y-tunnus'),
  mark('tax_name', 'EE', 'kmkr'),
  mark('tax_name', 'LV', 'pvn'),
  mark('tax_name', 'LT', 'pvm kodas'),
  mark('tax_name', 'SE', 'f-skatt'),
  mark('legal_form', 'AU', 'pty'),
  mark('legal_form', 'SG', 'pte'),
]

/** Of text as it is printed: in small letters these forms are words of other languages. */
const PRINTED: readonly Mark[] = [
  mark('legal_form', 'SE', 'AB'),
  mark('legal_form', 'NO', 'AS'),
  mark('legal_form', 'DK', 'A/S|ApS'),
  mark('legal_form', 'IS', 'ehf|hf.'),
]

/** Of text without spaces between its words. */
const UNSPACED_MARKS: readonly (Omit<Mark, 'words'> & { pattern: RegExp })[] = [
  { kind: 'tax_name', country: 'TW', pattern: /統一編號/u },
  { kind: 'tax_name', country: 'KR', pattern: /사업자등록/u },
  { kind: 'tax_name', country: 'CN', pattern: /发票/u },
  { kind: 'script', country: 'JP', pattern: /\p{Script=Hiragana}|\p{Script=Katakana}/u },
]

/** Returns one expression for all words of a list, and the mark of each. */
function compile(marks: readonly Mark[]): { any: RegExp; byWord: ReadonlyMap<string, Mark> } {
  const byWord = new Map(marks.flatMap((own) => own.words.split('|').map((word): [string, Mark] => [word, own])))
  const words = [...byWord.keys()].map((word) => word.replaceAll('.', String.raw`\.`)).join('|')
  return { any: new RegExp(String.raw`(?<![\p{L}\d-])(?:${words})(?![\p{L}\d-])`, 'gu'), byWord }
}
const folded = compile(FOLDED)
const printed = compile(PRINTED)

/** Returns the marks of countries in a text. */
export function findCountryMarks(text: string): readonly Pick<Mark, 'kind' | 'country'>[] {
  return [
    ...matchesOf(folded, foldText(text)),
    ...matchesOf(printed, text),
    ...(isAscii(text) ? [] : UNSPACED_MARKS.filter(({ pattern }) => pattern.test(text))),
  ]
}

const matchesOf = ({ any, byWord }: typeof folded, text: string): Mark[] =>
  (text.match(any) ?? []).map((word) => byWord.get(word)!)
