import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { openDatabase } from '../../../db/knex.ts'
import { createOrganization } from '../../../src/domain/people/organizations.ts'
import { freePort } from '../../../src/provision/ports.ts'
import { Random } from '../../train/random.ts'
import { invariantTable, table, type Result } from '../report.ts'
import { startChaosStack, type ChaosStack } from '../stack.ts'
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
const HEALTHY_MS = 120_000
const SETTLE_MS = 240_000

type Note = (sentence: string) => void

/** Runs the suite and prints its summary. Resolves with whether all checks hold. */
export async function runMailChaos(options: MailChaosOptions): Promise<boolean> {
  const started = performance.now()
  const note: Note = (sentence) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${sentence}`)
  const { mails, kills, seed } = options
  console.log(`chaos:mail: seed ${seed}, ${mails} mails, api and worker are killed ${kills} times each`)
  const [sink, port] = [await startSink(), await freePort()]
  const stack = await startChaosStack(note, {
    MAIL_PORT: String(port),
    MAIL_RATE_PER_MINUTE: '0',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sink.port),
    SMTP_TLS: 'off',
    SMTP_FROM: 'sheaf@example.com',
  })
  let ok = false
  try {
    const results = await runOn(stack, { sink, port }, options, note)
    console.log(invariantTable(results))
    ok = results.every(({ violations }) => violations.length === 0)
  } finally {
    await stack.stop()
    await sink.stop()
    if (ok) stack.remove()
    else console.log(`\nLogs and data are in ${stack.home}.`)
  }
  console.log(`\nchaos:mail: ${ok ? 'all checks hold' : 'FAILED'} (seed ${seed})`)
  return ok
}

async function runOn(
  stack: ChaosStack,
  { sink, port }: { sink: Sink; port: number },
  { mails, kills, seed }: MailChaosOptions,
  note: Note,
): Promise<Result[]> {
  if (!(await stack.healthy(HEALTHY_MS))) throw new Error('The service did not become healthy.')
  const db = openDatabase(stack.config.databaseUrl, { poolMax: 3, name: 'sheaf-chaos' })
  try {
    const inbox = await openInbox(db, stack.config.mailDomain)
    const letters = await makeLetters(mails, inbox)
    const total: Confirmed = { copies: 0, failures: 0 }
    let waiting = [...letters]
    const client = async () => {
      for (let letter = waiting.shift(); letter; letter = waiting.shift()) {
        while ((await openWork(db)).messages >= MOST_OPEN) await wait(100)
        const { copies, failures } = await sendUntilConfirmed(port, inbox, letter)
        total.copies += copies
        total.failures += failures
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    const over = new AbortController()
    const killing = killBoth(stack, db, { mails, kills }, new Random(seed), note, over.signal)
    let caught: number[] = []
    try {
      await clients
      note('all mails are confirmed; waiting for their imports')
      caught = await killing
    } finally {
      waiting = []
      over.abort()
    }
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

/**
 * Kills the worker and the API, alternately: half of the times after another share of the messages has been stored, and otherwise after
 * another share has been finished. Returns how many messages were between their confirmation and the end of their import at each kill.
 */
async function killBoth(
  { parts }: ChaosStack,
  db: Knex,
  { mails, kills }: Pick<MailChaosOptions, 'mails' | 'kills'>,
  random: Random,
  note: Note,
  over: AbortSignal,
): Promise<number[]> {
  const caught: number[] = []
  for (let index = 0; index < 2 * kills; index++) {
    const share = Math.floor((mails * (index + 1)) / (2 * kills + 1))
    const state = random.chance(0.5) ? 'stored' : 'finished'
    while ((await reached(db, state)) < share) {
      if (over.aborted) return caught
      await wait(20)
    }
    const part = index % 2 === 0 ? parts.worker : parts.api
    await part.up()
    await wait(random.between(0, 400))
    const { messages, imports } = await openWork(db)
    caught.push(Number(messages) + Number(imports))
    note(`kill -9 ${part.name}: ${messages} messages are confirmed and not finished, ${imports} documents are imported`)
    process.kill(part.running()!.pid, 'SIGKILL')
  }
  return caught
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
