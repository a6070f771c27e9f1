import './support/browser.ts'
import { expect, it } from 'vitest'
import { isUnsent } from '../src/screens/review/side/unsent.ts'

const original = (id: number) => (id === 7 ? 'As stored' : undefined)

it.each([
  ['note', 'A note', true],
  ['note', '  \n', false],
  ['reply 7', 'An answer', true],
  ['edit 7', 'As stored', false],
  ['edit 7', 'Changed', true],
  ['email new text', 'Dear Ada', true],
  ['email 12 text', 'Dear Ada', true],
  ['email 12 subject', 'Re: Invoice', false],
  ['email open', 'new', false],
])('knows whether the draft “%s” with “%s” would be lost', (name, text, isLost) =>
  expect(isUnsent(name, text, original)).toBe(isLost),
)
