/** An IMAP server for tests, with one mailbox in memory. */
import { createRequire } from 'node:module'
import type { AddressInfo, Server, Socket } from 'node:net'
import { SERVER_CERTIFICATE, SERVER_KEY } from './server-certificate.ts'

interface Folder {
  uidvalidity: number
  uidnext: number
}

interface Hoodiecrow {
  server: Server
  listen(port: number, host: string, done: () => void): void
  close(done: () => void): void
  appendMessage(folder: string, flags: string[], date: false, raw: string, ignore?: unknown): unknown
  getMailbox(path: string): Folder & { messages: unknown[] }
}

const create = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Hoodiecrow

export interface ImapServer {
  port: number
  user: string
  password: string
  /** Everything that clients have sent, as text. */
  received: () => string
  add(raw: Buffer | string, folder?: string): void
  /** Gives all messages other UIDs, as servers do after a repair. */
  renumber(uidvalidity: number): void
  /** Closes all connections. */
  drop(): void
  stop(): Promise<void>
}

/**
 * Starts the server on 127.0.0.1, on a free port unless one is given. With `tls` it uses the test certificate of `localhost`: from the
 * start of each connection (`on`), or after the command of the client.
 */
export async function anImapServer(port = 0, tls: 'off' | 'on' | 'starttls' = 'off'): Promise<ImapServer> {
  const [user, password] = ['bills@ham.example', 'correct horse']
  const server = create({
    plugins: tls === 'starttls' ? ['STARTTLS', 'LOGINDISABLED'] : [],
    secureConnection: tls === 'on',
    credentials: { key: SERVER_KEY, cert: SERVER_CERTIFICATE },
    users: { [user]: { password } },
    storage: { INBOX: { messages: [] }, '': { folders: { Bills: { messages: [] } } } },
  })
  let text = ''
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    user,
    password,
    received: () => text,
    add: (raw, folder = 'INBOX') => void server.appendMessage(folder, [], false, Buffer.from(raw).toString('latin1')),
    renumber: (uidvalidity) => {
      server.getMailbox('INBOX').uidvalidity = uidvalidity
    },
    drop: () => sockets.forEach((socket) => socket.destroy()),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
