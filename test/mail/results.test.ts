/** Only the results of this service are shown as those of a check. */
import { describe, expect, it } from 'vitest'
import { parseEmail } from '../../src/sandbox/children/parse-email.ts'

describe('the header Authentication-Results of a message', () => {
  it('is not shown, because its sender can write it', async () => {
    const raw = 'Authentication-Results: in.example.org; dmarc=pass\r\nFrom: a@b.example\r\nSubject: x\r\n\r\nx\r\n'
    const { email } = await parseEmail(Buffer.from(raw))
    expect(email.headers).toMatchObject({ from: 'a@b.example', subject: 'x', 'authentication-results': '' })
  })
})
