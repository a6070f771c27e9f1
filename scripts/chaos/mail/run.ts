import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { openDatabase } from '../../../db/knex.ts'
import { createOrganization } from '../../../src/domain/people/organizations.ts'
import { freePort } from '../../../src/provision/ports.ts'
import { Random } from '../../train/random.ts'
import { workDuringKills } from '../kills.ts'
import { table, type Note, type Result } from '../report.ts'
import type { ChaosStack } from '../stack.ts'
import { runSuite } from '../suite.ts'
import { checkMails } from './checks.ts'
import { openWork, outcomes, receivedEmails, workEnded } from './evidence.ts'
import { makeLetters, type Letter } from './letters.ts'
import { sendUntilConfirmed, startSink, type Confirmed, type Sink } from './post.ts'

export interface MailChaosOptions {
  mails: number
  /** How often the API and the worker are each killed. */
  kills: number
  seed: number
}

const CLIENTS = 6
/** Clients send no more while so many messages are open, so that kills interrupt both receiving and importing. */
const MOST_OPEN = 30
const SETTLE_MS = 240_000

/** Runs the suite and prints its summary. Resolves with whether all checks hold. */
export async function runMailChaos(options: MailChaosOptions): Promise<boolean> {
  const { mails, kills, seed } = options
  const [sink, port] = [await startSink(), await freePort()]
  return runSuite({
    name: 'chaos:mail',
    seed,
    plan: `${mails} mails, api and worker are killed ${kills} times each`,
    success: 'all checks hold',
    settings: {
      MAIL_PORT: String(port),
      MAIL_RATE_PER_MINUTE: '0',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sink.port),
      SMTP_TLS: 'off',
      SMTP_FROM: 'sheaf@example.com',
    },
    run: (stack, note) => runOn(stack, { sink, port }, options, note),
  }).finally(() => sink.stop())
}

async function runOn(
  stack: ChaosStack,
  { sink, port }: { sink: Sink; port: number },
  { mails, kills, seed }: MailChaosOptions,
  note: Note,
): Promise<Result[]> {
  if (!(await stack.healthy())) throw new Error('The service did not become healthy.')
  const db = openDatabase(stack.config.databaseUrl, { poolMax: 3, name: 'sheaf-chaos' })
  try {
    const inbox = await openInbox(db, stack.config.mailDomain)
    const letters = await makeLetters(mails, inbox)
    const total: Confirmed = { copies: 0, failures: 0 }
    const send = async (letter: Letter) => {
      while ((await openWork(db)).messages >= MOST_OPEN) await wait(100)
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
    await workDuringKills(
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
    const open = await workEnded(db, SETTLE_MS)
    const received = await receivedEmails(db)
    summarize(stack, { letters, total, caught, sink, outcomes: await outcomes(db) })
    const evidence = { letters, received, answers: sink.answers, open, kills: stack.parts.worker.restarts() }
    return [
      { name: 'api and worker ended only when they were killed', violations: stack.crashes },
      ...checkMails(evidence),
    ]
  } finally {
    await db.destroy()
  }
}

/** Creates a queue whose inbox answers messages with nothing to process; returns the address. */
async function openInbox(db: Knex, mail_domain: string): Promise<string> {
  const { queue_id } = await createOrganization(db, {
    template_name: 'Tax Invoice EU Demo Template',
    name: 'mail',
    user_fullname: 'mail',
    user_email: 'mail@sheaf.example',
    user_password: null,
    mail_domain,
  })
  await db('email_templates')
    .where({ queue_id, type: 'email_with_no_processable_attachments' })
    .update({ automate: true })
  return ((await db('inboxes').where({ queue_id }).first('email')) as { email: string }).email
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
      ['copies answered with 250', total.copies],
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
