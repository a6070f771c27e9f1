/**
 * Letters of Latin that look like Greek or Cyrillic ones, in pairs. People type them on a Latin keyboard, and OCR reads them, inside of words
 * of the other script (`ЄДPПОУ`, `AΦM`). The pairs are in Unicode's list of confusable letters (UTS #39, confusables.txt).
 */
const PAIRS = {
  Greek: 'AΑ BΒ EΕ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ XΧ YΥ ZΖ oο',
  Cyrillic: 'AА BВ CС EЕ HН IІ JЈ KК MМ OО PР SЅ TТ XХ aа cс eе iі jј oо pр sѕ xх yу',
}
const tableOf = (pairs: string): ReadonlyMap<string, string> =>
  new Map(pairs.split(' ').map(([latin, other]) => [latin!, other!]))
const TABLES = [
  { script: /\p{Script=Greek}/u, letters: tableOf(PAIRS.Greek) },
  { script: /\p{Script=Cyrillic}/u, letters: tableOf(PAIRS.Cyrillic) },
]
const MIXED =
  /(?<!\p{L})\p{L}*(?:[A-Za-z][\p{Script=Greek}\p{Script=Cyrillic}]|[\p{Script=Greek}\p{Script=Cyrillic}][A-Za-z])\p{L}*/gu

/** Returns the text with words of one script, if all their Latin letters look like letters of their Greek or Cyrillic ones. */
export function uniteScripts(text: string): string {
  return text.replace(MIXED, (word) => {
    const letters = TABLES.find(({ script }) => script.test(word))!.letters
    const united = word.replace(/[A-Za-z]/g, (letter) => letters.get(letter) ?? letter)
    return /[A-Za-z]/.test(united) ? word : united
  })
}
