/** `npm run chaos:mail`: a short run, and its checks. */
import { describe, expect, it } from 'vitest'
import { checkMails, type Evidence } from '../../scripts/chaos/mail/checks.ts'
import type { Received } from '../../scripts/chaos/mail/evidence.ts'
import { runMailChaos } from '../../scripts/chaos/mail/run.ts'
import { expectToHold, failingNames } from './chaos-runs.ts'

const letter = { message_id: '<one@x>', from: 'a@x', documents: ['f00'], copies: 1 }
const empty = { message_id: '<none@x>', from: 'b@x', documents: [], copies: 1 }
const email: Received = {
  id: 1,
  message_id: '<one@x>',
  documents: ['f00'],
  annotations: ['to_review'],
  uploads: 1,
  answers: [],
}
const answered: Received = {
  id: 2,
  message_id: '<none@x>',
  documents: [],
  annotations: [],
  uploads: 0,
  answers: ['<answer@x>'],
}
const answer = { to: ['b@x'], message_id: '<answer@x>', in_reply_to: '<none@x>' }
const complete: Evidence = {
  letters: [letter, empty],
  received: [email, answered],
  answers: [answer],
  open: { messages: 0, imports: 0, deliveries: 0 },
  kills: 0,
}

/** Returns the names of the checks that fail. */
const failing = (more: Partial<Evidence>) => failingNames(checkMails({ ...complete, ...more }))

const LOST = 'every confirmed message is an email'
const TWICE = 'no message is two emails'
const DOCUMENTS = 'every email has the documents of its message, once'
const ANNOTATIONS = 'every document has one annotation, which is imported'
const UPLOADS = 'every email with documents has one upload'
const ANSWERED = 'every message with nothing to process has one answer, and no other message has one'
const ARRIVED = 'every answer reached its sender, repeated only for killed workers, with the same Message-ID'

describe('the checks of chaos:mail', () => {
  it('hold if every message is one email', () => {
    expect(failing({})).toEqual([])
    expect(failing({ kills: 1, answers: [answer, answer] })).toEqual([])
  })

  it.each<[string, Partial<Evidence>, string[]]>([
    ['a lost message', { received: [answered] }, [LOST]],
    ['a second email', { received: [email, { ...email, id: 3 }, answered] }, [TWICE]],
    ['an email that was not sent', { letters: [letter] }, [TWICE]],
    ['a missing document', { received: [{ ...email, documents: [] }, answered] }, [DOCUMENTS]],
    ['other bytes', { received: [{ ...email, documents: ['bad'] }, answered] }, [DOCUMENTS]],
    [
      'a second annotation',
      { received: [{ ...email, annotations: ['to_review', 'to_review'] }, answered] },
      [ANNOTATIONS],
    ],
    ['a failed import', { received: [{ ...email, annotations: ['failed_import'] }, answered] }, [ANNOTATIONS]],
    ['a second upload', { received: [{ ...email, uploads: 2 }, answered] }, [UPLOADS]],
    ['a missing answer', { received: [email, { ...answered, answers: [] }], answers: [] }, [ANSWERED]],
    ['an answer that did not arrive', { answers: [] }, [ARRIVED]],
    ['an answer to another address', { answers: [{ ...answer, to: ['c@x'] }] }, [ARRIVED]],
    ['answers repeated without a kill', { answers: [answer, answer] }, [ARRIVED]],
    ['open work', { open: { messages: 1, imports: 0, deliveries: 0 } }, ['nothing is open']],
  ])('report %s', (_, more, names) => {
    expect(failing(more)).toEqual(names)
  })
})

it('loses no mail and imports none twice while the worker and the API are killed', { timeout: 300_000 }, async () => {
  await expectToHold(() => runMailChaos({ mails: 20, kills: 1, seed: 7, freeze: false }))
})
