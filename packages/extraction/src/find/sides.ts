/** Words that say whose number follows: the seller's or the buyer's. Data of the first nine languages, in folded form; the others have it in their lexicon. */
import type { Side } from '../lexicon/classes.ts'
import { wordsOfAll } from '../lexicon/index.ts'
import { hasUnspaced } from '../normalise/characters.ts'
import { foldText } from '../normalise/ids.ts'
import { remember } from '../normalise/remember.ts'

/** Who writes says "our" of what is the seller's, and "your" of what is the buyer's. */
const WORDS: Readonly<Record<Side, string>> = {
  seller:
    'seller|sellers|supplier|suppliers|vendor|vendors|issuer|our|verkaufer|lieferant|lieferanten|rechnungssteller|unser|unsere|vendeur|fournisseur|emetteur|notre|nos|' +
    'verkoper|leverancier|onze|sprzedawca|sprzedawcy|dostawca|dostawcy|wystawca|wystawcy|dodavatel|dodavatele|prodavajici|nase|vendedor|proveedor|emisor|nuestro|fornitore|' +
    'cedente|nostra|nostro|fornecedor|prestador|emitente|nosso',
  buyer:
    'buyer|buyers|customer|customers|client|clients|recipient|invoicee|purchaser|your|kaufer|kunde|kunden|kd|empfanger|rechnungsempfanger|ihr|ihre|acheteur|cliente|votre|vos|' +
    'koper|klant|afnemer|uw|nabywca|nabywcy|odbiorca|odbiorcy|odberatel|odberatele|zakaznik|zakaznika|kupujici|vase|comprador|adquirente|destinatario|destinataire|committente|' +
    'cessionario|vostra|vostro|seu|su|klienta|kupujacego|kupujiciho|v/',
}

/** Words of scripts without spaces stand inside of others. */
function allOf(side: Side): string {
  const words = wordsOfAll(side).map(foldText)
  const apart = [WORDS[side], ...words.filter((word) => !hasUnspaced(word))]
  return [String.raw`(?<!\p{L})(?:${apart.join('|')})(?!\p{L})`, ...words.filter(hasUnspaced)].join('|')
}
const PATTERN = new RegExp(`(?<seller>${allOf('seller')})|(?<buyer>${allOf('buyer')})`, 'gu')

/** Returns the side that the last such word of a label names; a word that is apart from the end belongs to something else. */
export const sideOf = remember((text): Side | null => {
  const folded = foldText(text)
  const last = [...folded.matchAll(PATTERN)].at(-1)
  if (!last || /[,;|·•<>@]|.{31}|\s[-–—]\s/u.test(folded.slice(last.index + last[0].length))) return null
  return last.groups!.seller ? 'seller' : 'buyer'
})
