import type { Label } from './find/labels.ts'
import type { Layout } from './find/layout.ts'
import { foldText } from './normalise/ids.ts'

/** Frequent short words of each language, in folded form; words shared by several languages are left out. */
const STOP_WORDS: Readonly<Record<string, string>> = {
  eng: 'the of and to for is are you your we our please with this by thank be not from any will have goods or all has been',
  deu: 'der die das und ist fur wir sie mit bei von auf nicht eine ein ihre ihr zum zur unter wird bitte oder dem nach durch uns aus sich uber',
  fra: 'le la les des et est pour nous vous votre une un dans par sur pas du au aux avec sans notre nos vos ou sera en cas tout toute ce cette',
  nld: 'het een van voor wij uw op met zijn naar bij ons deze wordt niet en te aan onder graag binnen onze',
  pol: 'w z na do oraz nie jest dla od przez sie i po za lub prosimy jako faktury',
  ces: 've na je pro od se za podle nebo jsou byl byla dne v prosim zbozi',
  spa: 'el los las del para por con una su sus se y es en no al nuestra este esta gracias o',
  ita: 'il lo gli di per con una del della dei delle non si sono nel alla e da su che grazie ai',
}
const LANGUAGE_OF_WORD = new Map<string, string[]>()
for (const [language, words] of Object.entries(STOP_WORDS)) {
  for (const word of words.split(' ')) LANGUAGE_OF_WORD.set(word, [...(LANGUAGE_OF_WORD.get(word) ?? []), language])
}

/** Returns the ISO 639-3 code of the language indicated by stop words and labels; null if there is too little text or a tie. */
export function detectLanguage(layout: Layout, labels: readonly Label[]): string | null {
  const votes = new Map<string, number>()
  const vote = (languages: readonly string[], weight: number) => {
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + weight / languages.length)
  }
  for (const segment of layout.segments) {
    for (const word of foldText(segment.text).match(/\p{L}+/gu) ?? []) {
      const languages = LANGUAGE_OF_WORD.get(word)
      if (languages) vote(languages, 1)
    }
  }
  for (const label of labels) if (label.text.length > 3 && label.languages.size <= 2) vote([...label.languages], 1.5)
  const ranked = [...votes].sort((a, b) => b[1] - a[1])
  const [best, second] = ranked
  if (!best || best[1] < 2 || (second && best[1] < second[1] * 1.15)) return null
  return best[0]
}
