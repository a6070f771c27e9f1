/** The outside servers of the mail, and how they stop responding. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { forwardTo, type Forwarder } from '../../../test/support/forwarder.ts'
import { anImapServer, type ImapServer } from '../../../test/support/imap-server.ts'
import type { Note } from '../report.ts'
import { startSink, type Sink } from './post.ts'

/** The servers, each behind a forwarder: they run in this process, which must not be stopped with SIGSTOP itself. */
export interface MailServers {
  /** Receives the answers of the service. */
  sink: Sink
  /** Is read by the service. */
  mailbox: ImapServer
  front: Record<'sink' | 'mailbox', Forwarder>
  stop(): Promise<void>
}

export async function startMailServers(): Promise<MailServers> {
  const [sink, mailbox] = [await startSink(), await anImapServer()]
  const front = { sink: await forwardTo(sink.port), mailbox: await forwardTo(mailbox.port) }
  return {
    sink,
    mailbox,
    front,
    stop: async () => {
      await Promise.all(Object.values(front).map((forwarder) => forwarder.close()))
      await Promise.all([sink.stop(), mailbox.stop()])
    },
  }
}

/** Longer than the service waits for a server. */
const FROZEN_MS = 40_000
const NOTICED_MS = 180_000

/**
 * Lets the mail server of the answers stop responding for 40 s, and then the mailbox until a visit has failed; every connection stays open.
 * Returns what did not happen.
 */
export async function freezeMailServers(db: Knex, { front }: MailServers, note: Note): Promise<string[]> {
  note(`the mail server stops responding for ${FROZEN_MS / 1000} s`)
  front.sink.freeze()
  await wait(FROZEN_MS)
  front.sink.thaw()
  note('the mailbox stops responding until a visit has failed')
  front.mailbox.freeze()
  try {
    for (const end = performance.now() + NOTICED_MS; performance.now() < end; await wait(200)) {
      const failed = await db('inboxes').whereRaw(`(mailbox_state->>'failures')::int > 0`).first('id')
      if (failed) return []
    }
    return ['No visit of the mailbox ended while it did not respond.']
  } finally {
    front.mailbox.thaw()
    note('the mailbox responds again')
  }
}
