/** Messages that show another author than the one who was checked, by every way in. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { SMTP_LIMITS, startSmtp, type RunningSmtp } from '../../src/api/smtp/server.ts'
import { pollMailboxes } from '../../src/domain/mail/mailboxes.ts'
import { BOSS, CLEAR, FAILING, rawOf, STRANGER, WITHOUT_ONE_AUTHOR } from '../mail/forgeries.ts'
import { as, type Json } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { anImapServer } from '../support/imap-server.ts'
import { harness, until, type Harness } from './harness.ts'

/** All messages come from this machine, which may send for the stranger. */
const RECORDS: Record<string, string[][]> = {
  'TXT strict.example': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT _dmarc.strict.example': [['v=DMARC1; p=reject']],
  'TXT stranger.example': [['v=spf1 ip4:127.0.0.1 -all']],
}
const dns = (domain: string, type: string): Promise<string[][]> => {
  const found = RECORDS[`${type} ${domain}`]
  const code = domain.endsWith('slow.example') ? 'ETIMEOUT' : 'ENOTFOUND'
  return found ? Promise.resolve(found) : Promise.reject(Object.assign(new Error(code), { code }))
}

let stack: Harness
let api: RunningApi
let smtp: RunningSmtp
beforeAll(async () => {
  stack = await harness(({ config }) => ({
    dns,
    config: { ...config, allowedPrivateNetworks: ['127.0.0.0/8'], mailDomain: 'in.example.org' },
  }))
  await stack.startWorker()
  api = await startApi({ ...stack.config, port: 0 }, stack.deps)
  smtp = await startSmtp(stack.deps, 0, { ...SMTP_LIMITS, perAddress: 100 })
})
afterAll(async () => {
  await smtp.stop()
  await api.stop()
  await stack.stop()
})

async function anInbox(fields: object) {
  const tenant = await aTenant(stack.deps.db)
  const { queue_id } = tenant
  const client = as(`${api.url}/v1`, tenant.token)
  const [inbox] = (await client.get('/inboxes')).body.results as Json[]
  const changed = await client.patch(inbox!.url as string, fields)
  expect([changed.status, changed.body]).toEqual([200, expect.anything()])
  /** Waits for this many messages and returns their outcomes in order. */
  const outcomes = async (count: number) => {
    const rows = await until(
      () => stack.deps.db('incoming_messages').where({ queue_id }).orderBy('email_id'),
      (found) => found.length >= count && found.every(({ state }) => state === 'finished'),
    )
    return rows.map(({ outcome }) => outcome as string)
  }
  const senders = async (): Promise<unknown[]> =>
    stack.deps.db('emails').where({ queue_id, type: 'incoming' }).orderBy('id').pluck('from_email')
  return { ...tenant, client, url: inbox!.url as string, email: changed.body.email as string, outcomes, senders }
}

/** Gives the bytes to the server as they are. */
async function transfer(raw: Buffer, to: string, sender = STRANGER): Promise<void> {
  const socket = connect(smtp.port, '127.0.0.1').setEncoding('latin1')
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk)).on('error', () => undefined)
  const data = Buffer.concat([
    Buffer.from(raw.toString('latin1').replaceAll(/^\./gm, '..'), 'latin1'),
    Buffer.from('.'),
  ])
  const lines = [`EHLO client.stranger.example`, `MAIL FROM:<${sender}>`, `RCPT TO:<${to}>`, 'DATA', data, 'QUIT']
  for (const [index, line] of lines.entries()) {
    await until(
      () => Promise.resolve(text.match(/^\d{3} .*\r\n/gm)?.length ?? 0),
      (count) => count > index || socket.destroyed,
    )
    socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]))
  }
  await new Promise((resolve) => socket.once('close', resolve))
}

const ONLY_BOSS = { filters: { allowed_senders: ['*@strict.example'] }, dmarc_check_action: 'drop' }
const lined = (forgeries: readonly { name: string }[], outcomes: string[]) =>
  outcomes.map((outcome, index) => `${forgeries[index]?.name}: ${outcome}`)

describe('a forged author', () => {
  it('reaches no inbox by SMTP, in any notation', { timeout: 180_000 }, async () => {
    const inbox = await anInbox(ONLY_BOSS)
    const forgeries: { name: string; header: string; sender?: string }[] = [...WITHOUT_ONE_AUTHOR, ...FAILING]
    const accepted: typeof forgeries = []
    let known = 0
    for (const one of forgeries) {
      await transfer(rawOf(one, inbox.email), inbox.email, one.sender)
      // The server itself refuses some envelopes.
      const found = (await stack.deps.db('incoming_messages').where('queue_id', inbox.queue_id)).length
      if (found > known) accepted.push(one)
      known = found
    }
    expect(accepted.length).toBeGreaterThan(forgeries.length - 5)
    const outcomes = await inbox.outcomes(accepted.length)
    const refused = /: (no_single_author|authentication_failed|sender_denied)$/
    expect(lined(accepted, outcomes).filter((line) => !refused.test(line))).toEqual([])
    expect(await inbox.senders()).toEqual([])
  })

  it('reaches no inbox from a mailbox of another server, in any notation', { timeout: 180_000 }, async () => {
    const server = await anImapServer()
    try {
      const mailbox = { host: '127.0.0.1', port: server.port, tls: 'off', username: server.user }
      const inbox = await anInbox({ ...ONLY_BOSS, mailbox, mailbox_password: server.password })
      await pollMailboxes(stack.deps)
      for (const one of WITHOUT_ONE_AUTHOR) server.add(rawOf(one))
      await pollMailboxes(stack.deps)
      const outcomes = await inbox.outcomes(WITHOUT_ONE_AUTHOR.length)
      const refused = /: (no_single_author|sender_denied)$/
      expect(lined(WITHOUT_ONE_AUTHOR, outcomes).filter((line) => !refused.test(line))).toEqual([])
      expect(await inbox.senders()).toEqual([])
    } finally {
      await server.stop()
      await stack.deps.db('inboxes').update({ mailbox: null })
    }
  })

  it('is refused by emails/import with the reason, in any notation', { timeout: 180_000 }, async () => {
    const inbox = await anInbox({})
    const detail = 'The email has no author, or several: it needs one header From with one address.'
    for (const one of WITHOUT_ONE_AUTHOR) {
      const form = new FormData()
      form.set('raw_message', new Blob([new Uint8Array(rawOf(one))]), 'mail.eml')
      form.set('recipient', inbox.email)
      const headers = { Authorization: `Bearer ${inbox.token}` }
      const response = await fetch(`${api.url}/v1/emails/import`, { method: 'POST', headers, body: form })
      const { url } = (await response.json()) as { url: string }
      const task = await until(
        async () => (await inbox.client.get(`${url}?no_redirect=true`)).body,
        ({ status }) => status !== 'running',
      )
      expect([one.name, task]).toEqual([
        one.name,
        expect.objectContaining({ status: 'failed', code: 'no_single_author', detail }),
      ])
    }
    expect(await inbox.senders()).toEqual([])
  })
})

describe('a clear author', () => {
  it('is received in every notation, and shown as it was checked', { timeout: 180_000 }, async () => {
    const inbox = await anInbox({})
    for (const one of CLEAR) await transfer(rawOf({ header: `${one.header}\r\nSubject: ${one.name}` }), inbox.email)
    expect(await inbox.outcomes(CLEAR.length)).toEqual(CLEAR.map(() => 'no_documents'))
    const rows: unknown = await stack.deps
      .db('emails')
      .where('queue_id', inbox.queue_id)
      .orderBy('id')
      .select('subject', 'from_email', 'from_name')
    expect(rows).toEqual(
      CLEAR.map(({ name, email, shown }) => ({ subject: name, from_email: email, from_name: shown || null })),
    )
    expect(await inbox.senders()).toContain(BOSS)
  })

  it('is matched by filters in each notation of its domain', { timeout: 180_000 }, async () => {
    for (const denied of ['*@bücher.example', '*@XN--bcher-kva.example']) {
      const inbox = await anInbox({ filters: { denied_senders: [denied] } })
      await transfer(rawOf({ header: 'From: a@bücher.example' }), inbox.email)
      await transfer(rawOf({ header: 'From: a@xn--bcher-kva.example' }), inbox.email)
      expect(await inbox.outcomes(2)).toEqual(['sender_denied', 'sender_denied'])
    }
  })
})
