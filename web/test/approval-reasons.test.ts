import './support/browser.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../src/i18n/index.ts'
import { inWords } from '../src/screens/review/side/reasons.ts'

/** What the service writes; test/api/four-eyes.test.ts and its siblings have the same sentences. */
const TEXTS = {
  'Not assigned: ada@acme.example has confirmed the annotation.':
    'Nicht zugewiesen: ada@acme.example hat das Dokument bestätigt.',
  'The condition of the step cannot be evaluated: field "amount_total" is empty. The step was changed, but applied when the approval was started.':
    'Die Bedingung des Schritts kann nicht ausgewertet werden: das Feld „amount_total“ ist leer. Der Schritt wurde nach Beginn der Freigabe geändert. Er muss trotzdem freigegeben werden, weil er zu Beginn galt.',
  'bob is not active. The step has no eligible approver left. An administrator must approve it or assign other users.':
    'bob ist nicht aktiv. Für diesen Schritt gibt es keinen Freigeber mehr. Ein Administrator muss ihn freigeben oder anderen Benutzern zuweisen.',
  'You have confirmed the annotation. Administrators may approve it with a reason.':
    'Sie haben das Dokument bestätigt. Ein Administrator darf trotzdem freigeben, wenn er einen Grund angibt.',
  'The document was deleted for good.': 'Das Dokument wurde endgültig gelöscht.',
  'The document was deleted on request.': 'Das Dokument wurde auf Antrag gelöscht.',
}

afterEach(() => setLanguage('en'))

describe('reasons of approvals', () => {
  it.each(Object.entries(TEXTS))('are shown in the language of the user: %s', async (text, german) => {
    expect(inWords(text)).toContain(text.slice(0, 12))
    await setLanguage('de')
    expect(inWords(text)).toBe(german)
  })

  it('of people stay as they are', async () => {
    await setLanguage('de')
    expect(inWords('Please ask the supplier first.')).toBe('Please ask the supplier first.')
  })
})
