import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutBody, headerText, plainText } from '../../../src/rules/mail/email.ts'

describe('bodies of emails', () => {
  it('are cut at 4 kB, between characters', () => {
    expect(cutBody('a'.repeat(5000))).toHaveLength(4096)
    fc.assert(
      fc.property(fc.nat(3), fc.constantFrom('é', '发', '😀'), (lead, character) => {
        const text = 'x'.repeat(lead) + character.repeat(4096)
        const cut = cutBody(text)
        expect(text.startsWith(cut)).toBe(true)
        const bytes = Buffer.byteLength(cut)
        expect(bytes).toBeLessThanOrEqual(4096)
        expect(bytes).toBeGreaterThan(4092)
      }),
    )
  })

  it('are converted to plain text', () => {
    expect(plainText('<style>p{}</style><p>a &lt;b&gt;&amp;nbsp;</p><p>c<br>d</p>')).toBe('a <b>&nbsp;\nc\nd')
  })

  it.each([
    ['names of characters', '&euro; &auml;&#228;', '€ ää'],
    ['headings as written', '<h1>Hello</h1>you', 'Hello\n\nyou'],
    ['addresses of links', '<a href="https://a.example/b">here</a>', 'here [https://a.example/b]'],
    ['an address only once', '<a href="https://a.example">https://a.example</a>', 'https://a.example'],
    ['items of lists', '<ul><li>one</li><li>two</li></ul>', ' * one\n * two'],
    ['no scripts and no pictures', 'a<script>alert(1)</script><img src="x.png" alt="y">b', 'ab'],
    ['text of unclosed elements', '<p>a <b>b', 'a b'],
  ])('keep %s in plain text', (_what, html, text) => {
    expect(plainText(html)).toBe(text)
  })

  it('are converted to plain text for any size and nesting', () => {
    expect(plainText(`a${'<div>'.repeat(30_000)}b`)).toMatch(/^a\s/)
    expect(plainText('a'.repeat(200_000))).toHaveLength(100_000)
    fc.assert(fc.property(fc.string(), (text) => typeof plainText(text) === 'string'))
  })
})

describe('headers of emails', () => {
  it('contain no line breaks', () => {
    expect(headerText('Subject\r\nBcc: x@example.org')).toBe('Subject Bcc: x@example.org')
  })
})
