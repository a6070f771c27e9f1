import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { openDatabase } from '../../../db/knex.ts'
import { createToken } from '../../../src/domain/people/credentials.ts'
import { createOrganization } from '../../../src/domain/people/organizations.ts'
import { freePort } from '../../../src/provision/ports.ts'
import { Random } from '../../train/random.ts'
import { workDuringKills } from '../kills.ts'
import { table, type Note, type Result } from '../report.ts'
import type { ChaosStack } from '../stack.ts'
import { runSuite } from '../suite.ts'
import { checkMails } from './checks.ts'
import { openWork, outcomes, receivedEmails, workEnded } from './evidence.ts'
import { freezeMailServers, startMailServers, type MailServers } from './frozen.ts'
import { makeLetters, type Letter } from './letters.ts'
import { sendUntilConfirmed, type Confirmed, type Sink } from './post.ts'

export interface MailChaosOptions {
  mails: number
  /** How often the API and the worker are each killed. */
  kills: number
  seed: number
  /** Whether every seventh mail is read from a mailbox, and mailbox and mail server stop responding. Takes minutes. */
  freeze: boolean
}

const CLIENTS = 6
/** Clients send no more while so many messages are open, so that kills interrupt both receiving and importing. */
const MAX_OPEN = 30
const SETTLE_MS = 240_000

/** Runs the suite and prints its summary. Resolves with whether all checks hold. */
export async function runMailChaos(options: MailChaosOptions): Promise<boolean> {
  const { mails, kills, seed, freeze } = options
  const [servers, port] = [await startMailServers(), await freePort()]
  return runSuite({
    name: 'chaos:mail',
    seed,
    plan: `${mails} mails, api and worker are killed ${kills} times each${freeze ? ', mail server and mailbox stop responding once' : ''}`,
    success: 'all checks hold',
    settings: {
      MAIL_PORT: String(port),
      MAIL_RATE_PER_MINUTE: '0',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(servers.front.sink.port),
      SMTP_TLS: 'off',
      SMTP_FROM: 'sheaf@example.com',
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    },
    run: (stack, note) => runOn(stack, { servers, port }, options, note),
  }).finally(() => servers.stop())
}

async function runOn(
  stack: ChaosStack,
  { servers, port }: { servers: MailServers; port: number },
  { mails, kills, seed, freeze }: MailChaosOptions,
  note: Note,
): Promise<Result[]> {
  if (!(await stack.healthy())) throw new Error('The service did not become healthy.')
  const db = openDatabase(stack.config.databaseUrl, { poolMax: 3, name: 'sheaf-chaos' })
  try {
    const { sink, mailbox } = servers
    const inbox = await openInbox(db, stack, servers)
    const letters = await makeLetters(mails, inbox)
    let fetched = 0
    const total: Confirmed = { copies: 0, failures: 0 }
    const send = async (letter: Letter) => {
      while ((await openWork(db)).messages >= MAX_OPEN) await wait(100)
      if (freeze && letter.isFetched) {
        for (let copy = 0; copy < letter.copies; copy++) mailbox.add(letter.raw)
        total.copies += letter.copies
        fetched += letter.copies
        return
      }
      const { copies, failures } = await sendUntilConfirmed(port, inbox, letter)
      total.copies += copies
      total.failures += failures
    }
    /** How many messages were between their confirmation and the end of their import, at each kill. */
    const caught: number[] = []
    const describe = async (part: string) => {
      const { messages, imports } = await openWork(db)
      caught.push(Number(messages) + Number(imports))
      return `kill -9 ${part}: ${messages} messages are confirmed and not finished, ${imports} documents are imported`
    }
    const random = new Random(seed)
    const killed = workDuringKills(
      stack,
      { items: letters, clients: CLIENTS, act: send, finished: 'all mails are confirmed; waiting for their imports' },
      {
        kills,
        total: mails,
        delayMs: 400,
        random,
        // Half of the kills happen after another share has been stored, the others after another share has been finished.
        chooseProgress: () => {
          const state = random.chance(0.5) ? 'stored' : 'finished'
          return () => reached(db, state)
        },
        describe,
      },
      note,
    )
    const [unnoticed] = await Promise.all([freeze ? freezeMailServers(db, servers, note) : [], killed])
    await arrived(db, fetched)
    const open = await workEnded(db, SETTLE_MS)
    const received = await receivedEmails(db)
    summarize(stack, { letters, total, caught, sink, outcomes: await outcomes(db) })
    const evidence = { letters, received, answers: sink.answers, open, kills: stack.parts.worker.restarts() }
    return [
      { name: 'api and worker ended only when they were killed', violations: stack.crashes },
      { name: 'a visit of a mailbox that does not respond ends', violations: unnoticed },
      ...checkMails(evidence),
    ]
  } finally {
    await db.destroy()
  }
}

/** Creates a queue whose inbox answers messages with nothing to process, and reads the mailbox; returns the address. */
async function openInbox(db: Knex, { config, url }: ChaosStack, { mailbox, front }: MailServers): Promise<string> {
  const { queue_id, who } = await createOrganization(db, {
    template_name: 'Tax Invoice EU Demo Template',
    name: 'mail',
    user_fullname: 'mail',
    user_email: 'mail@sheaf.example',
    user_password: null,
    mail_domain: config.mailDomain,
  })
  await db('email_templates')
    .where({ queue_id, type: 'email_with_no_processable_attachments' })
    .update({ automate: true })
  const { id, email } = (await db('inboxes').where({ queue_id }).first('id', 'email')) as { id: number; email: string }
  const account = { host: '127.0.0.1', port: front.mailbox.port, tls: 'off', username: mailbox.user }
  const answer = await fetch(`${url}/v1/inboxes/${id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${await createToken(db, who.user_id)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ mailbox: { ...account, include_existing: true }, mailbox_password: mailbox.password }),
  })
  if (!answer.ok) throw new Error(`The inbox got no mailbox: ${await answer.text()}`)
  return email
}

/** Waits until the mailbox has been read to its end; the checks name what is missing afterwards. */
async function arrived(db: Knex, count: number): Promise<void> {
  const found = async () =>
    Number((await db('incoming_messages').where({ source: 'imap' }).count<{ n: string }[]>('* as n'))[0]!.n)
  for (const end = performance.now() + SETTLE_MS; performance.now() < end && (await found()) < count;) await wait(500)
}

/** Counts the messages that are stored, or those that are finished. */
async function reached(db: Knex, state: 'stored' | 'finished'): Promise<number> {
  const query = db('incoming_messages').modify(
    (builder) => void (state === 'finished' && builder.where({ state: 'finished' })),
  )
  const { n } = (await query.count('* as n').first()) as { n: string }
  return Number(n)
}

interface Summary {
  letters: readonly Letter[]
  total: Confirmed
  caught: readonly number[]
  sink: Sink
  outcomes: Record<string, number>
}

function summarize({ parts }: ChaosStack, { letters, total, caught, sink, outcomes: found }: Summary): void {
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
  console.log(
    table('Mails', [
      ['different messages', letters.length],
      ['copies answered with 250, or put into the mailbox', total.copies],
      ['attempts that failed and were repeated', total.failures],
      ['between 250 and the end of the import at a kill, all kills together', sum(caught)],
      ['answers that arrived', sink.answers.length],
      ['answers that arrived again', sink.answers.length - new Set(sink.answers.map((one) => one.message_id)).size],
      ['restarts of the worker', parts.worker.restarts()],
      ['restarts of the api', parts.api.restarts()],
    ]),
  )
  console.log(table('Stored messages by outcome', Object.entries(found)))
}
