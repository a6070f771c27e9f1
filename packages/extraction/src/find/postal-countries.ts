/**
 * The countries whose postal addresses a line could be of, by the form of the postcode and its order with the town. Source of the forms: the
 * postal addressing systems of the Universal Postal Union.
 */

const WORD = String.raw`\p{Lu}[\p{L}.'’-]+`
const STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY'
/** States with the first digits of their postcodes, because the abbreviations are words too: `GST ACT 2017`. */
const AUSTRALIA = String.raw`NSW,? [12]\d{3}|VIC,? [38]\d{3}|QLD,? [49]\d{3}|SA,? 5\d{3}|WA,? 6\d{3}|TAS,? 7\d{3}|NT,? 0[89]\d{2}|ACT,? (?:02|26|29)\d{2}`
/** Towns of India whose postcodes are printed in one piece; in two pieces they are unlike other numbers. */
const INDIA =
  'Mumbai|Delhi|Bengaluru|Bangalore|Chennai|Kolkata|Hyderabad|Pune|Ahmedabad|Gurgaon|Gurugram|Noida|Jaipur|Surat|Kochi'
const PROVINCES = 'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT'

interface PostalForm {
  countries: readonly string[]
  pattern: RegExp
}
const form = (countries: string, pattern: string): PostalForm => ({
  countries: countries.split(' '),
  pattern: new RegExp(pattern, 'u'),
})

/** Forms that few countries have come first; a line is of the first form that fits. */
const FORMS: readonly PostalForm[] = [
  form('GB', String.raw`(?<![\p{L}\d])(?:GIR ?0AA|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})(?![\p{L}\d])`),
  form('CA', String.raw`(?<![\p{L}\d])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]\d[ABCEGHJ-NPRSTV-Z]\d(?![\p{L}\d])`),
  form('CA', String.raw`(?<!\p{L})(?:${PROVINCES})[ ,]{1,2}[A-Z]\d[A-Z]\d[A-Z]\d(?![\p{L}\d])`),
  form('IE', String.raw`(?<![\p{L}\d])(?:[AC-FHKNPRTV-Y]\d{2}|D6W) [0-9AC-FHKNPRTV-Y]{4}(?![\p{L}\d])`),
  form('NL', String.raw`(?<![\p{L}\d-])(?:NL-)?[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2},? +${WORD}`),
  form('AU', String.raw`(?<!\p{L})(?:${AUSTRALIA})(?!\d)`),
  form('US', String.raw`\p{L}{2},? (?:${STATES})[ ,.]{1,2}\d{5}(?:-\d{4})?(?!\d)`),
  form('PT', String.raw`(?<![\d-])\d{4}-\d{3},? ${WORD}`),
  form('BR', String.raw`(?:CEP|Cep)[ :.]{0,2}\d{2}\.?\d{3}-?\d{3}(?!\d)|(?<![\d-])\d{5}-\d{3}(?![\d-])`),
  form('PL', String.raw`(?<![\d-])\d{2}-\d{3} ${WORD}`),
  form('JP', String.raw`〒 ?\d{3}-?\d{4}|(?<![\d-])\d{3}-\d{4} ?\p{Script=Han}{2}`),
  form('SG', String.raw`(?:Singapore|SINGAPORE) \(?\d{6}\)?(?!\d)`),
  form(
    'IN',
    String.raw`${WORD} ?[-–] ?[1-9]\d{2} \d{3}(?!\d)|(?<!\p{L})(?:${INDIA}),? ?[-–]? ?[1-9]\d{2} ?\d{3}(?!\d)|(?:PIN|Pin|Pincode|PIN Code)[ :-]{1,3}[1-9]\d{2} ?\d{3}(?!\d)`,
  ),
  form('MX ES', String.raw`(?<!\p{L})C\.? ?P\.? ?:? ?\d{5}(?!\d)`),
  form('AR', String.raw`(?<![\p{L}\d])\(?[A-HJ-NP-Z]\d{4}[A-Z]{3}\)?,? ${WORD}`),
  // The province, which is no code of a country: `75018 PARIS, FR`.
  form('IT', String.raw`(?<![\d-])\d{5} ${WORD}(?: ${WORD})*(?: (?!DE|FR|ES|FI|EE|HR|RS)[A-Z]{2}| ?\([A-Z]{2}\))$`),
  form('TR', String.raw`(?<!\d)\d{5} \p{Lu}\p{L}+ ?/ ?\p{Lu}\p{L}+`),
  // The code of the country before the postcode.
  form('DE', String.raw`(?<![\p{L}\d-])DE?-\d{5} ${WORD}`),
  form('AT', String.raw`(?<![\p{L}\d-])AT?-\d{4} ${WORD}`),
  form('CH', String.raw`(?<![\p{L}\d-])CH-\d{4} ${WORD}`),
  form(
    'FR',
    String.raw`(?<![\p{L}\d-])FR?-\d{5} ${WORD}|(?<![\p{L}\d-])\d{5} \p{Lu}{2,}[\p{Lu} '’-]* (?:CEDEX|Cedex)(?!\p{L})`,
  ),
  form('BE', String.raw`(?<![\p{L}\d-])BE?-\d{4} ${WORD}`),
  form('LU', String.raw`(?<![\p{L}\d-])LU?-\d{4} ${WORD}`),
  form('DK', String.raw`(?<![\p{L}\d-])DK-\d{4} ${WORD}`),
  form('NO', String.raw`(?<![\p{L}\d-])NO?-\d{4} ${WORD}`),
  form('SE', String.raw`(?<![\p{L}\d-])SE?-\d{3} ?\d{2} ${WORD}`),
  form('FI', String.raw`(?<![\p{L}\d-])FI(?:N)?-\d{5} ${WORD}`),
  form('LT', String.raw`(?<![\p{L}\d-])LT-\d{5}(?!\d)`),
  form('LV', String.raw`(?<![\p{L}\d-])LV-\d{4}(?!\d)`),
  form('SI', String.raw`(?<![\p{L}\d-])SI-\d{4} ${WORD}`),
  form('HR', String.raw`(?<![\p{L}\d-])HR-\d{5} ${WORD}`),
  form('HU', String.raw`(?<![\p{L}\d-])HU?-\d{4} ${WORD}`),
  form('SK', String.raw`(?<![\p{L}\d-])SK-\d{3} ?\d{2} ${WORD}`),
  form('CZ', String.raw`(?<![\p{L}\d-])CZ-\d{3} ?\d{2} ${WORD}`),
  form('MD', String.raw`(?<![\p{L}\d-])MD-?\d{4}(?!\d)`),
  // Forms of many countries.
  form('CZ SK SE GR', String.raw`(?<![\d.,-] ?)\d{3} \d{2},? ${WORD}`),
  form('DE FR ES IT FI EE HR RS ME TR MX MY TH UA', String.raw`(?<![\d.,/-] ?)\d{5} ${WORD}`),
  form('AT CH BE DK NO HU SI LU BG CY ZA PH', String.raw`(?<![\d.,/-] ?)[1-9]\d{3} ${WORD}`),
]

/** A longer line is no address. Few patterns are linear in the length of a line, and a file may have lines of any length. */
export const MAX_ADDRESS_LINE = 200

/** What a postcode of every form has: three digits in a row, or a letter beside a digit. Most lines with figures have neither. */
const PART = /\d{3}|[A-Z]\d|\d[A-Z]/

const mayHavePostcode = (line: string): boolean => line.length <= MAX_ADDRESS_LINE && PART.test(line)

/** Returns the countries whose addresses have the form of a line; none if no postcode is in it. */
export function countriesOfAddress(line: string): readonly string[] {
  if (!mayHavePostcode(line) || !/[\p{Lu}\p{Script=Han}〒]/u.test(line)) return []
  return FORMS.find(({ pattern }) => pattern.test(line))?.countries ?? []
}

const NATIONAL = new RegExp(
  FORMS.filter(({ countries }) => countries.length === 1)
    .map(({ pattern }) => pattern.source)
    .join('|'),
  'u',
)

/** Returns true for a line with a postcode in a form that one country has. */
export const hasNationalPostcode = (line: string): boolean => mayHavePostcode(line) && NATIONAL.test(line)
