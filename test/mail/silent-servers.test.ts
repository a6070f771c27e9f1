/** Mail servers that accept connections and then say nothing, or nothing after their greeting. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { MailboxError, visitMailbox } from '../../src/mail/imap.ts'
import { mailThrough } from '../../src/mail/smtp.ts'

const PATIENCE_MS = 300

let server: Server
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

/** Starts a server that says this to each client; returns its port. */
async function say(greeting: string): Promise<number> {
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined).resume()
    if (greeting) socket.write(greeting)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('a silent mail server', () => {
  it.each(['', '220 mail.example.org ESMTP\r\n'])(
    'ends the sending of a message after a time: "%s"',
    async (greeting) => {
      const smtp = { host: '127.0.0.1', port: await say(greeting), tls: 'off', from: 'sheaf@example.org' } as const
      const send = mailThrough(smtp, PATIENCE_MS)
      const letter = { to: 'grace@example.org', subject: 'Hello', text: 'Hello' }
      await expect(send(letter, '<one@example.org>')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    },
  )

  it.each(['', '* OK IMAP4rev1\r\n'])('ends the visit of a mailbox after a time: "%s"', async (greeting) => {
    const account = { host: 'mail.example.org', username: 'grace', folder: 'INBOX', include_existing: true }
    const mailbox = { ...account, port: await say(greeting), tls: 'off' } as const
    const visit = { mailbox, password: 'secret', address: '127.0.0.1', from: {}, maxBytes: 1000 }
    const visitor = { take: () => Promise.resolve(), reached: () => Promise.resolve() }
    await expect(visitMailbox(visit, visitor, PATIENCE_MS)).rejects.toBeInstanceOf(MailboxError)
  })
})
