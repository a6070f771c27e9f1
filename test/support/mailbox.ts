/** A mail server for tests that stores its messages. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Deps } from '../../src/deps.ts'
import { sendQueued } from '../../src/domain/mail/outgoing.ts'
import type { Signals } from '../../src/domain/outbox/transaction.ts'
import { parseWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'

export interface Mailbox {
  port: number
  /** Complete received messages, decoded from quoted-printable. */
  letters: { from: string; to: string[]; text: string; raw: Buffer }[]
  close(): Promise<void>
}

export async function aMailbox({ refuses = false, port = 0 } = {}): Promise<Mailbox> {
  const letters: Mailbox['letters'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) =>
      done(refuses ? new Error(`No mailbox for ${address.address} here.`) : undefined),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const text = raw
          .toString('utf8')
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        letters.push({ from, to: session.envelope.rcptTo.map(({ address }) => address), text, raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    letters,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Replaces the worker: delivers queued messages to the mail server once, after the commit. */
export const mailSignals = (deps: () => Deps): Signals => ({
  send: (deliveries) => {
    for (const { consumer, workflow_id } of deliveries) {
      const { kind, id } = parseWorkflowId(workflow_id)!
      if (consumer === 'mail') void sendQueued(deps(), { kind: kind as 'email' | 'letter', id }).catch(() => undefined)
    }
  },
})
