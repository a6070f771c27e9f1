/** An SFTP server with files in memory, which can behave badly. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'
import type { AuthContext, Connection, SFTPWrapper } from 'ssh2'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** What the server does wrong, until it is changed. */
export type Fault =
  | 'none'
  /** Answers nothing after the login. */
  | 'frozen'
  /** Ends the connection after the first writes. */
  | 'killed'
  /** Renames, and ends the connection instead of answering. */
  | 'silent rename'
  | 'no space'
  /** Refuses to rename. */
  | 'no rename'
  /** Keeps less than it was sent. */
  | 'short'
  /** Answers each write with a long text. */
  | 'talkative'
  /** Asks for new keys all the time. */
  | 'rekeying'
  /** Has no SFTP. */
  | 'no sftp'

export interface TestSftp {
  port: number
  /** Fingerprint of its key. */
  fingerprint: string
  files: Map<string, Buffer>
  /** Names that files got, in order. */
  renamed: string[]
  /** Methods and secrets of logins. */
  logins: string[]
  fault: Fault
  stop(): Promise<void>
}

interface Accounts {
  user: string
  password: string
  /** Public key in the format of OpenSSH. */
  publicKey: string
  /** Whether it asks for the password in a dialog instead. */
  asks?: boolean
  folders: string[]
}

export async function testSftp(accounts: Accounts): Promise<TestSftp> {
  const host = ssh2.utils.generateKeyPairSync('ed25519')
  const connections = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
    connection.on('error', () => undefined)
    connection.on('authentication', (context) => authenticate(context, accounts, state))
    connection.on('ready', () => {
      connection.on('session', (accept) => {
        accept().on('sftp', (open, refuse) => {
          if (state.fault === 'no sftp') return refuse()
          serve(open(), connection, accounts, state)
        })
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const key = Buffer.from(host.public.split(' ')[1]!, 'base64')
  const state: TestSftp = {
    port: (server.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(key).digest('base64').replace('=', '')}`,
    files: new Map(),
    renamed: [],
    logins: [],
    fault: 'none',
    stop: async () => {
      for (const connection of connections) connection.end()
      server.close()
      await once(server, 'close')
    },
  }
  return state
}

function authenticate(context: AuthContext, { user, password, publicKey, asks = false }: Accounts, state: TestSftp) {
  const methods = asks ? (['keyboard-interactive'] as const) : (['password', 'publickey'] as const)
  const refuse = () => context.reject([...methods])
  if (context.username !== user) return refuse()
  if (context.method === 'password' && !asks) {
    state.logins.push(`password ${context.password}`)
    return context.password === password ? context.accept() : refuse()
  }
  if (context.method === 'keyboard-interactive' && asks) {
    context.prompt([{ prompt: 'Password: ', echo: false }], (answers) => {
      state.logins.push(`asked ${answers.join()}`)
      if (answers[0] === password) context.accept()
      else refuse()
    })
    return undefined
  }
  if (context.method === 'publickey') {
    const known = ssh2.utils.parseKey(publicKey)
    if (known instanceof Error) throw known
    const { key, blob, signature, hashAlgo } = context
    if (!known.getPublicSSH().equals(key.data)) return refuse()
    if (signature && known.verify(blob!, signature, hashAlgo) !== true) return refuse()
    if (signature) state.logins.push('publickey')
    return context.accept()
  }
  return refuse()
}

function serve(sftp: SFTPWrapper, connection: Connection, { folders }: Accounts, state: TestSftp): void {
  const handles = new Map<string, string>()
  const { files } = state
  const answering = (work: (id: number, ...rest: never[]) => number | undefined) =>
    ((id: number, ...rest: never[]) => {
      if (state.fault === 'frozen') return
      const status = work(id, ...rest)
      if (status !== undefined) sftp.status(id, status)
    }) as never
  const isKnown = (path: string) => folders.includes(path.replace(/[^/]*$/, ''))
  const attributes = { uid: 0, gid: 0, atime: 0, mtime: 0 }
  sftp.on(
    'OPEN',
    answering((id, path: string, flags: number) => {
      if (!isKnown(path)) return STATUS_CODE.NO_SUCH_FILE
      if (state.fault === 'rekeying') {
        const again = () => connection.rekey(again)
        again()
        return undefined
      }
      if (!(flags & OPEN_MODE.TRUNC)) return STATUS_CODE.PERMISSION_DENIED
      files.set(path, Buffer.alloc(0))
      const handle = Buffer.from([handles.size])
      handles.set(handle.toString('hex'), path)
      sftp.handle(id, handle)
      return undefined
    }),
  )
  sftp.on(
    'WRITE',
    answering((id, handle: Buffer, offset: number, data: Buffer) => {
      if (state.fault === 'talkative') {
        sftp.status(id, STATUS_CODE.OK, 'x'.repeat(200_000))
        return undefined
      }
      if (state.fault === 'no space') return STATUS_CODE.FAILURE
      const path = handles.get(handle.toString('hex'))!
      const before = files.get(path)!
      const after = Buffer.alloc(Math.max(before.length, offset + data.length))
      before.copy(after)
      data.copy(after, offset)
      files.set(path, state.fault === 'short' ? after.subarray(1) : after)
      if (state.fault !== 'killed') return STATUS_CODE.OK
      connection.end()
      return undefined
    }),
  )
  sftp.on(
    'CLOSE',
    answering(() => STATUS_CODE.OK),
  )
  sftp.on(
    'STAT',
    answering((id, path: string) => {
      const isFolder = folders.includes(`${path}/`)
      if (!isFolder && !files.has(path)) return STATUS_CODE.NO_SUCH_FILE
      sftp.attrs(id, { ...attributes, size: files.get(path)?.length ?? 0, mode: isFolder ? 0o040755 : 0o100644 })
      return undefined
    }),
  )
  sftp.on(
    'REMOVE',
    answering((_, path: string) => (files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE)),
  )
  sftp.on(
    'RENAME',
    answering((_, from: string, to: string) => {
      // As OpenSSH answers if there is a file of the new name.
      if (files.has(to) || state.fault === 'no rename') return STATUS_CODE.FAILURE
      files.set(to, files.get(from)!)
      files.delete(from)
      state.renamed.push(to)
      if (state.fault !== 'silent rename') return STATUS_CODE.OK
      connection.end()
      return undefined
    }),
  )
}
