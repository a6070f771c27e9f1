/** `sheaf mail send`: sends files to the inbox of a queue, to try out the import of emails. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { EXIT, Problem, say, sayJson } from '../problem.ts'
import { whyUnreadable } from '../unreadable.ts'
import { queueNamed } from './queues.ts'
import { pathIn, type Rest } from './rest.ts'

interface Task {
  status: 'running' | 'succeeded' | 'failed'
  detail: string | null
  result_url?: string
}

interface Message {
  from: string
  subject: string
  text: string
}

const POLL_MS = 250

export interface MailOptions extends Omit<Message, 'subject'> {
  queue: string
  /** By default the name of the first file. */
  subject?: string | undefined
  waits: boolean
  json: boolean
}

interface Outcome {
  /** URL of the email; null if it was not imported. */
  email: string | null
  sentence: string
}

/** Sends the files and prints what has become of each message. Returns the exit code: 1 if a message was ignored. */
export async function sendMail(rest: Rest, files: readonly string[], options: MailOptions): Promise<number> {
  const recipient = await inboxOf(rest, options.queue)
  let exit: number = EXIT.ok
  const subject = options.subject ?? basename(files[0] ?? '')
  for (const raw of await messagesOf(files, recipient, { ...options, subject })) {
    const task = await importMessage(rest, raw, recipient)
    const outcome = options.waits ? await outcomeOf(rest, task) : { email: null, sentence: `Sent to ${recipient}.` }
    if (options.waits && !outcome.email) exit = EXIT.different
    if (options.json) sayJson({ recipient, ...outcome })
    else say(outcome.sentence)
  }
  return exit
}

async function inboxOf(rest: Rest, wanted: string): Promise<string> {
  const { inbox, name } = await queueNamed(rest, wanted)
  if (!inbox) throw new Problem(`The queue "${name}" has no inbox.`)
  return (await rest.send<{ email: string }>('GET', pathIn(inbox))).email
}

/** Returns the messages: the stored ones, and one with all other files. */
async function messagesOf(paths: readonly string[], to: string, { from, subject, text }: Message): Promise<Buffer[]> {
  for (const path of paths) {
    const reason = await whyUnreadable(path)
    if (reason) throw new Problem(`${path}: ${reason}`)
  }
  const files = await Promise.all(
    paths.map(async (path) => ({ filename: basename(path), content: await readFile(path) })),
  )
  const isMessage = ({ filename }: { filename: string }) => /\.eml$/i.test(filename)
  const attachments = files.filter((file) => !isMessage(file))
  const stored = files.filter(isMessage).map(({ content }) => content)
  if (attachments.length === 0) return stored
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({ from, to, subject, text, attachments })
  return [...stored, message as Buffer]
}

/** Returns the path of the task. */
async function importMessage(rest: Rest, raw: Buffer, recipient: string): Promise<string> {
  const body = new FormData()
  body.set('raw_message', new Blob([new Uint8Array(raw)], { type: 'message/rfc822' }), 'message.eml')
  body.set('recipient', recipient)
  return pathIn((await rest.send<{ url: string }>('POST', 'emails/import', body)).url)
}

async function outcomeOf(rest: Rest, task: string): Promise<Outcome> {
  for (;;) {
    const { status, detail, result_url } = await rest.send<Task>('GET', `${task}?no_redirect=true`)
    if (status === 'failed') return { email: null, sentence: `Ignored: ${detail ?? 'unknown reason'}` }
    if (status === 'succeeded') {
      const email = result_url ?? ''
      return { email, sentence: `${email}: ${await filesOf(rest, email)}` }
    }
    await wait(POLL_MS)
  }
}

async function filesOf(rest: Rest, email: string): Promise<string> {
  const query = { email: email.split('/').pop() ?? '' }
  const documents = await rest.all<{ original_file_name: string; attachment_status: string | null }>('documents', query)
  const files = documents.map(
    ({ original_file_name, attachment_status }) => `${original_file_name} ${attachment_status}`,
  )
  return files.join(', ') || 'no files'
}
