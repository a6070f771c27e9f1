/** Texts of users that a request repeats, joins or escapes have a limit before the result is built. */
import { describe, expect, it } from 'vitest'
import { MAX_FILLED } from '../../src/rules/mail/template.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

describe('an email template that repeats a long value', () => {
  const template = async () => {
    const queue = `${server.root}/queues/${tenant.queue_id}`
    return (await admin.post('/email_templates', { name: 'T', type: 'custom', subject: 's', message: 'm', queue })).body
  }
  const subject = '{{ a }}'.repeat(1_000)

  it('is refused before the text is built', async () => {
    const { id } = await template()
    const before = process.memoryUsage().rss
    const render = () =>
      admin.post(`/email_templates/${id}/render`, {
        template_values: { subject, message: '<{{ a }}>', a: '<'.repeat(130_000) },
      })
    const answers = await Promise.all([render(), render(), render(), render()])
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        body: {
          template_values: ['The text may have at most 1,000,000 characters after its placeholders are replaced.'],
        },
      })
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20)
  })

  it('is rendered up to the limit', async () => {
    const { id } = await template()
    const a = 'x'.repeat(MAX_FILLED / 1_000)
    const answer = await admin.post(`/email_templates/${id}/render`, { template_values: { subject, message: 'm', a } })
    expect(answer.status).toBe(200)
    expect(answer.body.subject).toHaveLength(MAX_FILLED)
  })
})
