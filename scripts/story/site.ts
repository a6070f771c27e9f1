/** One installation of the company: its service as a process, its users, its documents and its command line. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD, DEMO_USER } from '../../src/domain/people/demo.ts'
import { place, type Ended, type Place } from '../../test/cli/run-sheaf.ts'
import { as, type Answer, type Client, type Json } from '../../test/support/as.ts'
import { removeHome, stackEnvironment, startUp } from '../../test/support/stack-process.ts'
import { PASSWORD } from './company.ts'

/** A document waits for the models of the first, and for the other installation on the same machine. */
const PATIENCE_S = 240

export interface Site {
  api: string
  admin: Client
  /** The folder in which its commands run. */
  folder: Place
  /** The port of its SMTP server. */
  mailPort: number
  /** A client of a user, by username. */
  of: (username: string) => Promise<Client>
  /** Runs `sheaf` as the administrator. */
  sheaf: (args: string[], folder?: Place) => Promise<Ended>
  /** The first object of a list. */
  one: (path: string) => Promise<Json>
  close: () => Promise<void>
}

/** Starts an installation that sends its mail to a port. */
export async function openSite(name: string, smtpPort: number): Promise<Site> {
  const environment = await stackEnvironment()
  const stack = startUp({
    ...environment,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    SMTP_TLS: 'off',
    SMTP_FROM: `sheaf@${name}.example`,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  })
  const close = async () => {
    await stack.stop()
    removeHome(environment)
  }
  try {
    await stack.ready
  } catch (error) {
    await close()
    throw error
  }
  const api = `http://127.0.0.1:${environment['PORT']}/api/v1`
  const tokenOf = async (username: string, password: string): Promise<string> =>
    expectStatus(200, await as(api).post('/auth/login', { username, password })).key as string
  const token = await tokenOf(DEMO_USER, DEMO_PASSWORD)
  const admin = as(api, token)
  const folder = place()
  const clients = new Map<string, Client>()
  return {
    api,
    admin,
    folder,
    mailPort: Number(/swaks --server \S+?:(\d+)/.exec(stack.output())![1]),
    of: async (username) => {
      const client = clients.get(username) ?? as(api, await tokenOf(username, PASSWORD))
      clients.set(username, client)
      return client
    },
    sheaf: (args, at = folder) =>
      at.run(args, {
        SHEAF_URL: api,
        SHEAF_TOKEN: token,
        SHEAF_HOME: environment['SHEAF_HOME']!,
        POSTGRES_PORT: environment['POSTGRES_PORT']!,
      }),
    one: async (path) => expectStatus(200, await admin.get(path)).results[0] as Json,
    close: async () => {
      folder.remove()
      await close()
    },
  }
}

/** Returns the body of an answer with this status. */
export function expectStatus(status: number, answer: Answer): Json {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body as Json
}

/** Loads until the loaded value is as expected. */
export async function until<T>(what: string, load: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (const end = performance.now() + PATIENCE_S * 1000; ; await wait(300)) {
    const value = await load()
    if (isSo(value)) return value
    if (performance.now() > end) assert.fail(`${what} did not happen. Last: ${JSON.stringify(value).slice(0, 2000)}`)
  }
}
