/** A child process of bench/api.ts: `api` is the real service, `bare` a Koa route that runs the given statements and sends their rows. */
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { startApi } from '../../src/api/main.ts'
import { readConfig } from '../../src/config.ts'
import { openDeps } from '../../src/open-deps.ts'
import { openDatabase } from '../../db/knex.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'
import { repeat, type Statement } from './statements.ts'

const config = {
  ...readConfig({ ...process.env, RATE_LIMIT_PER_MINUTE: '0', ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0' }),
  port: 0,
}
const db = openDatabase(config.databaseUrl, { poolMax: 10 })
const say = (message: object) => process.send!(message)

let running = 0
let recording: Statement[] | null = null
db.on('query', ({ sql, bindings }: Statement) => {
  running++
  recording?.push({ sql, bindings })
})
db.on('query-response', () => running--)
db.on('query-error', () => running--)
/** Requests aborted by a load generator continue for a while; their statements must not be recorded. */
const idle = async (): Promise<void> => {
  while (running > 0) await new Promise(setImmediate)
}

let statements: Statement[] = []

async function serveApi(): Promise<string> {
  // The benchmark renders nothing, so no child process for documents is needed.
  const documents = { level: 'process', close: () => Promise.resolve() } as unknown as DocumentSandbox
  const deps = await openDeps(
    { ...config, functionProcesses: 1, logLevel: 'fatal' },
    // The benchmark only reads; no workflow has to be signalled.
    { db, documents, signals: { send: () => undefined } },
  )
  return `${(await startApi(config, deps)).url}/v1`
}

async function serveBare(): Promise<string> {
  const app = new Koa()
  app.use(async (ctx) => {
    ctx.body = await Promise.all(statements.map((statement) => repeat(db, statement)))
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

process.on('message', (message: { record?: boolean; run?: Statement[]; stop?: boolean; memory?: boolean }) => {
  void (async () => {
    if (message.memory) say({ memory: process.memoryUsage().rss })
    if (message.record === true) {
      await idle()
      recording = []
      say({ recording: true })
    }
    if (message.record === false) {
      say({ statements: recording })
      recording = null
    }
    if (message.run) {
      statements = message.run
      say({ loaded: true })
    }
    if (message.stop) {
      await db.destroy()
      process.exit(0)
    }
  })()
})
say({ ready: await (process.argv[2] === 'api' ? serveApi() : serveBare()) })
