import type { Label } from './find/labels.ts'
import type { Layout } from './find/layout.ts'
import { LANGUAGES } from './lexicon/index.ts'
import { hasUnspaced, UNSPACED } from './normalise/characters.ts'
import { foldText } from './normalise/ids.ts'

const LANGUAGE_OF_WORD = new Map<string, string[]>()
for (const [language, { stopWords }] of Object.entries(LANGUAGES)) {
  for (const word of stopWords.split(' ')) LANGUAGE_OF_WORD.set(word, [...(LANGUAGE_OF_WORD.get(word) ?? []), language])
}

const countLetters = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

/** Returns true if most letters of a text are of scripts without spaces; a name or heading of another language does not count. */
export const isMostlyUnspaced = (text: string): boolean =>
  hasUnspaced(text) && countLetters(text, EVERY_UNSPACED) * 2 > countLetters(text, /\p{L}/gu)
const EVERY_UNSPACED = new RegExp(`[${UNSPACED}]`, 'gu')

/** Korean and Japanese have letters of their own; a page with Chinese characters only has labels of one of the languages. */
function detectUnspaced(text: string, labels: readonly Label[]): string | null {
  const hangul = countLetters(text, /\p{Script=Hangul}/gu)
  const kana = countLetters(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const han = countLetters(text, /\p{Script=Han}/gu)
  if (hangul > kana + han) return 'kor'
  const only = (language: string): number =>
    labels.filter(({ languages }) => languages.size === 1 && languages.has(language)).length
  const [japanese, chinese] = [kana + only('jpn'), only('zho')]
  return japanese === chinese ? null : japanese > chinese ? 'jpn' : 'zho'
}

/** Returns the ISO 639-3 code of the language indicated by stop words and labels; null if there is too little text or a tie. */
export function detectLanguage(layout: Layout, labels: readonly Label[]): string | null {
  const text = layout.segments.map((segment) => segment.text).join('')
  if (isMostlyUnspaced(text)) return detectUnspaced(text, labels)
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
