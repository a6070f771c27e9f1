import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openClient } from '../../db/client.ts'
import { endClient } from '../../db/end-client.ts'
import { listen } from '../../db/listen.ts'
import { openDatabase } from '../../db/knex.ts'
import { KEEP_ALIVE_MS } from '../../db/patience.ts'
import { watchConnections, type WatchOptions } from '../../db/watch.ts'
import { isDatabaseUnavailable } from '../../src/errors.ts'
import { database, useDatabase } from '../support/database.ts'
import { forwardTo, type Forwarder } from '../support/forwarder.ts'

useDatabase()

let forwarder: Forwarder
let url: string
beforeAll(async () => {
  const target = new URL(database.url)
  forwarder = await forwardTo(Number(target.port))
  target.port = String(forwarder.port)
  url = target.href
})
afterAll(() => forwarder.close())

/** Short, so that the tests of a frozen server are quick. */
const PATIENCE = { silentMs: 250, answerMs: 500 }

it('every connection has the keep-alive of TCP, which notices a server that is gone while no statement runs', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => keepAlive.mockRestore())
  const db = openDatabase(database.url, { purpose: 'requests' })
  const client = openClient(database.url, 'sheaf-test', 'requests')
  onTestFinished(() => Promise.all([endClient(client), db.destroy()]).then(() => undefined))
  const ways: (() => Promise<unknown>)[] = [
    () => db.raw('select 1'),
    () => client.connect(),
    () =>
      new Promise<void>((onConnect, onError) => {
        const listening = listen({ url: database.url, channel: 'test', onMessage: () => {}, onConnect, onError })
        onTestFinished(() => listening.close())
      }),
  ]
  for (const connect of ways) {
    keepAlive.mockClear()
    await connect()
    expect(keepAlive.mock.calls).toEqual([[true, KEEP_ALIVE_MS]])
  }
})

describe('a connection to PostgreSQL', () => {
  let client: pg.Client
  const open = async ({ patience = PATIENCE, ...more }: Partial<WatchOptions> = {}) => {
    client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    watchConnections({ url, patience, ...more }).add(client)
    await client.connect()
  }
  beforeEach(() => forwarder.thaw())
  afterEach(() => endClient(client))

  it('is given up while the server does not answer, and the statement fails as for a server that is unavailable', async () => {
    await open()
    forwarder.freeze()
    const error: unknown = await client.query('select 1').catch((reason: unknown) => reason)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('is kept during a statement that is longer than the limits, because the server answers others', async () => {
    // Time for a busy machine to open a connection.
    await open({ patience: { silentMs: 250, answerMs: 2_500 } })
    expect((await client.query(`select 1 as one from pg_sleep(5)`)).rows).toEqual([{ one: 1 }])
    expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  })

  it('is given up when only its own answers are lost, after the time that no statement may take', async () => {
    await open({ longestMs: 1_000 })
    await expect(client.query('select pg_sleep(4)')).rejects.toThrow('does not answer')
  })

  it('is given up in the middle of a COPY', async () => {
    await open()
    await client.query('create temporary table copied (line text)')
    async function* lines() {
      yield 'one\n'
      forwarder.freeze()
      for (;;) yield `${'x'.repeat(64 * 1024)}\n`
    }
    const copying = pipeline(Readable.from(lines()), client.query(copyFrom('copy copied from stdin')))
    await expect(copying).rejects.toThrow()
  })
})

describe('a pool of connections', () => {
  it('replaces connections that did not answer, also idle ones and within transactions, when the server answers again', async () => {
    forwarder.thaw()
    const db = openDatabase(url, { poolMax: 3, purpose: 'requests' })
    try {
      const one = () => db.raw<{ rows: { one: number }[] }>('select 1 as one').then(({ rows }) => rows)
      await Promise.all([one(), one(), one()])
      forwarder.freeze()
      // More than the pool has connections: some wait for one.
      const work = Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? one() : db.transaction((tx) => tx.raw('select 1')),
      )
      for (const result of await Promise.allSettled(work)) {
        expect(result.status).toBe('rejected')
        expect(result.status === 'rejected' && isDatabaseUnavailable(result.reason)).toBe(true)
      }
      forwarder.thaw()
      expect(await Promise.all([one(), one(), one(), one()])).toHaveLength(4)
    } finally {
      forwarder.thaw()
      await db.destroy()
    }
  })

  it('can be closed while the server does not answer', async () => {
    forwarder.thaw()
    const db = openDatabase(url, { poolMax: 2, purpose: 'requests' })
    await db.raw('select 1')
    forwarder.freeze()
    await db.destroy()
    forwarder.thaw()
  })
})

describe('a connection that listens', () => {
  it('can be closed while the server does not answer, connected or not', async () => {
    forwarder.thaw()
    const { promise: connected, resolve } = Promise.withResolvers<void>()
    const nothing = () => undefined
    const first = listen({ url, channel: 'frozen', onMessage: nothing, onConnect: resolve, onError: nothing })
    await connected
    forwarder.freeze()
    const second = listen({ url, channel: 'frozen', onMessage: nothing, onConnect: nothing, onError: nothing })
    await first.close()
    await second.close()
    forwarder.thaw()
  })
})
