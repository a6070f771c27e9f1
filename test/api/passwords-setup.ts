/** A server with a mail server, and users with passwords. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { hashPassword } from '../../src/domain/people/credentials.ts'
import { as } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { aMailbox, mailSignals, type Mailbox } from '../support/mailbox.ts'
import { testServer, type TestServer } from '../support/server.ts'

/** The password of `aUser`. */
export const OLD = 'correct horse battery'
/** Another strong password. */
export const NEW = 'seven purple lanterns'
/** The server, with the settings of the mail server. */
export let server: TestServer
/** The mail server. */
export let mailbox: Mailbox
/** The organization of the users. */
export let tenant: Tenant
/** Lines of the log. */
export const logged: string[] = []

/** Starts both servers for the tests of a file. */
export function usePasswords(): void {
  beforeAll(async () => {
    logged.length = 0
    mailbox = await aMailbox()
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(chunk.toString())
        done()
      },
    })
    server = await testServer(
      { log: pino({ level: 'trace' }, stream), signals: mailSignals(() => server.deps) },
      {
        SESSIONS: '1',
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(mailbox.port),
        SMTP_TLS: 'off',
        SMTP_FROM: 'Sheaf <sheaf@example.org>',
        PASSWORD_RESET_URL: 'https://app.example.org/reset?uid={uid}&token={token}',
      },
    )
    tenant = await aTenant(server.deps.db)
  })
  afterAll(async () => {
    await server.stop()
    await mailbox.close()
  })
}

/** Returns a client without credentials. */
export const anonymous = () => as(server.root)
/** Logs a user in. */
export const login = (username: string, password: string) => anonymous().post('/auth/login', { username, password })
/** Creates a user with the password `OLD`. */
export async function aUser(given: object = {}) {
  const { user_id, token } = await aPerson(server.deps.db, tenant, 'annotator')
  const [row] = await server.deps
    .db('users')
    .where('id', user_id)
    .update({ password_hash: await hashPassword(OLD), email: `user-${user_id}@example.org`, ...given })
    .returning(['username', 'email'])
  return { user_id, token, username: row.username as string, email: row.email as string }
}
/** Waits for the `nth` letter to the address and returns its `uid` and `token`. */
export async function linkTo(address: string, nth = 1) {
  const mine = () => mailbox.letters.filter(({ to }) => to.includes(address))
  await expect.poll(() => mine().length).toBe(nth)
  const [, uid, token] = /reset\?uid=(\d+)&token=([0-9a-f]{40})/.exec(mine().at(-1)!.text)!
  return { uid: uid!, token: token! }
}
