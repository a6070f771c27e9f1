/** Patterns of the lines of postal addresses and of contacts. */
import { wordsOfAll } from '../lexicon/index.ts'
import { remember } from '../normalise/remember.ts'
import { hasNationalPostcode, MAX_ADDRESS_LINE } from './postal-countries.ts'

const STREET = new RegExp(
  String.raw`(?<!\p{L})(?:str|strasse|straße|weg|platz|allee|gasse|ring|ufer|damm|street|st|road|rd|avenue|ave|lane|ln|drive|dr|blvd|boulevard|jalan|jln|jl|lorong|lot|taman|rue|av|chemin|place|route|quai|impasse|cours|straat|laan|plein|kade|singel|weg|ul|ulica|al|ulice|namesti|calle|c/|avda|plaza|paseo|via|viale|piazza|corso|suite|floor|level|unit|block|po box|p\.o\. box|postfach|bp|${wordsOfAll('streets').join('|')})(?!\p{L})|\p{L}(?:str\.|stra(?:ss|ß)e|weg|platz|allee|gasse|straat|laan|plein|kade)(?!\p{L})`,
  'iu',
)
/** Streets of languages in which they are the end of a word, or an abbreviation that means something else elsewhere. */
const OTHER_STREETS: readonly RegExp[] = [
  // Swedish, Danish and Norwegian
  /\p{L}(?:gatan|gata|gaten|v[äa]gen|veien|vegen|gränd|torget|torg|(?<!bri)gade|vej|stræde)\s+\d|(?<!\p{L})allé\s+\d/iu,
  /\p{Lu}\p{L}+\s(?:gate|gata|plass|vei|veg)\s+\d|(?:^|,\s*)(?:Box|Boks|Postboks|BOX|POSTBOKS)\s+\d+\s*(?:,|$)/u,
  // Finnish: `PL 12` is a post office box; `Garantie 24 Monate` is no street.
  /\p{L}(?:katu|kuja|puisto)\s+\d|(?<!\p{L})PL\s\d{1,4}(?!\d)|\p{Lu}\p{L}{3,}(?<!gar)(?:[aeiouyäö]n)tie\s+\d{1,3}(?!\d)/u,
  // Estonian, Latvian and Lithuanian, whose streets are in the genitive
  /(?<!\p{L})(?:tn|mnt|pst|iela|prospekts|gatve|bulvāris)\s+\d/u,
  /\p{Lu}[\p{L}.]*(?:o|ų|[oė]s|aus|ies)\s(?:g|pr|al|pl)\.\s?\d/u,
]
/** A street in front of its house number, from the start of its line. */
const STREET_AT_END =
  /^\p{Lu}[^\d:,]{0,40}(?:(?<!\p{L})(?:str|strasse|straße|weg|platz|allee|gasse|ring|ufer|damm|straat|laan|plein|kade|singel|ulica|ulice)|\p{L}(?:str|stra(?:ss|ß)e|weg|platz|allee|gasse|straat|laan|plein|kade))\.?\s$|^(?:rue|calle|via|viale|piazza|corso|ul\.|avda)\s[^\d:]{1,40}\s$/iu
/** A house number, then capitalized words up to a comma and a place: `9 Market Cross, Lower Marden`. */
const HOUSE = /^\d{1,4}[a-z]?,?(?:\s+\p{Lu}[\p{L}'’-]+){1,4},\s+\p{Lu}\p{L}+/u
/** A house number, then words of which the last one is a street only there: `14 Alder Close`. */
const HOUSE_IN_STREET =
  /^\d{1,5}[a-z]?,?(?:\s+[\p{L}'’.-]+){1,3}\s+(?:close|cl|crescent|cres|court|ct|way|terrace|tce|grove|gardens|highway|hwy|parkway|pkwy|square|sq|mews|row|circle|cir|parade|pde|esplanade|hill|green|yard|wharf|trail|loop|bypass)\.?$/iu
const POSTCODE =
  /(?<![\d-])(?:[A-Z]{1,2}-)?\d{4,6}(?:\s?[A-Z]{2})?\s+\p{Lu}[\p{L}'-]+|\p{L}{2,}[,.]?\s+(?:[A-Z]{2}\s+)?\d{5}(?:-\d{4})?(?!\d)|(?<!\p{L})[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}(?!\p{L})|(?<!\d)\d{2}-\d{3}\s|(?<!\d)\d{3}\s\d{2},?\s\p{Lu}|(?<!\d)\d{4,5}[,.]?\s+(?:(?:гр|м|с)\.\s?)?\p{Lu}|(?<!\p{L})(?:гр|м|с)\.\s?\p{Lu}\p{L}+(?:\s\p{L}+)?,?\s\d{4,5}(?!\d)|(?<![\p{L}\d])LV[-\s]\d{4}(?!\d)/u
const CONTACT =
  /(?<!\p{L})(?:tel|phone|fax|e-?mail|gst|reg\.?\s?no|vat|ust|siret|iban|bic|nip|tva|hp\s?:|mobile|telefon|telephone)(?!\p{L})|www\.|https?:|@|(?<!\p{L})(?:ust-?id|steuer-?n|umsatzsteuer|telef|(?:тел|факс|телефон|τηλ|τηλέφωνο|φαξ|αφμ|еик|єдрпоу|іпн|adószám|oib)(?!\p{L}))/iu

const OTHER_CONTACTS: readonly RegExp[] = [
  // Swedish, Danish and Norwegian
  /(?<!\p{L})(?:tlf|mob|e-?post|org\.?\s?nr|cvr|bankgiro|plusgiro)(?!\p{L})/iu,
  // Finnish, Estonian, Latvian and Lithuanian
  /(?<!\p{L})(?:puh|s[äa]hk[öo]posti|y-tunnus|kmkr|t[aā]lr|e-?pasts|pvn|el\.\s?pa[sš]tas)(?!\p{L})/iu,
  // Indonesian and Vietnamese
  /(?<!\p{L})(?:telp|điện thoại|mst|npwp)(?!\p{L})/iu,
  // Chinese, Japanese and Korean
  /電話|电话|傳真|传真|전화|팩스|登録番号|사업자등록번호|統一編號|统一社会信用代码/u,
  // Arabic and Hebrew
  /(?<!\p{L})(?:هاتف|جوال|فاكس|الرقم الضريبي|السجل التجاري|טלפון|טל|פקס|נייד|ח\.פ|ע\.מ|עוסק מורשה)(?!\p{L})/u,
]

/** Streets, towns and postcodes of other countries, one line for each language. */
const ADDRESSES: readonly RegExp[] = [
  // Indonesian and Vietnamese
  /(?<!\p{L})(?:komplek|ruko|kel\.|kec\.|kab\.|kelurahan|kecamatan|kabupaten|đường|phường|quận|huyện|thành phố|tp\.|tỉnh|số nhà)(?=\s|\d)/iu,
  // Japanese
  /〒\s?\d{3}-?\d{4}|(?:東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県).|\p{Script=Han}[市区町村].*\d|\d丁目/u,
  // Chinese
  /[省市区區县縣鎮镇].*[路街道巷號号弄樓楼室]|[路街巷道].{0,8}\d+\s?[號号]/u,
  // Korean
  /(?:특별시|광역시|특별자치[시도]|[가-힣]+[시군구]\s).*(?:[로길동읍면]\s?)\d|[가-힣]+(?:로|길)\s?\d+(?:번길)?/u,
  // Arabic and Hebrew
  /(?<!\p{L})(?:شارع|طريق|حي|ص\.?\s?ب\.?|مبنى|רחוב|שדרות|שד['׳]|רח['׳]|ת\.?ד\.?|דרך)(?=[\s.:]|\d)/u,
]

const isShort = (text: string): boolean => text.length <= MAX_ADDRESS_LINE

/** Returns true for a line with a telephone, an email address or a number of a company. */
export const looksLikeContact = remember(
  (text) => isShort(text) && (CONTACT.test(text) || OTHER_CONTACTS.some((pattern) => pattern.test(text))),
)

/** Returns true if a line looks like part of a postal address. */
export const looksLikeAddress = remember(
  (text) =>
    isShort(text) &&
    !looksLikeContact(text) &&
    (namesStreet(text) ||
      [POSTCODE, HOUSE, HOUSE_IN_STREET, ...ADDRESSES].some((pattern) => pattern.test(text)) ||
      hasNationalPostcode(text)),
)

/** Returns true for a text with the word for a street. */
export const namesStreet = (text: string): boolean =>
  isShort(text) && (STREET.test(text) || OTHER_STREETS.some((pattern) => pattern.test(text)))

/** Returns true for a line that begins with a house number: `9 Market Cross, Lower Marden`. */
export const beginsWithHouse = (text: string): boolean => isShort(text) && HOUSE.test(text)

/** Returns true for a street without its town, which is a line of its own. */
export const looksLikeStreet = (text: string): boolean => looksLikeAddress(text) && !hasPostcode(text)

/** Returns the place of the postcode in a line: `BD17 7JR`, or a number before or behind the name of a town, with that name. */
export function findPostcode(text: string): { start: number; end: number } | null {
  const match = !isShort(text) || looksLikeContact(text) ? null : POSTCODE.exec(text)
  return match && { start: match.index, end: match.index + match[0].length }
}

/**
 * Returns true for a figure that is a house number: `14 Mill Lane, Oxton`, `Hauptstraße 14`. Digits elsewhere in a line with a word for a street may
 * be an amount: `Delivery by road, 3 pallets: 50`.
 */
export const isHouseNumber = (text: string, { start, end }: { start: number; end: number }): boolean =>
  isShort(text) &&
  (start === 0
    ? /^[a-z]?,?\s\p{Lu}/u.test(text.slice(end)) &&
      [STREET, HOUSE, HOUSE_IN_STREET].some((pattern) => pattern.test(text))
    : STREET_AT_END.test(text.slice(0, start)))

export const hasPostcode = (text: string): boolean =>
  isShort(text) && (POSTCODE.test(text) || hasNationalPostcode(text))
