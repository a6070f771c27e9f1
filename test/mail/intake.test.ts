/** Messages as the SMTP server passes them on, and which of them are in a loop. */
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { MessageIntake } from '../../src/api/smtp/intake.ts'

/** Returns the message with the headers of the server, or the code of its refusal. */
async function take(raw: string): Promise<string | number> {
  const options = { ip: '192.0.2.1', helo: 'a', tls: false, from: 'a@b.example', host: 'mx', maxBytes: 2 ** 20 }
  const intake = new MessageIntake(options)
  intake.end(raw)
  try {
    return (await buffer(intake)).toString()
  } catch (error) {
    return (error as { responseCode: number }).responseCode
  }
}

const hops = (count: number, name = 'Received', end = '\r\n'): string => `${name}: from a by b${end}`.repeat(count)

describe('a message that went through more than 50 servers', () => {
  it.each([
    ['names as usual', hops(51)],
    ['a space before the colon', hops(51, 'Received ')],
    ['another case', hops(51, 'RECEIVED')],
    ['lines without carriage returns', hops(51, 'Received', '\n')],
  ])('is refused: %s', async (_, header) => {
    expect(await take(`${header}Subject: x\r\n\r\nx`)).toBe(554)
  })

  it.each([
    ['headers of the text', `Subject: x\n\n${hops(60)}\r\nx`],
    ['headers of the text after CRLF', `Subject: x\r\n\r\n${hops(60)}\r\n\r\n`],
    ['continued lines', `Subject: x\r\n${hops(60, ' Received')}\r\nx`],
    ['fewer headers', `${hops(50)}\r\nx`],
  ])('does not have %s', async (_, raw) => {
    expect(await take(raw)).toContain(raw)
  })
})
