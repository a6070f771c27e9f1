/** Legal forms of companies in the languages of the lexicons. */
import { wordsOfAll } from '../lexicon/index.ts'
import { foldText } from '../normalise/ids.ts'
import { remember } from '../normalise/remember.ts'

/**
 * Forms in the lexicons. A space may follow the points of `d.o.o`, but not that of `d.d`, which would be the initials of a person. The longest
 * is first, so that `spol. s r.o` is not read as `spol`.
 */
const patternsOf = (list: 'legalForms' | 'otherForms'): string[] =>
  wordsOfAll(list)
    .map(foldText)
    .sort((a, b) => b.length - a.length)
    .map((form) =>
      form.split('.').length > 2 || form.includes(' ') ? form.replace(/\. ?/g, '\\.\\s?') : form.replace('.', '\\.'),
    )
const STRICT_ABROAD = patternsOf('legalForms').join('|')

/** In folded form; `3. OG` is a floor. */
const FORM = String.raw`gmbh|ges\.?\s?m\.?\s?b\.?\s?h|mbh|ag|kg|ohg|(?<!\d\.\s?)og|gbr|ug|partg(?:\s?mbb)?|e\.?\s?k|e\.?\s?u|e\.?\s?v|se|ltd|limited|llc|inc|incorporated|corp|corporation|plc|llp|co|company|sdn\.?\s?bhd|s\/b|bhd|pte|pty|sarl|s\.?a\.?r\.?l|sas|s\.?a\.?s|sasu|eurl|earl|gaec|scea|selas|s\.?a|scop|sca|sci|snc|bv|b\.?v|nv|n\.?v|vof|bvba|srl|s\.?r\.?l|spa|s\.?p\.?a|s\.?l|slu|s\.?l\.?u|sp\.?\s?z\s?o\.?\s?o|spolka|s\.?n\.?c|dac|pllc|kgaa|selarl|asbl|vzw|ltda|unipessoal|oyj|s\.?c|sp\.?\s?j|s\.?r\.?o|a\.?s|lda|ab|aps|oy|as|${STRICT_ABROAD}|${patternsOf('otherForms').join('|')}`

/** Forms that in small letters or without their accents are words of other languages: the French `ou`, the Italian `sia`. */
const CASED =
  /(?<![\p{L}\d])(?:OÜ|[MTU]Ü|SIA|UAB|MB(?=\s+["„“])|IĮ|VšĮ|VŠĮ|(?:HB|Ky)(?=[\s.,]*$)|ASA|T:?mi|[AIKP]\/S)(?![\p{L}\d])/u

/** Returns folded text in which each such form is one that is no word. */
const foldForms = (text: string): string => foldText(text.replace(CASED, 'aps'))

/** Forms that are a part of the name without a space, or stand in front of it, one line for each language. */
const WITHIN = [
  // Indonesian and Vietnamese
  String.raw`^(?:pt|cv|ud|fa)\.?\s(?=\p{L})|(?<!\p{L})tbk(?!\p{L})|(?<!\p{L})(?:cong ty|cty|doanh nghiep tu nhan|ho kinh doanh|hop tac xa)(?!\p{L})`,
  // Japanese
  String.raw`株式会社|有限会社|合同会社|合資会社|合名会社|\((?:株|有|同)\)|(?:一般|公益)(?:社団|財団)法人`,
  // Chinese
  String.raw`股份有限公司|有限公司|有限责任公司|有限責任公司|(?:分|总|總)公司|合伙企业|个体工商户`,
  // Korean
  String.raw`주식회사|유한회사|유한책임회사|합자회사|합명회사|\((?:주|유|사|재)\)`,
  // Arabic and Hebrew
  String.raw`(?<!\p{L})(?:شركه|مؤسسه|موسسه)(?!\p{L})|(?:ش|ذ)\.\s?(?:ذ\.\s?)?م\.\s?[محع]|(?<!\p{L})בע["״'’]{1,2}מ(?!\p{L})|\(ע["״]ר\)`,
].join('|')
const FORM_WITHIN = new RegExp(WITHIN, 'u')

/** Words with which the names of shops end; elsewhere, as in `Service comptabilité`, they are words like any other. */
const SHOP = 'enterprises?|trading|restaurants?|services?|group|holding|stores?|hardware|mart|bank'

const LEGAL_FORM = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${FORM})\.?(?![\p{L}\d])|(?:${SHOP})(?=[\s.,()&]*$|[\s.,()&]+(?:${FORM}|m)\.?(?![\p{L}\d])))`,
  'iu',
)

/** Legal forms that are no words: after them, a name is complete. */
const STRICT_FORM = new RegExp(
  String.raw`(?<![\p{L}\d])(?:gmbh|ges\.\s?m\.\s?b\.\s?h|mbh|partg(?:\s?mbb)?|ag|kg|ohg|gbr|ug|ltd|limited|llc|inc|corp|plc|llp|bhd|s/b|pte|pty|sarl|sas|sa|bv|nv|srl|spa|sl|slu|s\.?\s?r\.?\s?o|a\.s|lda|ab|aps|oy|z\s?o\.?\s?o|dac|pllc|kgaa|selarl|eurl|asbl|vzw|ltda|oyj|s\.\s?[al](?:\.\s?[us])?|s\.\s?a\.\s?r\.\s?l|s\.\s?r\.\s?l|s\.\s?p\.\s?a|${STRICT_ABROAD})\.?(?![\p{L}\d])`,
  'iu',
)

/** A legal form, or marks between and behind them, from a position on. */
const FORM_OR_MARK = new RegExp(String.raw`(?<![\p{L}\d])(?:${FORM}|${SHOP})\.?(?![\p{L}\d])|\(m\)|[\s.,&()]`, 'iuy')

/** Returns true for a name with a legal form, or with a word with which names of shops end. */
export const hasLegalForm = remember((text) => {
  const folded = foldForms(text)
  return LEGAL_FORM.test(folded) || FORM_WITHIN.test(folded)
})

/**
 * Returns whether a text consists of legal forms: on a line of its own, it is the end of a name. It is read part by part, because one pattern
 * for the whole text takes exponential time for `co. co. co. …!`.
 */
export function isOnlyForm(text: string): boolean {
  const folded = foldForms(text)
  FORM_OR_MARK.lastIndex = 0
  let end = 0
  while (end < folded.length && FORM_OR_MARK.test(folded)) end = FORM_OR_MARK.lastIndex
  return folded !== '' && end === folded.length
}

/** Returns the offset behind the first form after which a name is complete, and its point; 0 if there is none. */
export function endOfStrictForm(text: string): number {
  const folded = foldText(text)
  // Folding changes the length of few texts, such as those with `ß`, and with it the offset.
  const form = STRICT_FORM.exec(folded.length === text.length ? folded : text)
  if (form) return form.index + form[0].length
  // In the Baltic states, these forms may also precede the name: `SIA "Baltmar"`.
  const cased = CASED.exec(text)
  return cased && cased.index > 0 ? cased.index + cased[0].length : 0
}

/** Returns true for a name with a form after which it is complete. */
export const hasStrictForm = (text: string): boolean => STRICT_FORM.test(foldForms(text))
