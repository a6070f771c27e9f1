/**
 * `npm run bench:content [-- --rounds N]`: compares requests for one node of a document of 50,000 nodes with the same requests for a small
 * document, in turns, against one api process. Also measures how long another request waits while large content is read.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/knex.ts'
import { migrateUp } from '../db/migrate.ts'
import { storeTree, takeNodeIds } from '../src/domain/annotations/content/contents.ts'
import { createToken } from '../src/domain/people/credentials.ts'
import { createOrganization } from '../src/domain/people/organizations.ts'
import { freePort } from '../src/provision/ports.ts'
import { startPostgres } from '../src/provision/postgres.ts'
import { contentNodes, withIds, type ContentTree } from '../src/rules/content/index.ts'
import { newDatapoint, newMultivalue, newTuple } from '../src/rules/content/new-node.ts'
import { numberNodes } from '../src/rules/content/tree.ts'
import type { SchemaContent } from '../src/rules/schema/index.ts'
import { percentile, writeBench, type BenchResult } from './bench.ts'

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } })
const rounds = Number(flags.rounds)

const home = mkdtempSync(join(tmpdir(), 'sheaf-bench-content-'))
const postgres = await startPostgres({ home, port: await freePort(), password: 'bench', settings: { fsync: 'off' } })
const db = openDatabase(postgres.adminUrl, { poolMax: 3 })
await migrateUp(db)
const made = await createOrganization(db, {
  template_name: 'Tax Invoice EU Demo Template',
  name: 'Bench',
  user_fullname: 'Bench User',
  user_email: 'bench@example.org',
  user_password: null,
})
const token = await createToken(db, made.who.user_id)
const schema: SchemaContent = (await db('schemas').where('id', made.schema_id).first('content')).content

/** Returns the tree of the schema whose tables have this number of nodes together. */
function treeOf(nodes: number): ContentTree {
  const tables = schema.flatMap(({ children }) => children.filter(({ category }) => category === 'multivalue'))
  return schema.map((section) => ({
    id: 0,
    schema_id: section.id,
    category: 'section',
    children: section.children.map((child) => {
      if (child.category !== 'multivalue') return newDatapoint(child)
      const { children: row } = child
      const size = row.category === 'tuple' ? row.children.length + 1 : 1
      const count = Math.floor(nodes / tables.length / size)
      if (row.category !== 'tuple')
        return newMultivalue(
          child,
          Array.from({ length: count }, () => newDatapoint(row)),
        )
      const rowOf = (n: number) => {
        const cells = row.children.map((column) => newDatapoint(column))
        for (const [index, cell] of cells.entries())
          if (cell.content) Object.assign(cell.content, { value: `${n} ${index}`, page: 1, position: [n, 1, n + 9, 9] })
        return newTuple(row, cells)
      }
      return newMultivalue(
        child,
        Array.from({ length: count }, (_, n) => rowOf(n)),
      )
    }),
  }))
}

interface Document {
  /** Address of its content. */
  path: string
  nodes: number
  ids: Record<'cell' | 'field' | 'section', number>
  field: string
}

async function aDocument(count: number): Promise<Document> {
  const common = { organization_id: made.organization_id }
  const [document] = await db('documents')
    .insert({
      ...common,
      s3_name: `bench-${count}`,
      original_file_name: 'bench.pdf',
      mime_type: 'application/pdf',
      size: 1,
      sha256: '0',
      md5: '0',
    })
    .returning('id')
  const [annotation] = await db('annotations')
    .insert({
      ...common,
      queue_id: made.queue_id,
      schema_id: made.schema_id,
      document_id: document.id,
      status: 'reviewing',
      modifier_id: made.who.user_id,
      creator_id: made.who.user_id,
    })
    .returning('id')
  const tree = await withIds(
    (takeIds) => {
      const next = treeOf(count)
      numberNodes(next, takeIds)
      return next
    },
    (ids) => takeNodeIds(db, ids),
  )
  await storeTree(db, annotation.id, tree, schema)
  const all = [...contentNodes(tree)]
  const field = all.find(
    ([node, parent]) => node.category === 'datapoint' && node.content && parent?.category === 'section',
  )!
  const cell = all.findLast(
    ([node, parent]) => node.category === 'datapoint' && node.content && parent?.category === 'tuple',
  )!
  return {
    path: `/annotations/${annotation.id}/content`,
    nodes: all.length,
    ids: { cell: cell[0].id, field: field[0].id, section: field[1]!.id },
    field: field[0].schema_id,
  }
}
const small = await aDocument(30)
const large = await aDocument(50_000)
await db.raw('vacuum (analyze)')

const child: ChildProcess = fork(new URL('api/server.ts', import.meta.url), ['api'], {
  env: {
    ...process.env,
    DATABASE_URL: postgres.adminUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    BLOBS_FOLDER: join(home, 'blobs'),
    SECRET_KEY: 'a benchmark secret, long enough for signing',
    SECRETS_KEY: 'another benchmark secret, as long as it must be',
  },
})
const api = await new Promise<string>((resolve) =>
  child.on('message', (message: { ready?: string }) => message.ready && resolve(message.ready)),
)
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' }

async function timed(path: string, method = 'GET', body?: object): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${api}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
  return performance.now() - started
}

const requests: Record<string, (document: Document, round: number) => Promise<number>> = {
  'GET a cell of a table': ({ path, ids }) => timed(`${path}/${ids.cell}`),
  'GET a header field': ({ path, ids }) => timed(`${path}/${ids.field}`),
  'GET a section without tables': ({ path, ids }) => timed(`${path}/${ids.section}`),
  'GET content?schema_id of a header field': ({ path, field }) => timed(`${path}?schema_id=${field}`),
  'PATCH a cell of a table': ({ path, ids }, round) =>
    timed(`${path}/${ids.cell}`, 'PATCH', { content: { value: `cell ${round}` } }),
  'PATCH a header field': ({ path, ids }, round) =>
    timed(`${path}/${ids.field}`, 'PATCH', { content: { value: `field ${round}` } }),
}
const results: BenchResult[] = []
const put = (what: string, value: number, unit: string, target: string | null = null, met: boolean | null = null) =>
  void results.push({ what, value: Number(value.toFixed(2)), unit, target, met })
put('nodes of the small document', small.nodes, '')
put('nodes of the large document', large.nodes, '')
for (const [what, request] of Object.entries(requests)) {
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  for (let round = -5; round < rounds; round++) {
    const pair = [await request(small, round), await request(large, round)] as const
    if (round < 0) continue
    times.small.push(pair[0])
    times.large.push(pair[1])
  }
  const ratio = percentile(times.large, 0.5) / percentile(times.small, 0.5)
  put(`${what}: large against small, medians`, ratio, 'x', '<= 3', ratio <= 3)
  put(`${what}: small`, percentile(times.small, 0.5), 'ms')
  put(`${what}: large`, percentile(times.large, 0.5), 'ms')
}
const whole = await timed(large.path)
put('GET the whole large document', whole, 'ms')
// Four clients read the large document all the time, while another one reads a small object.
const alone: number[] = []
const beside: number[] = []
for (let round = 0; round < rounds; round++) alone.push(await timed(`${small.path}/${small.ids.field}`))
let isOver = false
const load = Array.from({ length: 4 }, async () => {
  while (!isOver) await timed(large.path)
})
for (let round = 0; round < rounds; round++) beside.push(await timed(`${small.path}/${small.ids.field}`))
isOver = true
await Promise.all(load)
put('a small request alone, p50', percentile(alone, 0.5), 'ms')
put('a small request while four clients read the large document, p50', percentile(beside, 0.5), 'ms')
put('the same, p95', percentile(beside, 0.95), 'ms')
writeBench('content', results)
child.send({ stop: true })
await new Promise((resolve) => child.once('exit', resolve))
await db.destroy()
await postgres.stop()
rmSync(home, { recursive: true })
