import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptMessage, findInbox } from '../../src/domain/mail/accept.ts'
import type { Config } from '../../src/config.ts'
import { aTenant } from '../support/factories.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { harness, until, type Harness } from './harness.ts'

const SMTP: NonNullable<Config['smtp']> = { host: '127.0.0.1', port: 0, tls: 'off', from: 'sheaf@example.org' }

/** `strict.example` sends only from 192.0.2.1, and others are to reject what does not come from there. */
const RECORDS: Record<string, string[][]> = {
  'TXT strict.example': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT _dmarc.strict.example': [['v=DMARC1; p=reject']],
}
const dns = (domain: string, type: string): Promise<string[][]> => {
  const found = RECORDS[`${type} ${domain}`]
  return found ? Promise.resolve(found) : Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
}

let stack: Harness
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await aMailbox()
  SMTP.port = mailbox.port
  stack = await harness(({ config }) => ({ dns, config: { ...config, smtp: SMTP, mailDomain: 'in.example.org' } }))
  await stack.startWorker()
})
afterAll(async () => {
  await stack.stop()
  await mailbox.close()
})

async function anInbox(columns: object = {}) {
  const tenant = await aTenant(stack.deps.db)
  const { queue_id } = tenant
  await stack.deps
    .db('inboxes')
    .where({ queue_id })
    .update({ name: 'Mail', ...columns })
  const { email } = (await stack.deps.db('inboxes').where({ queue_id }).first('email')) as { email: string }
  const receive = async (lines: string[], ip = '198.51.100.9') => {
    const inbox = await findInbox(stack.deps.db, email)
    const from = /<([^<>]*)>|(\S+@\S+)/.exec(lines[0]!)
    const raw = Buffer.from([...lines, `To: ${email}`, '', 'Hello.', ''].join('\r\n'))
    const { email_id } = await acceptMessage(stack.deps, inbox!, raw, {
      source: 'smtp',
      envelope: { from: from?.[1] ?? from?.[2] ?? '', ip, helo: 'client.example' },
    })
    const row = await until(
      () => stack.deps.db('incoming_messages').where({ email_id }).first(),
      (found) => found?.state === 'finished',
    )
    const stored = await stack.deps.db('emails').where({ id: email_id }).first()
    return { outcome: row!.outcome as string, email: stored, row: row! }
  }
  const template = (automate: boolean) =>
    stack.deps
      .db('email_templates')
      .where({ queue_id, type: 'email_with_no_processable_attachments' })
      .update({ automate })
  const answers = () => stack.deps.db('emails').where({ queue_id, type: 'outgoing' }).orderBy('id')
  return { tenant, queue_id, email, receive, template, answers }
}
const filters = (given: object) => ({ filters: JSON.stringify(given) })

describe('checks of received messages', () => {
  it('ignore denied senders and senders that are not allowed', async () => {
    const denying = await anInbox(filters({ denied_senders: ['*@spam.example'] }))
    expect(await denying.receive(['From: a@spam.example'])).toMatchObject({
      outcome: 'sender_denied',
      email: undefined,
    })
    expect(await denying.receive(['From: a@ham.example'])).toMatchObject({ outcome: 'no_documents' })
    const allowing = await anInbox(filters({ allowed_senders: ['a?@ham.example'] }))
    expect(await allowing.receive(['From: Ab@HAM.example'])).toMatchObject({ outcome: 'no_documents' })
    const { outcome, row } = await allowing.receive(['From: abc@ham.example'])
    expect([outcome, row.s3_name, row.envelope]).toEqual(['sender_denied', null, {}])
  })

  it('drop messages that fail DMARC if the inbox says so, and record the results otherwise', async () => {
    const forged = ['From: boss@strict.example', 'Subject: Pay this']
    const dropping = await anInbox({ dmarc_check_action: 'drop' })
    expect((await dropping.receive(forged)).outcome).toBe('authentication_failed')
    expect((await dropping.receive(forged, '192.0.2.1')).outcome).toBe('no_documents')
    expect((await dropping.receive(['From: a@unknown.example'])).outcome).toBe('no_documents')
    const { outcome, email } = await (await anInbox()).receive(forged)
    expect(outcome).toBe('no_documents')
    expect(email.headers['authentication-results']).toMatch(/spf=fail.*dmarc=fail/)
  })

  it('ignore messages that the inbox itself has sent', async () => {
    const inbox = await anInbox()
    expect((await inbox.receive([`From: ${inbox.email}`])).outcome).toBe('loop')
  })
})

describe('answers to emails without documents', () => {
  it('are sent from the template, in the thread, as messages of a program', async () => {
    const inbox = await anInbox()
    await inbox.template(true)
    await inbox.receive(['From: Ada <ada@ham.example>', 'Subject: Hello', 'Message-ID: <hello@ham.example>'])
    const [answer] = await inbox.answers()
    expect(answer).toMatchObject({
      subject: 'No documents found: Hello',
      to: [{ email: 'ada@ham.example' }],
      labels: ['automatic_rejection'],
    })
    const letter = await until(
      () =>
        Promise.resolve(
          mailbox.letters.find(({ to, text }) => to[0] === 'ada@ham.example' && text.includes('<hello@ham.example>')),
        ),
      Boolean,
    )
    // Notifications about it are received by the inbox.
    expect(letter!.from).toBe(inbox.email)
    expect(letter!.text).toMatch(/^In-Reply-To: <hello@ham\.example>\r$/m)
    expect(letter!.text).toMatch(/^Auto-Submitted: auto-replied\r$/m)
  })

  it('are not sent to programs, to the service, to forged senders, or without the setting', async () => {
    const inbox = await anInbox()
    await inbox.template(true)
    await inbox.receive(['From: robot@ham.example', 'Auto-Submitted: auto-replied'])
    await inbox.receive(['From: list@ham.example', 'List-Id: <news.ham.example>', 'Precedence: list'])
    await inbox.receive(['From: MAILER-DAEMON@ham.example'])
    await inbox.receive(['From: other@in.example.org'])
    await inbox.receive(['From: boss@strict.example'])
    await inbox.template(false)
    await inbox.receive(['From: ada@ham.example'])
    expect(await inbox.answers()).toEqual([])
  })

  it('stop after five in a day', async () => {
    const inbox = await anInbox()
    await inbox.template(true)
    for (let n = 0; n < 7; n++) await inbox.receive(['From: loop@ham.example', `Message-ID: <${n}@ham.example>`])
    expect(await inbox.answers()).toHaveLength(5)
  })

  it('notify the recipient in the settings of the queue', async () => {
    const inbox = await anInbox()
    const email_notifications = { recipient: { email: 'office@ham.example', name: '' } }
    await stack.deps
      .db('queues')
      .where('id', inbox.queue_id)
      .update({
        settings: JSON.stringify({ email_notifications: { ...email_notifications, email_with_no_attachments: true } }),
      })
    await inbox.receive(['From: ada@ham.example', 'Subject: Nothing here'])
    const letter = await until(
      () => Promise.resolve(mailbox.letters.find(({ to }) => to[0] === 'office@ham.example')),
      Boolean,
    )
    expect(letter!.text).toContain('Subject: Email without documents: Nothing here')
  })
})

describe('delivery notifications', () => {
  it('are recorded with the email they are about, and get no answer', async () => {
    const inbox = await anInbox()
    await inbox.template(true)
    await inbox.receive(['From: gone@ham.example', 'Message-ID: <question@ham.example>'])
    const [sent] = await inbox.answers()
    const message_id = sent.message_id as string
    const report = [
      'From: MAILER-DAEMON@ham.example',
      'Subject: Undelivered',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      `To: ${inbox.email}`,
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Sorry.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; ham.example',
      '',
      'Final-Recipient: rfc822; gone@ham.example',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: ${message_id}`,
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Disposition: attachment; filename=a.pdf',
      '',
      '%PDF-1.7',
      '--b--',
    ]
    const { outcome, email } = await inbox.receive(report)
    expect(outcome).toBe('bounce')
    expect(email.parent_id).toBe(sent.id)
    expect(await stack.deps.db('documents').where('email_id', email.id)).toEqual([])
    const { metadata } = await stack.deps.db('emails').where('id', sent.id).first('metadata')
    expect(metadata).toMatchObject({ bounced: { recipient: 'gone@ham.example', status: '5.1.1' } })
    expect(await inbox.answers()).toHaveLength(1)
  })
})
