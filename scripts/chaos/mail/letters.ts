/** The messages of a run: as bytes, so that a repetition is identical, with what has to become of each. */
import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { invoicePdf } from '../../../test/support/invoice-pdf.ts'

export interface Letter {
  message_id: string
  from: string
  raw: Buffer
  /** SHA-256 of each attached document, in hexadecimal; empty for a message with nothing to process. */
  documents: string[]
  /** How often the client sends it, apart from repetitions after an error. */
  copies: number
  /** Whether it is put into the mailbox, from which the service fetches it, instead of being sent. */
  isFetched: boolean
}

/** Every tenth message has nothing to process, every tenth has two documents, every fifteenth is sent twice, and every seventh is fetched. */
export async function makeLetters(count: number, to: string): Promise<Letter[]> {
  const letters: Letter[] = []
  for (let n = 1; n <= count; n++) letters.push(await letter(n, to))
  return letters
}

async function letter(n: number, to: string): Promise<Letter> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const numbers = n % 10 === 9 ? [] : n % 10 === 4 ? [`M-${n}-A`, `M-${n}-B`] : [`M-${n}`]
  const attachments = await Promise.all(
    numbers.map(async (number) => ({ filename: `${number}.pdf`, content: await invoicePdf(number) })),
  )
  const [message_id, from] = [`<chaos-${n}@example.org>`, `sender-${n}@example.org`]
  const { message } = await transport.sendMail({
    messageId: message_id,
    from,
    to,
    subject: `Message ${n}`,
    text: `Text of message ${n}.`,
    attachments,
  })
  const documents = attachments.map(({ content }) => createHash('sha256').update(content).digest('hex'))
  return { message_id, from, raw: message as Buffer, documents, copies: n % 15 === 0 ? 2 : 1, isFetched: n % 7 === 0 }
}
