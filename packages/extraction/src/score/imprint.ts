import { hasLegalForm } from '../find/legal-forms.ts'
import { hasPostcode } from '../find/postal.ts'
import type { Described } from './describe.ts'

/** Where the company that issues a document says who it is: the last part of what is printed on a page. */
const FOOT = 0.78
/** What an imprint has besides an address, and the address on a payment slip has not. */
const IMPRINT_MARKS = ['vat_id', 'company_no', 'tax_no', 'phone', 'email', 'web'].map((mark) => `blk:mark:${mark}`)
/** A number of a register or tax office. */
const REGISTERED =
  /(?<![\p{L}\d])(?:HRB|HRA|FN|RCS|SIRET|SIREN|KvK|KRS|NIP|REGON|NIF|NIPC|CIF|P\.?\s?IVA|Partita IVA|IČO?|DIČ|CVR|UID|USt|TVA|BTW|VAT|Company No|CUIT|CNPJ|RUT|RUC|NIT|RFC|ABN|ACN|GSTIN|VKN|UEN|OIB|Adószám|ΑΦΜ|Org\.? ?nr|Y-tunnus|ЕИК|ЄДРПОУ)(?![\p{L}])/iu

/**
 * Returns whether a name begins the imprint of a company, with its address or the number of its registration. A name without a legal form is
 * printed elsewhere too. The buyer issues orders.
 */
export function isImprint({ candidate, features }: Described, vats: readonly Described[]): boolean {
  const { segment, start, box, text, traits } = candidate
  const isRepeated = features.some((feature) => /^nm:again:[1-9]/.test(feature))
  if (start > 1 || text.includes(':') || !(hasLegalForm(text) || isRepeated)) return false
  if (box[1] < 0.5 * segment.page.height) return false
  // `AG` is also a court.
  if (hasLegalForm(text.split(' ')[0]!)) return false
  if (features.some((feature) => feature.startsWith('type:order&'))) return false
  const bottom = segment.page.words.reduce((lowest, word) => Math.max(lowest, word.box[3]), 0)
  if (box[1] < FOOT * bottom) return false
  if (REGISTERED.test(segment.text)) return true
  const hasAddress = hasPostcode(segment.text) || traits.includes('next1:address')
  const isBeside = ({ candidate: vat }: Described): boolean =>
    vat.segment.page === segment.page && Math.abs(vat.box[1] - box[1]) < 6 * segment.size
  return hasAddress && (features.some((feature) => IMPRINT_MARKS.includes(feature)) || vats.some(isBeside))
}
