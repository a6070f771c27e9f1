import './support/browser.ts'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../src/api/client.ts'
import { setLanguage } from '../src/i18n/index.ts'
import { sentenceOf } from '../src/ui/sentence.ts'

afterEach(() => setLanguage('en'))

it.each([
  [403, 'Dazu haben Sie keine Berechtigung.'],
  [404, 'Das gibt es nicht, oder Sie haben keinen Zugriff darauf.'],
  [400, 'Der Dienst hat diese Anfrage abgelehnt (Not good.).'],
  [503, 'Der Dienst kann gerade nicht antworten. Versuchen Sie es später erneut.'],
])('says a refusal with status %i in German', async (status, sentence) => {
  await setLanguage('de')
  expect(sentenceOf(new ApiError(status, { detail: 'Not good.' }))).toBe(sentence)
})

it('says in English what the API says, and when to try again', () => {
  expect(sentenceOf(new ApiError(409, { detail: 'It is being exported.' }))).toBe('It is being exported.')
  expect(sentenceOf(new ApiError(429, {}, 30))).toContain('in 30 seconds')
  expect(sentenceOf(new Error('Correct it.'))).toBe('Correct it.')
})
