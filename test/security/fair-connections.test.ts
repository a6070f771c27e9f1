/** Slow statements of one organization leave connections to the others, and its waiting requests are refused once it is beyond its share. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Knex } from 'knex'
import { ledger } from '../../src/work/ledger.ts'
import { as } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

/** More than the pool has connections. */
const MANY = 30

let server: TestServer
let attacker: Tenant
let other: Tenant
let lock: Knex.Transaction | undefined

beforeAll(async () => {
  // More than the requests of these tests need on any machine; a test counts the rest itself.
  server = await testServer({}, { ORGANIZATION_CPU_PERCENT: '80' })
  attacker = await aTenant(server.deps.db)
  other = await aTenant(server.deps.db)
})
afterEach(async () => {
  await lock?.rollback()
  lock = undefined
  ledger.clear()
})
afterAll(() => server.stop())

const get = (path: string) => as(server.root, other.token).get(path)

/** Sends changes of a locked row: each holds a connection until the row is free, as a slow statement does. */
async function manySlow() {
  const { queue_id } = attacker
  lock = await server.deps.db.transaction()
  await lock('queues').where('id', queue_id).forUpdate().select('id')
  const client = as(server.root, attacker.token)
  const answers = Array.from({ length: MANY }, (_, n) => client.patch(`/queues/${queue_id}`, { name: `Slow ${n}` }))
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(3)
  return answers
}

async function waiting(): Promise<number> {
  const { rows } = await server.deps.db.raw<{ rows: { n: number }[] }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.n
}

describe('connections to the database', () => {
  it('are left to other organizations while statements of one are slow', { timeout: 120_000 }, async () => {
    expect((await get('/queues')).status).toBe(200)
    await as(server.root, attacker.token).get('/queues')
    const slow = await manySlow()
    for (const path of ['/queues', '/annotations', '/users', '/schemas'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    expect(await waiting()).toBeLessThanOrEqual(8)
    await lock!.rollback()
    const statuses = (await Promise.all(slow)).map(({ status }) => status)
    // Requests that waited too long are 503 with Retry-After.
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  })

  it(
    'are refused to requests of many at once that are beyond the share when they get one',
    { timeout: 120_000 },
    async () => {
      ledger.add({ organization_id: other.organization_id }, 'bytes_in', 1)
      const slow = await manySlow()
      const { organization_id, user_id } = attacker
      ledger.add({ organization_id, user_id }, 'thread_ms', 9_000)
      await lock!.rollback()
      const answers = await Promise.all(slow)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused[0]!.body.detail).toContain('processor time of the organization')
      // No request was refused in the middle: those that had begun ended.
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(3)
      expect((await get('/queues')).status).toBe(200)
    },
  )
})
