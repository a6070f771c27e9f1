/** What has to hold between the messages that were confirmed and the emails, annotations and answers. Pure. */
import type { Result } from '../report.ts'
import type { Open, Received } from './evidence.ts'
import type { Letter } from './letters.ts'
import type { Answer } from './post.ts'

/** What has to become of a message, in whichever way it arrives. */
type Expected = Omit<Letter, 'raw' | 'isFetched'>

export interface Evidence {
  letters: readonly Expected[]
  received: readonly Received[]
  answers: readonly Answer[]
  open: Open
  /** How often the worker was killed. */
  kills: number
}

/** Returns each check with its violations. */
export function checkMails({ letters, received, answers, open, kills }: Evidence): Result[] {
  const byId = Map.groupBy(received, ({ message_id }) => message_id)
  const known = new Set(letters.map(({ message_id }) => message_id))
  const arrived = Map.groupBy(answers, ({ in_reply_to }) => in_reply_to)
  /** Violations of one message that was received. */
  const each = (check: (letter: Expected, email: Received) => string | null): string[] =>
    letters.flatMap((letter) => {
      const [email] = byId.get(letter.message_id) ?? []
      const violation = email ? check(letter, email) : null
      return violation ? [`${letter.message_id}: ${violation}`] : []
    })
  return [
    {
      name: 'every confirmed message is an email',
      violations: letters.filter(({ message_id }) => !byId.has(message_id)).map((one) => `${one.message_id} is lost.`),
    },
    {
      name: 'no message is two emails',
      violations: [...byId].flatMap(([id, all]) =>
        !known.has(id) ? [`${id} was not sent.`] : all.length > 1 ? [`${id} is ${all.length} emails.`] : [],
      ),
    },
    {
      name: 'every email has the documents of its message, once',
      violations: each(({ documents }, email) =>
        [...documents].sort().join() === [...email.documents].sort().join()
          ? null
          : `${email.documents.length} documents instead of ${documents.length}, or other contents.`,
      ),
    },
    {
      name: 'every document has one annotation, which is imported',
      violations: each(({ documents }, { annotations }) =>
        annotations.length === documents.length && annotations.every((status) => status === 'to_review')
          ? null
          : `annotations ${annotations.join(', ') || 'are missing'} for ${documents.length} documents.`,
      ),
    },
    {
      name: 'every email with documents has one upload',
      violations: each(({ documents }, { uploads }) =>
        uploads === Math.min(1, documents.length) ? null : `${uploads} uploads.`,
      ),
    },
    {
      name: 'every message with nothing to process has one answer, and no other message has one',
      violations: each(({ documents }, email) => {
        const wanted = documents.length === 0 ? 1 : 0
        return email.answers.length === wanted ? null : `${email.answers.length} answers instead of ${wanted}.`
      }),
    },
    {
      name: 'every answer reached its sender, repeated only for killed workers, with the same Message-ID',
      violations: [
        ...each(({ from }, { message_id, answers: [answer] }) => {
          const all = arrived.get(message_id) ?? []
          if (!answer) return all.length > 0 ? `${all.length} answers arrived that are not recorded.` : null
          const isSame = all.every((one) => one.message_id === answer && one.to.join() === from)
          return all.length > 0 && isSame ? null : `the answer arrived ${all.length} times, or with other headers.`
        }),
        ...repeated(answers, kills),
      ],
    },
    {
      name: 'nothing is open',
      violations:
        open.messages + open.imports + open.deliveries > 0
          ? [`${open.messages} messages, ${open.imports} imports and ${open.deliveries} deliveries are open.`]
          : [],
    },
  ]
}

/** A worker that is killed between the mail server's confirmation and its own commit sends again what it was sending. */
const SENT_AT_ONCE = 20

function repeated(answers: readonly Answer[], kills: number): string[] {
  const more = answers.length - new Set(answers.map(({ message_id }) => message_id)).size
  return more > kills * SENT_AT_ONCE
    ? [`${more} answers were repeated although only ${kills} workers were killed.`]
    : []
}
