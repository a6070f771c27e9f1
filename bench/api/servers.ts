/** A child process of bench/api.ts: the real API and, beside it, a bare Koa route that runs the same SQL and sends its rows. */
import Koa from 'koa'
import { startApi } from '../../src/api/main.ts'
import { readConfig } from '../../src/config.ts'
import { openTemporal, type Deps } from '../../src/deps.ts'
import { openDatabase } from '../../db/knex.ts'
import { openBlobs } from '../../src/domain/blobs/index.ts'
import { openLog } from '../../src/log.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'

const config = { ...readConfig(process.env), port: 0 }
const db = openDatabase(config.databaseUrl, { poolMax: 10 })
// The benchmark renders nothing, so no child process is kept for documents.
const documents = { level: 'process', close: () => Promise.resolve() } as unknown as DocumentSandbox
const deps: Deps = {
  config,
  db,
  blobs: await openBlobs(config.blobs),
  documents,
  temporal: openTemporal(config.temporal),
  log: openLog('fatal'),
  clock: () => new Date(),
}
const api = await startApi(config, deps)

interface Query {
  sql: string
  bindings: unknown[]
}
/** The statements of a request, in rounds that ran at the same time. */
let recording: Query[] | null = null
db.on('query', (query: Query) => recording?.push({ sql: query.sql, bindings: query.bindings }))
let statements: Query[] = []

const bare = new Koa()
bare.use(async (ctx) => {
  ctx.body = await Promise.all(
    statements.map(({ sql, bindings }) =>
      db.client.raw(sql.replace(/\$\d+/g, '?'), bindings).then((answer: { rows: unknown }) => answer.rows),
    ),
  )
})
const server = bare.listen(0, '127.0.0.1', () => {
  process.send!({
    ready: { api: `${api.url}/v1`, bare: `http://127.0.0.1:${(server.address() as { port: number }).port}/` },
  })
})

process.on('message', (message: { record?: boolean; stop?: boolean; memory?: boolean }) => {
  if (message.memory) process.send!({ memory: process.memoryUsage().rss })
  if (message.record === true) recording = []
  if (message.record === false) {
    statements = recording ?? []
    recording = null
    process.send!({ statements: statements.length })
  }
  if (message.stop) process.exit(0)
})
