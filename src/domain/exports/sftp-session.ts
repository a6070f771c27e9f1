/** Sessions with SFTP servers of customers: the address, the host key and the login are checked, and every step is limited in time. */
import { createHash } from 'node:crypto'
import type { Client, ConnectConfig, SFTPWrapper } from 'ssh2'
import { ApiError, badRequest, unavailable } from '../../errors.ts'
import { connectAllowed } from '../../outgoing/connect-allowed.ts'
import type { OutgoingSettings } from '../../outgoing/outgoing-http.ts'
import type { SftpDelivery } from '../../rules/export-profiles/delivery.ts'
import { refusalOf, short, statusOf } from './sftp-errors.ts'

export interface SftpLogin {
  password: string | null
  /** Without a passphrase. */
  key: string | null
}

export interface TimeLimits {
  connect_ms: number
  login_ms: number
  /** Between two answers of the server. */
  idle_ms: number
  /** Of the whole session, less than the activity may take. */
  whole_ms: number
}

export interface SftpTarget {
  delivery: SftpDelivery
  login: SftpLogin
  settings: OutgoingSettings
  limits?: Partial<TimeLimits>
}

const LIMITS: TimeLimits = { connect_ms: 10_000, login_ms: 20_000, idle_ms: 30_000, whole_ms: 480_000 }

/** Bytes that a server may send in a session: its answers to 100 MB of requests are far fewer. `ssh2` keeps some of what it receives. */
const MAX_RECEIVED = 4_000_000
/** Bytes that wait to be sent: more than all requests without an answer, so that the rest answers what the server keeps asking. */
const MAX_UNSENT = 4_000_000
/** Exchanges of keys in a session, each of which takes processor time; servers repeat them after about a gigabyte. */
const MAX_HANDSHAKES = 5

/** Is called with the answer to a request. */
type Done<T> = (error: Error | null | undefined, value: T) => void

export interface SftpSession {
  sftp: SFTPWrapper
  /** Sends a request and returns its answer. Throws an `ApiError` when the connection ends or a limit is reached. */
  ask<T>(send: (done: Done<T>) => void): Promise<T>
  /** Sends a request whose answer is only a status, like `ask`. */
  tell(send: (done: (error?: Error | null) => void) => void): Promise<void>
  close(): void
}

/** Without the exchange of groups, whose primes the server chooses and which take long to check, and without compression. */
const ALGORITHMS: ConnectConfig['algorithms'] = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group16-sha512',
  ],
  compress: ['none'],
}

/** Connects, and throws an `ApiError` for a server that cannot be reached, has another host key, or refuses the login. */
export async function openSftp({ delivery, login, settings, limits }: SftpTarget): Promise<SftpSession> {
  const { connect_ms, login_ms, idle_ms, whole_ms } = { ...LIMITS, ...limits }
  const { default: ssh2 } = await import('ssh2')
  const socket = await connectAllowed(delivery, settings, connect_ms).catch((error: unknown) => {
    throw refusalOf(error, delivery)
  })
  const client = new ssh2.Client()
  const host = hostCheck(delivery)
  let failure: unknown = null
  const waiting = new Set<(error: unknown) => void>()
  let idle: NodeJS.Timeout | undefined
  const fail = (error: unknown) => {
    failure ??= error
    for (const reject of waiting) reject(failure)
    close()
  }
  const whole = setTimeout(
    () => fail(unavailable(`The server needs more than ${Math.ceil(whole_ms / 60_000)} minutes for the file.`)),
    whole_ms,
  )
  const within = (ms: number) => {
    clearTimeout(idle)
    idle = setTimeout(() => fail(unavailable(`The server has not answered for ${ms} ms.`)), ms)
  }
  const close = () => {
    clearTimeout(whole)
    clearTimeout(idle)
    client.end()
    // A server that has stopped would keep the connection open.
    setTimeout(() => socket.destroy(), 1000).unref()
  }
  const ask = <T>(send: (done: Done<T>) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (failure) return reject(failure)
      waiting.add(reject)
      if (waiting.size === 1) within(idle_ms)
      const ended = () => {
        waiting.delete(reject)
        if (waiting.size > 0) within(idle_ms)
        else clearTimeout(idle)
      }
      // At the end of a connection, requests without an answer fail before the event that says why.
      const failed = (error: unknown) => {
        ended()
        setImmediate(() => reject(failure ?? answerOf(error)))
      }
      try {
        send((error, value) => {
          if (error) return failed(error)
          ended()
          resolve(value)
        })
      } catch (error) {
        failed(error)
      }
    })
  const refuseFlood = () => {
    if (socket.bytesRead <= MAX_RECEIVED && socket.writableLength <= MAX_UNSENT && handshakes <= MAX_HANDSHAKES) return
    fail(badRequest('The server sent far more data than its answers need, so the connection was closed.'))
    socket.destroy()
  }
  let handshakes = 0
  client.on('handshake', () => {
    // Not before, because data without the listener of `ssh2` would be lost.
    if (++handshakes === 1) socket.on('data', refuseFlood)
    refuseFlood()
  })
  const tell: SftpSession['tell'] = (send) => ask<void>((done) => send((error) => done(error, undefined)))
  client.on('error', (error) => fail(errorOf(error, delivery, host)))
  client.on('close', () => fail(unavailable('The server has closed the connection.')))
  try {
    await new Promise<void>((resolve, reject) => {
      waiting.add(reject)
      within(login_ms)
      client.on('ready', () => {
        waiting.delete(reject)
        resolve()
      })
      answerPrompts(client, login.password)
      client.connect({
        ...loginOf(delivery, login),
        sock: socket,
        readyTimeout: 0,
        hostVerifier: host.verify,
        algorithms: ALGORITHMS!,
      })
    })
    const sftp = await ask<SFTPWrapper>((done) => client.sftp(done)).catch((error: unknown) => {
      // Its code is that of a program of the server, not a status of the protocol.
      throw statusOf(error) === null ? error : unavailable('The server could not start SFTP.')
    })
    sftp.on('error', (error: Error) => fail(unavailable(`The server: ${short(error.message)}`)))
    return { sftp, ask, tell, close }
  } catch (error) {
    close()
    throw error instanceof Error && 'level' in error ? errorOf(error, delivery, host) : refusalOf(error, delivery)
  }
}

/** Returns errors that are no answers of the server, such as the end of the channel, as errors that another attempt may not have. */
const answerOf = (error: unknown): unknown =>
  statusOf(error) !== null || error instanceof ApiError || !(error instanceof Error)
    ? error
    : unavailable(`The server: ${short(error.message)}`)

function loginOf({ user }: SftpDelivery, { password, key }: SftpLogin): ConnectConfig {
  return {
    username: user,
    ...(key === null ? {} : { privateKey: key }),
    ...(password === null ? {} : { password, tryKeyboard: true }),
    // By name, because `ssh2` begins with a login without credentials otherwise.
    authHandler: [
      ...(key === null ? [] : (['publickey'] as const)),
      ...(password === null ? [] : (['password', 'keyboard-interactive'] as const)),
    ],
  }
}

/** Many servers ask for the password in a dialog. Only a single question is one for a password, and it is answered once. */
function answerPrompts(client: Client, password: string | null): void {
  let isAnswered = false
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
    const isPassword = password !== null && prompts.length === 1 && !isAnswered
    if (isPassword) isAnswered = true
    finish(isPassword ? [password] : [])
  })
}

interface HostCheck {
  verify: (key: Buffer) => boolean
  /** Set if the server was refused. */
  refusal: ApiError | null
}

/** Compares the key of the server before anything is sent that it must not know. */
function hostCheck({ host_key }: SftpDelivery): HostCheck {
  const check: HostCheck = {
    refusal: null,
    verify: (key) => {
      const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
      if (fingerprint === host_key) return true
      const presented = `The server presented the host key ${typeOf(key)} ${fingerprint}`
      check.refusal = badRequest(
        host_key === null
          ? `${presented}, and the profile has none. Compare it with what the operator of the server says, and store it as host_key.`
          : `${presented}, not ${host_key}. Nothing was sent. Ask the operator of the server whether its key has changed.`,
      )
      return false
    },
  }
  return check
}

/** The name of the algorithm begins the key. */
function typeOf(key: Buffer): string {
  const name = key.subarray(4, 4 + Math.min(key.readUInt32BE(0), 40)).toString('latin1')
  return /^[a-z0-9@.-]+$/.test(name) ? name : ''
}

function errorOf(error: Error & { level?: unknown }, { user }: SftpDelivery, host: HostCheck): unknown {
  if (host.refusal) return host.refusal
  if (error.level === 'client-authentication') return badRequest(`The server refused the login of the user "${user}".`)
  if (/no matching/.test(error.message))
    return badRequest(`The server and the service have no method in common: ${short(error.message)}.`)
  return unavailable(`The connection to the server failed: ${short(error.message)}.`)
}
