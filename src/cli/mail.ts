// `sheaf mail send FILE…`: sends files to the inbox of a queue, to try out the import of emails. Uses the public REST API only.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { findConnection } from './hooks/connection.ts'
import { EXIT, printable, Problem } from './hooks/problem.ts'
import { errorLines, openRest, type Rest } from './hooks/rest.ts'

const HELP = `sheaf mail send FILE… --queue NAME [options]

Sends files to the inbox of a queue and waits until they are imported. Each .eml file is a message; all other files are attached to one.

  --queue NAME         name or id of the queue
  --from ADDRESS       default: you@example.com
  --subject TEXT       default: the name of the first file
  --text TEXT          the text of the message
  --no-wait            do not wait for the import
  --help, -h           show this text

Connection, also from the environment or a JSON file with the keys url, token, username and password:

  --url URL            SHEAF_URL       default: http://127.0.0.1:8090/api
  --token TOKEN        SHEAF_TOKEN
  --username NAME      SHEAF_USERNAME
  --password TEXT      SHEAF_PASSWORD  other users of the machine may see options: prefer the variable or the file
  --config FILE        SHEAF_CONFIG    default: ~/.config/sheaf/config.json

The user has to be an administrator. Exit codes: 0: done. 1: a message was ignored. 2: an error.`

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

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      queue: { type: 'string' },
      from: { type: 'string', default: 'you@example.com' },
      subject: { type: 'string' },
      text: { type: 'string', default: 'Sent by sheaf mail send.' },
      'no-wait': { type: 'boolean', default: false },
      url: { type: 'string' },
      token: { type: 'string' },
      username: { type: 'string' },
      password: { type: 'string' },
      config: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [command, first, ...others] = positionals
  if (values.help || command === 'help') {
    console.log(HELP)
    return EXIT.ok
  }
  if (command !== 'send' || !first || !values.queue) {
    console.error(HELP)
    return EXIT.failed
  }
  const rest = await openRest(await findConnection(values, process.env))
  const recipient = await inboxOf(rest, values.queue)
  const { from, text, subject = basename(first) } = values
  let result: number = EXIT.ok
  for (const raw of await messagesOf([first, ...others], recipient, { from, subject, text })) {
    const task = await importMessage(rest, raw, recipient)
    const sentence = values['no-wait'] ? `Sent to ${recipient}.` : await outcomeOf(rest, task)
    if (sentence.startsWith('Ignored')) result = EXIT.different
    console.log(printable(sentence))
  }
  return result
}

async function inboxOf(rest: Rest, wanted: string): Promise<string> {
  const queues = await rest.all<{ id: number; name: string; inbox: string | null }>('queues')
  const queue = queues.find(({ id, name }) => String(id) === wanted || name === wanted)
  if (!queue) throw new Problem(`There is no queue "${wanted}".`)
  if (!queue.inbox) throw new Problem(`The queue "${queue.name}" has no inbox.`)
  return (await rest.send<{ email: string }>('GET', queue.inbox.slice(queue.inbox.indexOf('/v1/') + 4))).email
}

/** Returns the messages: the stored ones, and one with all other files. */
async function messagesOf(paths: string[], to: string, { from, subject, text }: Message): Promise<Buffer[]> {
  const files = await Promise.all(
    paths.map(async (path) => ({
      filename: basename(path),
      content: await readFile(path).catch((error: unknown) => {
        throw new Problem(`${path} cannot be read.`, { cause: error })
      }),
    })),
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
async function importMessage({ api, token }: Rest, raw: Buffer, recipient: string): Promise<string> {
  const body = new FormData()
  body.set('raw_message', new Blob([new Uint8Array(raw)], { type: 'message/rfc822' }), 'message.eml')
  body.set('recipient', recipient)
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${api}/emails/import`, { method: 'POST', headers, body, redirect: 'error' })
  const answer = (await response.json().catch(() => null)) as { url?: string } | null
  if (!response.ok || !answer?.url)
    throw new Problem(errorLines(answer).join('\n') || `The service responded with status ${response.status}.`)
  return answer.url.slice(answer.url.indexOf('/v1/') + 4)
}

async function outcomeOf(rest: Rest, task: string): Promise<string> {
  for (;;) {
    const { status, detail, result_url } = await rest.send<Task>('GET', `${task}?no_redirect=true`)
    if (status === 'failed') return `Ignored: ${detail ?? 'unknown reason'}`
    if (status === 'succeeded') return `${result_url}: ${await filesOf(rest, result_url ?? '')}`
    await wait(POLL_MS)
  }
}

async function filesOf(rest: Rest, email: string): Promise<string> {
  const id = email.split('/').pop() ?? ''
  const documents = await rest.all<{ original_file_name: string; attachment_status: string | null }>('documents', {
    email: id,
  })
  const files = documents.map(
    ({ original_file_name, attachment_status }) => `${original_file_name} ${attachment_status}`,
  )
  return files.join(', ') || 'no files'
}

try {
  process.exitCode = await main()
} catch (error) {
  // Errors of use are one sentence; others are internal and shown with their stack.
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  console.error(error instanceof Problem || isUsage ? (error as Error).message : error)
  process.exitCode = EXIT.failed
}
