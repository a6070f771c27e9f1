import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutBody, headerText, plainText } from '../../src/rules/email.ts'

describe('bodies of emails', () => {
  it('are cut at 4 kB, never inside a character', () => {
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

  it('become plain text', () => {
    expect(plainText('<style>p{}</style><p>a &lt;b&gt;&amp;nbsp;</p><p>c<br>d</p>')).toBe('a <b>&nbsp;\nc\nd')
  })
})

describe('headers', () => {
  it('have no line breaks', () => {
    expect(headerText('Subject\r\nBcc: x@example.org')).toBe('Subject Bcc: x@example.org')
  })
})
