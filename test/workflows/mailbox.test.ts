import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import type { Deps } from '../../src/deps.ts'
import { pollMailboxes } from '../../src/domain/mail/mailboxes.ts'
import { ensureSchedules, sweepId } from '../../src/domain/outbox/schedules.ts'
import { openLog } from '../../src/log.ts'
import { as, type Json } from '../support/as.ts'
import { aQueue, aTenant } from '../support/factories.ts'
import { anImapServer, type ImapServer } from '../support/imap-server.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { SERVER_CERTIFICATE } from '../support/server-certificate.ts'
import { harness, until, type Harness } from './harness.ts'

let stack: Harness
let api: RunningApi
const logged: string[] = []
/** Added to the clock, in minutes. */
let later = 0

beforeAll(async () => {
  stack = await harness(({ config }) => ({
    config: { ...config, allowedPrivateNetworks: ['127.0.0.0/8'] },
    clock: () => new Date(Date.now() + later * 60_000),
    log: openLog('warn', 'test', { write: (line: string) => void logged.push(line) }),
  }))
  // The tests count what their own visits receive.
  await ensureSchedules(stack.deps)
  await stack.deps.temporal.schedule.getHandle(sweepId(stack.deps, 'mailboxes')).pause()
  await stack.startWorker()
  api = await startApi({ ...stack.config, port: 0 }, stack.deps)
})
afterAll(async () => {
  await api.stop()
  await stack.stop()
})

async function message(options: SendMailOptions): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const from = 'Ada <ada@ham.example>'
  return (await transport.sendMail({ from, to: 'bills@ham.example', text: 'Hello', ...options })).message as Buffer
}

async function anInbox(server: ImapServer, settings: object = {}, fields: object = {}) {
  const tenant = await aTenant(stack.deps.db)
  const client = as(`${api.url}/v1`, tenant.token)
  const [inbox] = (await client.get('/inboxes')).body.results as Json[]
  const url = inbox!.url as string
  const mailbox = { host: '127.0.0.1', port: server.port, tls: 'off', username: server.user, ...settings }
  const change = async (body: object) => {
    const { status, body: shown } = await client.patch(url, body)
    expect([status, shown]).toEqual([200, expect.anything()])
    return shown
  }
  await change({ mailbox, mailbox_password: server.password, ...fields })
  const poll = (deps: Partial<Deps> = {}) => pollMailboxes({ ...stack.deps, ...deps })
  const emails = async () => {
    await until(
      () => stack.deps.db('incoming_messages').where('inbox_id', inbox!.id as number),
      (rows) => rows.every(({ state }) => state === 'finished'),
    )
    return ((await client.get('/emails?ordering=id')).body.results as Json[]).map(({ subject }) => subject)
  }
  const status = async () => (await client.get(url)).body.mailbox_status as Json | null
  return { client, tenant, mailbox, url, change, poll, emails, status, inbox: inbox! }
}

async function withServer(use: (server: ImapServer) => Promise<void>, tls?: 'on' | 'starttls'): Promise<void> {
  const server = await anImapServer(0, tls)
  try {
    await use(server)
  } finally {
    await server.stop()
  }
  // The other tests poll only their own mailboxes.
  await stack.deps.db('inboxes').update({ mailbox: null })
}

describe('mailboxes of inboxes', () => {
  it('are read from the time they are set, each message once', () =>
    withServer(async (server) => {
      server.add(await message({ subject: 'Old' }))
      const { poll, emails, status, client } = await anInbox(server)
      expect(await poll()).toBe(0)
      server.add(
        await message({ subject: 'New', attachments: [{ filename: 'a.pdf', content: await invoicePdf('I-1') }] }),
      )
      expect(await poll()).toBe(1)
      expect(await poll()).toBe(0)
      expect(await emails()).toEqual(['New'])
      expect(await status()).toEqual({ polled_at: expect.any(String), error: null, skipped: 0 })
      const annotations = await until(
        async () => (await client.get('/annotations')).body.results as Json[],
        (found) => found[0]?.status === 'to_review',
      )
      expect(annotations).toHaveLength(1)
    }))

  it('of organizations take turns: slow servers of one do not delay the others', () =>
    withServer(async (server) => {
      const open = new Set<Socket>()
      let most = 0
      // Accepts connections and never answers.
      const silent = createServer((socket) => {
        most = Math.max(most, open.add(socket).size)
        socket.on('error', () => undefined).on('close', () => open.delete(socket))
      })
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const { port } = silent.address() as AddressInfo
      const { client, mailbox, tenant } = await anInbox(server, { port })
      for (let n = 0; n < 4; n++) await aQueue(stack.deps.db, tenant)
      const inboxes = (await client.get('/inboxes')).body.results as Json[]
      expect(inboxes).toHaveLength(5)
      for (const { url } of inboxes)
        expect((await client.patch(url as string, { mailbox, mailbox_password: 'x' })).status).toBe(200)
      server.add(await message({ subject: 'Of another organization' }))
      const other = await anInbox(server, { include_existing: true })
      const polled = other.poll()
      await until(other.status, (found) => found?.polled_at !== undefined)
      // The visit of the first organization has not ended; the others follow one after the other.
      silent.on('connection', (socket) => void setImmediate(() => socket.destroy()))
      for (const socket of open) socket.destroy()
      expect(await polled).toBe(1)
      expect(most).toBe(1)
      await new Promise((resolve) => silent.close(resolve))
    }))

  it('are read from the beginning with include_existing, and from their folder', () =>
    withServer(async (server) => {
      for (const n of [1, 2, 3]) server.add(await message({ subject: `Bill ${n}` }), 'Bills')
      server.add(await message({ subject: 'Elsewhere' }))
      const { poll, emails } = await anInbox(server, { folder: 'Bills', include_existing: true })
      expect(await poll()).toBe(3)
      expect(await emails()).toEqual(['Bill 1', 'Bill 2', 'Bill 3'])
    }))

  it('continue after an interruption: a message that was stored but not noted is not stored again', () =>
    withServer(async (server) => {
      const { poll, emails, inbox } = await anInbox(server, { include_existing: true })
      server.add(await message({ subject: 'Without an id', messageId: ' ' }))
      server.add(await message({ subject: 'Second' }))
      const { db } = stack.deps
      expect(await poll()).toBe(2)
      await db('inboxes')
        .where('id', inbox.id as number)
        .update({ mailbox_state: db.raw(`mailbox_state || '{"last_uid": 0}'`) })
      expect(await poll()).toBe(0)
      expect(await emails()).toEqual(['Without an id', 'Second'])
    }))

  it('ignore messages that have new UIDs but were received before', () =>
    withServer(async (server) => {
      const { poll, emails } = await anInbox(server, { include_existing: true })
      server.add(await message({ subject: 'Once' }))
      expect(await poll()).toBe(1)
      expect(await emails()).toEqual(['Once'])
      server.renumber(77)
      expect(await poll()).toBe(1)
      expect(await emails()).toEqual(['Once'])
      expect(await stack.deps.db('incoming_messages').where({ outcome: 'duplicate', source: 'imap' })).toHaveLength(1)
    }))

  it('show why they cannot be read, and are tried again later', () =>
    withServer(async (server) => {
      const { poll, status, change } = await anInbox(server, {}, { mailbox_password: 'wrong secret' })
      await poll()
      expect((await status())!.error).toBe('The server refuses the user name or the password.')
      later = 1
      await poll()
      const attempts = () => server.received().match(/LOGIN/gi)?.length
      expect(attempts()).toBe(2)
      // After two failures the next visit is two minutes later.
      await poll()
      expect(attempts()).toBe(2)
      later = 4
      await poll()
      expect(attempts()).toBe(3)
      later = 0
      await change({ mailbox_password: server.password })
      await poll()
      expect(await status()).toMatchObject({ error: null })
      expect(logged.join('\n')).toContain('a mailbox could not be read')
      expect(logged.join('\n')).not.toMatch(/wrong secret|correct horse/)
    }))

  it('are read again at once after a message could not be stored, which is then not lost', () =>
    withServer(async (server) => {
      const { poll, status, emails } = await anInbox(server, { include_existing: true })
      server.add(await message({ subject: 'Kept' }))
      const put = () => Promise.reject(new Error('disk full'))
      const blobs = new Proxy(stack.deps.blobs, {
        get: (target, name) => (name === 'put' ? put : (Reflect.get(target, name) as unknown)),
      })
      expect(await poll({ blobs })).toBe(0)
      expect((await status())!.error).toBe('A message could not be stored.')
      expect(await poll()).toBe(1)
      expect(await emails()).toEqual(['Kept'])
      expect(await status()).toMatchObject({ error: null })
    }))

  it('are read again after the connection was lost in the middle of a message', () =>
    withServer(async (server) => {
      server.add(await message({ subject: 'Large', text: 'x'.repeat(3_000_000) }))
      const { poll, status, emails } = await anInbox(server, { include_existing: true })
      const { blobs } = stack.deps
      const put = async (_key: string, body: Uint8Array | Readable) => {
        server.drop()
        await once(body as Readable, 'close')
        throw new Error('Nothing was stored.')
      }
      const broken = new Proxy(blobs, { get: (target, name) => (name === 'put' ? put : Reflect.get(target, name)) })
      expect(await poll({ blobs: broken })).toBe(0)
      expect((await status())!.error).toEqual(expect.any(String))
      later += 60
      expect(await poll()).toBe(1)
      expect(await emails()).toEqual(['Large'])
    }))

  it('report a missing folder and a server that is not there', () =>
    withServer(async (server) => {
      const { poll, status, change, mailbox } = await anInbox(server, { folder: 'Missing' })
      await poll()
      expect((await status())!.error).toBe('The folder "Missing" cannot be opened.')
      await change({ mailbox: { ...mailbox, port: 1 }, mailbox_password: 'x' })
      await poll()
      expect((await status())!.error).toBe('The server does not answer as expected.')
    }))
})

describe('passwords of mailboxes', () => {
  it('are encrypted, never shown, and forgotten when the account changes', () =>
    withServer(async (server) => {
      const { client, url, change, mailbox, inbox, poll, status } = await anInbox(server)
      const row = () =>
        stack.deps
          .db('inboxes')
          .where('id', inbox.id as number)
          .first('sealed_mailbox_password', 'mailbox')
      expect(JSON.stringify((await client.get(url)).body)).not.toContain(server.password)
      expect(JSON.stringify(await row())).not.toContain(server.password)
      await change({ mailbox: { ...mailbox, folder: 'Other' } })
      expect((await row()).sealed_mailbox_password).not.toBeNull()
      await change({ mailbox: { ...mailbox, host: 'localhost' } })
      expect((await row()).sealed_mailbox_password).toBeNull()
      await poll()
      expect((await status())!.error).toBe('The mailbox has no password.')
      await change({ mailbox: null })
      expect(await status()).toBeNull()
    }))

  it.each(['on', 'starttls'] as const)('are sent by TLS (%s), only to a server with a trusted certificate', (tls) =>
    withServer(async (server) => {
      server.add(await message({ subject: 'Protected' }))
      const { poll, status, emails } = await anInbox(server, { tls, host: 'localhost', include_existing: true })
      await poll()
      expect((await status())!.error).toMatch(/^No protected connection is possible/)
      expect(server.received()).not.toContain('correct horse')
      const trusted = getCACertificates('default')
      setDefaultCACertificates([...trusted, SERVER_CERTIFICATE])
      later += 60
      try {
        expect(await poll()).toBe(1)
      } finally {
        setDefaultCACertificates(trusted)
      }
      expect(await status()).toMatchObject({ error: null })
      expect(await emails()).toEqual(['Protected'])
    }, tls),
  )

  it('are not sent without TLS if TLS is demanded', () =>
    withServer(async (server) => {
      const { poll, status } = await anInbox(server, { tls: 'starttls' })
      await poll()
      expect((await status())!.error).toMatch(/^(No protected connection|The server does not answer)/)
      expect(server.received()).not.toMatch(/LOGIN|AUTHENTICATE|correct/i)
    }))

  it('are sent only to allowed addresses, and without TLS only in private networks', () =>
    withServer(async (server) => {
      const { poll, status, change, mailbox } = await anInbox(server)
      const config = { ...stack.deps.config, allowedPrivateNetworks: [] }
      await poll({ config })
      expect((await status())!.error).toBe('"127.0.0.1" is an address that is not allowed.')
      expect(server.received()).toBe('')
      await change({ mailbox: { ...mailbox, host: '192.0.9.1' }, mailbox_password: 'x' })
      await poll()
      expect((await status())!.error).toBe('"192.0.9.1" is an address that is not allowed.')
    }))
})
