/** Keys by which other servers recognise a repeated call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeStatus } from '../../src/domain/annotations/review/review.ts'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { queueLetter, sendQueued } from '../../src/domain/mail/outgoing.ts'
import { openOutgoing, type Outgoing } from '../../src/outgoing/outgoing-http.ts'
import type { RunningWorker } from '../../src/worker/main.ts'
import { testConnector, type TestConnector } from '../support/connector.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { fakeDocuments } from './fake-documents.ts'
import { aFixture, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

let stack: Harness
let connector: TestConnector
let mailbox: Mailbox
/** Attempts whose response is lost after the connector has received the call. */
let losses = 0

beforeAll(async () => {
  connector = await testConnector()
  mailbox = await aMailbox()
  const smtp = { host: '127.0.0.1', port: mailbox.port, tls: 'off' as const, from: 'Sheaf <sheaf@example.org>' }
  const real = openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] })
  const outgoing: Outgoing = {
    close: () => real.close(),
    request: async (url, options) => {
      const answer = await real.request(url, options)
      if (losses-- > 0) throw new Error('The response was lost.')
      return answer
    },
  }
  stack = await harness(({ config }) => ({ documents: fakeDocuments(), outgoing, config: { ...config, smtp } }))
})
afterAll(async () => {
  await stack.stop()
  await connector.stop()
  await mailbox.close()
})

describe('the Idempotency-Key of a connector call', () => {
  let worker: RunningWorker
  beforeAll(async () => {
    worker = await stack.startWorker()
  })
  // It would also send the messages of the other test.
  afterAll(() => worker.stop())

  it('stays the same over retries and differs for the next export', async () => {
    const { db } = stack.deps
    const { queue, who } = await aFixture(stack.deps)
    const given = { organization_id: who.organization_id, name: 'ERP', service_url: connector.url }
    const [{ id: connector_id }] = (await db('connectors').insert(given).returning('id')) as [{ id: number }]
    await db('queues').where({ id: queue.id }).update({ connector_id })
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }]
    const [created] = await importNow(stack.deps, { queue, who, files })
    const id = created!.annotation_id
    const status = () => db('annotations').where({ id }).first('status')
    const reach = (wanted: string) => until(status, (row: { status: string }) => row.status === wanted)
    await reach('to_review')

    losses = 2
    connector.answer = (response) => void response.writeHead(500).end()
    await changeStatus(stack.deps, who, id, 'exporting')
    await reach('failed_export')
    await changeStatus(stack.deps, who, id, 'exporting')
    await until(
      () => Promise.resolve(connector.calls.length),
      (count) => count === 4,
    )
    const keys = connector.calls.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{40}$/)
    expect(keys.slice(0, 3)).toEqual(Array(3).fill(keys[0]))
    expect(keys[3]).toMatch(/^[0-9a-f]{40}$/)
    expect(keys[3]).not.toBe(keys[0])
  })
})

describe('the Message-ID of a message of the service', () => {
  it('stays the same if the message is sent again', async () => {
    const { organization_id } = await aFixture(stack.deps)
    const silent = { ...stack.deps, signals: { send: () => undefined } }
    for (const subject of ['First', 'Second'])
      await queueLetter(silent, organization_id, { to: 'ada@acme.example', subject, text: subject })
    const [first, second] = (await stack.deps.db('letters').orderBy('id').pluck('id')) as [number, number]
    // The database fails after the mail server has accepted the message.
    const db = new Proxy(stack.deps.db, {
      get: (target, name, receiver) =>
        name === 'transaction'
          ? () => Promise.reject(new Error('lost'))
          : (Reflect.get(target, name, receiver) as unknown),
    })
    await expect(sendQueued({ ...silent, db }, { kind: 'letter', id: first })).rejects.toThrow('lost')
    await sendQueued(silent, { kind: 'letter', id: first })
    await sendQueued(silent, { kind: 'letter', id: second })
    const ids = mailbox.letters.map(({ text }) => /^Message-ID: (<.+>)\r?$/im.exec(text)?.[1])
    expect(ids).toEqual([
      expect.stringMatching(/^<letter-.*@example\.org>$/),
      ids[0],
      expect.stringContaining('letter-'),
    ])
    expect(ids[2]).not.toBe(ids[0])
  })
})
