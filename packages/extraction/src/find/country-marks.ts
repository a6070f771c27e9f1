/** Towns, taxes, legal forms and letters that one country has, as evidence of the country. */
import { foldText } from '../normalise/ids.ts'

type MarkKind = 'place' | 'tax_name' | 'legal_form' | 'script'

interface Mark {
  kind: MarkKind
  country: string
  pattern: RegExp
}
const word = (words: string): RegExp => new RegExp(String.raw`(?<![\p{L}\d-])(?:${words})(?![\p{L}\d-])`, 'u')
const mark = (kind: MarkKind, country: string, pattern: RegExp): Mark => ({ kind, country, pattern })

/**
 * Of folded text. Names of countries are those of CLDR; these are names that addresses print without their country. Towns after which streets are
 * named elsewhere (`Corso Buenos Aires`) are left out.
 */
const FOLDED: readonly Mark[] = [
  mark('place', 'CA', word('ontario|quebec|alberta|british columbia')),
  mark('place', 'TW', word('taipei')),
  mark('place', 'IS', word('reykjavik')),
  mark('place', 'JP', word('tokyo')),
  mark('place', 'CN', word('shanghai|beijing|shenzhen')),
  mark('place', 'PK', word('karachi|lahore')),
  mark('place', 'NP', word('kathmandu')),
  mark('place', 'MD', word('chisinau')),
  mark('place', 'RO', word('bucuresti')),
  mark('place', 'SK', word('slovenska republika')),
  mark('place', 'CZ', word('ceska republika')),
  mark('tax_name', 'CA', word('hst|qst')),
  mark('tax_name', 'IN', word('cgst|sgst')),
  mark('tax_name', 'NO', word('mva')),
  mark('tax_name', 'MX', word('cfdi')),
  mark('tax_name', 'AR', word('afip')),
  mark('tax_name', 'PK', word('strn')),
  mark('tax_name', 'SK', word('ic dph')),
  mark('tax_name', 'HR', word('oib')),
  mark('tax_name', 'SI', word('ddv')),
  mark('tax_name', 'GR', word('αφμ')),
  mark('tax_name', 'HU', word('adoszam')),
  mark('tax_name', 'TR', word('kdv|vergi dairesi')),
  mark('tax_name', 'BG', word('ддс')),
  mark('tax_name', 'UA', word('пдв|єдрпоу')),
  mark('tax_name', 'ID', word('npwp')),
  mark('tax_name', 'VN', word('ma so thue')),
  mark('tax_name', 'FI', word('y-tunnus')),
  mark('tax_name', 'EE', word('kmkr')),
  mark('tax_name', 'LV', word('pvn')),
  mark('tax_name', 'LT', word('pvm kodas')),
  mark('tax_name', 'SE', word('f-skatt')),
  mark('tax_name', 'TW', /統一編號/u),
  mark('tax_name', 'KR', /사업자등록/u),
  mark('tax_name', 'CN', /发票/u),
  mark('legal_form', 'AU', word('pty')),
  mark('legal_form', 'SG', word('pte')),
]

/** Of text as it is printed: in small letters these forms are words of other languages. */
const PRINTED: readonly Mark[] = [
  mark('legal_form', 'SE', word('AB')),
  mark('legal_form', 'NO', word('AS')),
  mark('legal_form', 'DK', word('A/S|ApS')),
  mark('legal_form', 'IS', word(String.raw`ehf|hf\.`)),
  mark('script', 'JP', /\p{Script=Hiragana}|\p{Script=Katakana}/u),
]

/** Returns the marks of countries in a text. */
export function findCountryMarks(text: string): readonly Mark[] {
  const folded = foldText(text)
  return [
    ...FOLDED.filter(({ pattern }) => pattern.test(folded)),
    ...PRINTED.filter(({ pattern }) => pattern.test(text)),
  ]
}
