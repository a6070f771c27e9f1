/** The options of the catalogue's enums, with their English names. */
import { CURRENCY_CODES } from '@sheaf/extraction/normalise'
import type { EnumOption } from '../../../rules/schema/index.ts'

/** ISO 639-3. */
const LANGUAGES: Record<string, string> = {
  ara: 'Arabic',
  aze: 'Azerbaijani',
  bel: 'Belarusian',
  bul: 'Bulgarian',
  cat: 'Catalan',
  ces: 'Czech',
  dan: 'Danish',
  deu: 'German',
  ell: 'Greek',
  eng: 'English',
  est: 'Estonian',
  eus: 'Basque',
  fas: 'Persian',
  fin: 'Finnish',
  fra: 'French',
  hbs: 'Serbo-Croatian',
  heb: 'Hebrew',
  hin: 'Hindi',
  hrv: 'Croatian',
  hun: 'Hungarian',
  ind: 'Indonesian',
  isl: 'Icelandic',
  ita: 'Italian',
  jpn: 'Japanese',
  kaz: 'Kazakh',
  kor: 'Korean',
  lav: 'Latvian',
  lit: 'Lithuanian',
  msa: 'Malay',
  nld: 'Dutch',
  nor: 'Norwegian',
  pol: 'Polish',
  por: 'Portuguese',
  ron: 'Romanian',
  rus: 'Russian',
  slk: 'Slovak',
  slv: 'Slovenian',
  spa: 'Spanish',
  sqi: 'Albanian',
  swe: 'Swedish',
  tha: 'Thai',
  tur: 'Turkish',
  ukr: 'Ukrainian',
  vie: 'Vietnamese',
  zho: 'Chinese',
  other: 'Other',
}

const TYPES: Record<string, string> = {
  tax_invoice: 'Invoice',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
  proforma: 'Proforma invoice',
  receipt: 'Receipt',
  delivery_note: 'Delivery note',
  order: 'Order',
  other: 'Other',
}

const fromLabels = (labels: Record<string, string>): EnumOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const OPTIONS: Record<string, EnumOption[]> = {
  currency: [...[...CURRENCY_CODES].map((code) => ({ value: code, label: code })), { value: 'other', label: 'Other' }],
  document_type: fromLabels(TYPES),
  language: fromLabels(LANGUAGES),
  payment_method_type: fromLabels({ card: 'Card', cash: 'Cash' }),
}

/** Returns copies, so that no two templates share one list. */
export const optionsOf = (name: string): EnumOption[] => (OPTIONS[name] ?? []).map((option) => ({ ...option }))
