/** Resetting a password by email. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { sendQueued } from '../../src/domain/mail/outgoing.ts'
import { Delivery } from '../../src/models/index.ts'
import { parseWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { NEW, OLD, aUser, anonymous, linkTo, login, mailbox, server, usePasswords } from './passwords-setup.ts'

usePasswords()

describe('POST /v1/auth/password/reset', () => {
  const reset = (email: string) => anonymous().post('/auth/password/reset', { email })
  const confirm = (given: object) =>
    anonymous().post('/auth/password/reset/confirm', { new_password1: NEW, new_password2: NEW, ...given })

  it('sends a link that sets a new password once and invalidates all tokens and sessions', async () => {
    const user = await aUser()
    expect((await reset(user.email.toUpperCase())).status).toBe(200)
    const link = await linkTo(user.email)
    expect(link.uid).toBe(String(user.user_id))
    const weak = await confirm({ ...link, new_password1: 'password1234', new_password2: 'password1234' })
    expect([weak.status, Object.keys(weak.body)]).toEqual([400, expect.arrayContaining(['new_password1'])])
    expect((await confirm({ ...link, uid: '1' })).body.token).toEqual(['Invalid or expired token.'])
    const done = await confirm(link)
    expect([done.status, done.body]).toEqual([200, { detail: 'The password has been set.' }])
    expect((await as(server.root, user.token).get('/auth/user')).status).toBe(401)
    expect((await login(user.username, NEW)).status).toBe(200)
    expect(await confirm(link)).toMatchObject({ status: 400, body: { token: ['Invalid or expired token.'] } })
  })

  it('invalidates links after another password change and after an hour', async () => {
    const { db } = server.deps
    const user = await aUser()
    await reset(user.email)
    const first = await linkTo(user.email)
    await as(server.root, user.token).post('/auth/password/change', {
      old_password: OLD,
      new_password1: NEW,
      new_password2: NEW,
    })
    expect((await confirm(first)).status).toBe(400)
    await reset(user.email)
    const second = await linkTo(user.email, 2)
    await db('password_resets').where('user_id', user.user_id).update({ expires_at: db.fn.now() })
    expect((await confirm(second)).status).toBe(400)
  })

  it('returns the same response for unknown, inactive and single sign-on users, without an email', async () => {
    const known = await aUser()
    const idle = await aUser({ is_active: false })
    const sso = await aUser({ auth_type: 'sso' })
    const answers = []
    for (const email of ['unknown@example.org', idle.email, sso.email, known.email]) answers.push(await reset(email))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body])
    await linkTo(known.email)
    expect(mailbox.letters.flatMap(({ to }) => to)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(`${idle.email}|${sso.email}|unknown@example.org`)]),
    )
  })

  it('sends a user at most three emails per hour', async () => {
    const user = await aUser()
    for (let n = 0; n < 5; n++) expect((await reset(user.email)).status).toBe(200)
    await linkTo(user.email, 3)
    const { db } = server.deps
    await expect
      .poll(async () => Number((await db('password_resets').where('user_id', user.user_id).count('id as n'))[0]!.n))
      .toBe(3)
  })

  it('queues the email for the workflow that delivers it, and sends nothing itself', async () => {
    // Neither a worker nor the dispatcher is signalled here.
    const noSignals = await testServer(
      { signals: { send: () => undefined } },
      { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.port), SMTP_TLS: 'off', SMTP_FROM: 'sheaf@example.org' },
    )
    try {
      const { db } = noSignals.deps
      const own = await aTenant(db)
      const address = `silent-${own.user_id}@example.org`
      await db('users').where('id', own.user_id).update({ email: address })
      const queued = async () => (await Delivery.query(db).where('consumer', 'mail')).map(({ state }) => state)
      expect((await as(noSignals.root).post('/auth/password/reset', { email: address })).status).toBe(200)
      await expect.poll(queued).toEqual(['pending'])
      expect(mailbox.letters.flatMap(({ to }) => to)).not.toContain(address)
      const { workflow_id } = await Delivery.query(db).findOne('consumer', 'mail').throwIfNotFound()
      const { kind, id } = parseWorkflowId(workflow_id)!
      expect(kind).toBe('letter')
      await sendQueued(noSignals.deps, { kind: 'letter', id })
      expect(mailbox.letters.at(-1)).toMatchObject({ to: [address] })
      expect(await queued()).toEqual(['done'])
    } finally {
      await noSignals.stop()
    }
  })

  it('reports only in the log that no email can be sent', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const plain = await testServer({ log: pino({ level: 'trace' }, stream) })
    try {
      const own = await aTenant(plain.deps.db)
      const { username } = await plain.deps.db('users').where('id', own.user_id).first('username')
      expect((await as(plain.root).post('/auth/password/reset', { email: username })).status).toBe(200)
      await expect.poll(() => lines.join('')).toContain('SMTP_HOST is not set')
      expect(lines.join('')).not.toMatch(/[0-9a-f]{40}/)
      expect(lines.join('')).not.toContain(username)
    } finally {
      await plain.stop()
    }
  })
})
