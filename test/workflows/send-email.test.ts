import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import type { RunningApi } from '../../src/api/main.ts'
import { queueLetter } from '../../src/domain/mail/outgoing.ts'
import type { Config } from '../../src/config.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { described, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

const smtpAt = (port: number): NonNullable<Config['smtp']> => ({
  host: '127.0.0.1',
  port,
  tls: 'off',
  from: 'Sheaf <sheaf@example.org>',
})

describe('sendEmail', () => {
  let stack: Harness
  let api: RunningApi
  let mailbox: Mailbox
  let refusing: Mailbox
  /** The configured mail server; tests change it. */
  const smtp = smtpAt(0)

  beforeAll(async () => {
    ;[mailbox, refusing] = [await aMailbox(), await aMailbox({ refuses: true })]
    smtp.port = mailbox.port
    stack = await harness(({ config }) => ({ config: { ...config, smtp } }))
    await stack.startWorker()
    api = await startApi({ ...stack.config, port: 0 }, stack.deps)
  })
  afterAll(async () => {
    await api.stop()
    await stack.stop()
    await Promise.all([mailbox.close(), refusing.close()])
  })

  const send = async () => {
    const tenant = await aTenant(stack.deps.db)
    const client = as(`${api.url}/v1`, tenant.token)
    const sent = await client.post('/emails/send', {
      to: [{ email: 'bob@example.org' }],
      queue: `${api.url}/v1/queues/${tenant.queue_id}`,
      template_values: { subject: 'Your invoice', message: 'The total is missing.' },
    })
    expect(sent.status).toBe(201)
    const id = Number(/(\d+)$/.exec(sent.body.url as string)![1])
    const metadata = async () => (await client.get(sent.body.url)).body.metadata
    return { id, metadata, tenant }
  }

  it('delivers an email to the mail server after the request', async () => {
    const { id, metadata, tenant } = await send()
    const run = await described(stack.deps, `email/${id}/send`, ({ status }) => status.name === 'COMPLETED')
    expect(await metadata()).toEqual({ delivered: true })
    expect(mailbox.letters.at(-1)).toMatchObject({ to: ['bob@example.org'] })
    expect(run.searchAttributes).toMatchObject({ SheafQueue: [tenant.queue_id], SheafStatus: ['sent'] })
  })

  it('retries while the mail server cannot be reached', async () => {
    smtp.port = 1
    const { id, metadata } = await send()
    await described(stack.deps, `email/${id}/send`, ({ raw }) =>
      (raw.pendingActivities ?? []).some(({ attempt }) => (attempt ?? 0) > 1),
    )
    expect(await metadata()).toEqual({ delivered: false })
    smtp.port = mailbox.port
    await until(metadata, ({ delivered }) => delivered === true)
  })

  it('fails on a permanent refusal by the server, without the text of the message', async () => {
    smtp.port = refusing.port
    const { id, metadata } = await send()
    const handle = stack.deps.temporal.workflow.getHandle(`email/${id}/send`)
    await described(stack.deps, `email/${id}/send`, ({ status }) => status.name === 'FAILED')
    smtp.port = mailbox.port
    await expect(handle.result()).rejects.toMatchObject({
      cause: { message: 'The mail server rejected the message with code 550 at RCPT TO.' },
    })
    expect(await metadata()).toEqual({ delivered: false })
    expect(
      await stack.deps
        .db('deliveries')
        .where({ workflow_id: `email/${id}/send` })
        .pluck('state'),
    ).toEqual(['failed'])
  })

  it('stores an email encrypted until it is sent, and nothing of it in Temporal', async () => {
    const { organization_id } = await aTenant(stack.deps.db)
    await queueLetter(stack.deps, organization_id, { to: 'ada@example.org', subject: 'Hello', text: 'a-secret-token' })
    const letter = await until(
      () => Promise.resolve(mailbox.letters.find(({ text }) => text.includes('a-secret-token'))),
      Boolean,
    )
    expect(letter).toMatchObject({ to: ['ada@example.org'] })
    const [event] = await stack.deps.db('events').where({ organization_id, kind: 'letter.queued' })
    const workflowId = `letter/${(event.data as { letter: number }).letter}/send`
    await described(stack.deps, workflowId, ({ status }) => status.name === 'COMPLETED')
    expect(await stack.deps.db('letters').where({ organization_id })).toEqual([])
    const history = await stack.deps.temporal.workflow.getHandle(workflowId).fetchHistory()
    expect(JSON.stringify(history)).not.toMatch(/a-secret-token|ada@example/)
  })
})
