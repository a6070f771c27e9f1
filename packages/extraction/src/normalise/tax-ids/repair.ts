/** Digits that OCR reads as letters of the same shape. */
const DIGITS: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', B: '8' }

/** Each letter doubles the readings; of more letters than this, only the reading with all of them as digits is tried. */
const MAX_LETTERS = 5

/** Returns the reading of a number with digits in place of such letters that is accepted; null if none is, or several are. */
export function repairNumber(printed: string, accepts: (reading: string) => boolean): string | null {
  const places = [...printed].flatMap((letter, place) => (letter in DIGITS ? [place] : []))
  if (places.length === 0) return null
  if (places.length > MAX_LETTERS) {
    const reading = [...printed].map((letter) => DIGITS[letter] ?? letter).join('')
    return accepts(reading.toUpperCase()) ? reading.toUpperCase() : null
  }
  let accepted: string | null = null
  for (let choice = 1; choice < 1 << places.length; choice++) {
    const reading = [...printed]
    places.forEach((place, i) => {
      if (choice & (1 << i)) reading[place] = DIGITS[reading[place]!]!
    })
    const text = reading.join('').toUpperCase()
    if (!accepts(text)) continue
    if (accepted !== null && accepted !== text) return null
    accepted = text
  }
  return accepted
}
