import { describe, expect, it } from 'vitest'
import { MAX_HEADER_BYTES } from '../../../src/rules/mail/header-fields.ts'
import { addressesOf, authorText, readAuthor } from '../../../src/rules/mail/message-author.ts'
import { CLEAR, FAILING, rawOf, WITHOUT_ONE_AUTHOR } from '../../mail/forgeries.ts'

describe('readAuthor', () => {
  it.each(CLEAR)('reads $name', (one) => {
    expect(readAuthor(rawOf(one))).toEqual({
      author: { email: one.email, name: one.shown, domain: expect.any(String) },
    })
  })

  it.each(WITHOUT_ONE_AUTHOR)('refuses $name', (one) => {
    expect(readAuthor(rawOf(one))).toEqual({
      problem: expect.stringMatching(/^The (message|header From) has .*\.$|malformed/),
    })
  })

  it('reads lines that end without a carriage return alike', () => {
    const withoutReturns = (raw: Buffer) => Buffer.from(raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    for (const one of [...CLEAR, ...WITHOUT_ONE_AUTHOR, ...FAILING])
      expect([one.name, readAuthor(withoutReturns(rawOf(one)))]).toEqual([one.name, readAuthor(rawOf(one))])
  })

  it('counts a first line that is indented', () => {
    expect(readAuthor(rawOf({ header: ' From: a@b.example\r\nFrom: c@d.example' }))).toHaveProperty('problem')
    expect(readAuthor(rawOf({ header: ' x\r\n From: a@b.example\r\nFrom: c@d.example' }))).toHaveProperty('problem')
  })

  it('ignores the text, continued lines and other headers', () => {
    const raw = Buffer.from(
      'From: a@b.example\r\nSubject: x\r\n from: y\r\nX-From: z@b.example\r\n\r\nFrom: c@d.example\r\n',
    )
    expect(readAuthor(raw)).toMatchObject({ author: { email: 'a@b.example' } })
  })

  it('reads names in an older encoding, and refuses addresses in it', () => {
    expect(readAuthor(Buffer.from('From: J\xf6rg <a@b.example>\r\n\r\n', 'latin1'))).toMatchObject({
      author: { name: 'Jörg' },
    })
    expect(readAuthor(Buffer.from('From: a@b\xa0.example\r\n\r\n', 'latin1'))).toHaveProperty('problem')
  })

  it('refuses headers without an end', () => {
    const line = Buffer.from('X: y\r\n')
    const raw = Buffer.concat([Buffer.from('From: a@b.example\r\n'), Buffer.alloc(MAX_HEADER_BYTES + 10, line)])
    expect(readAuthor(raw)).toEqual({ problem: 'The headers are too large.' })
  })

  it('takes linear time for folded headers', () => {
    const timeOf = (count: number): number => {
      const raw = Buffer.from(`From: a@b.example\nX: a\n${' \n'.repeat(count)}\n`)
      const start = performance.now()
      expect(readAuthor(raw)).toMatchObject({ author: { email: 'a@b.example' } })
      return performance.now() - start
    }
    timeOf(1000)
    // Quadratic time would take a minute.
    expect(timeOf(200_000)).toBeLessThan(5_000)
  }, 300_000)

  it('accepts names of headers with a space at their end, lines without a colon, and the separator of mailboxes', () => {
    const header =
      'From mallory@c.example Thu Nov 26 10:00:00 2026\nSubject : x\nX-A\t: y\nno header\nFrom: a@b.example'
    expect(readAuthor(rawOf({ header }))).toMatchObject({ author: { email: 'a@b.example' } })
  })

  it('gives both notations of a domain, and the author as a header', () => {
    const found = readAuthor(Buffer.from('From: "J\u00f6rg" <a@b\u00fccher.example>\r\n\r\n'))
    if ('problem' in found) throw new Error(found.problem)
    expect(addressesOf(found.author)).toEqual(['a@bücher.example', 'a@xn--bcher-kva.example'])
    expect(authorText(found.author)).toBe('"Jörg" <a@bücher.example>')
  })

  it('gives an author as a header that ends its quotation where it should', () => {
    const email = 'a@evil.example'
    for (const name of ['Boss <boss@b.example>, \\', 'a\\"b', '"', '\\\\'])
      expect(authorText({ email, name })).toMatch(/^"[^"\\]*" <a@evil\.example>$/)
    expect(readAuthor(Buffer.from(`From: "x, \\\\" <${email}>\r\n\r\n`))).toMatchObject({ author: { name: 'x, \\' } })
  })

  it('shows names without characters that cannot be seen', () => {
    for (const hidden of ['\u061c', '\u00ad', '\u034f', '\u200b', '\u202e', '\u2066', '\ufeff', '\u{e0041}'])
      expect(readAuthor(Buffer.from(`From: "B${hidden}oss" <a@b.example>\r\n\r\n`))).toMatchObject({
        author: { name: 'Boss' },
      })
  })
})
