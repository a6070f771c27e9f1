import { describe, expect, it } from 'vitest'
import type { Email } from '../src/api/types.ts'
import {
  bodyOf,
  deliveryOf,
  emailOrder,
  htmlOfText,
  parseAddresses,
  replySubject,
  splitQuote,
  textOfHtml,
  withAddress,
} from '../src/screens/review/side/email-text.ts'

describe('the text of an email', () => {
  it('keeps paragraphs, lines and lists of HTML', () => {
    expect(textOfHtml('<p>Hello,</p>\n<p>two<br>lines &amp; &#8364;&nbsp;5</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'Hello,\n\ntwo\nlines & € 5\n\n- a\n- b',
    )
  })
  it('has no styles, scripts or comments', () => {
    expect(textOfHtml('<head><title>T</title></head><style>p{}</style><script>alert(1)</script><!-- c -->Text')).toBe(
      'Text',
    )
    expect(textOfHtml('Text<script>never closed')).toBe('Text')
  })
  it('is the plain part, or the HTML without one', () => {
    expect(bodyOf({ body_text_plain: ' plain ', body_text_html: '<p>html</p>' })).toBe('plain')
    expect(bodyOf({ body_text_plain: '\n', body_text_html: '<p>html</p>' })).toBe('html')
  })
  it('survives as HTML, and signs of markup stay text', () => {
    const text = 'Dear <b>all</b> & "others",\nsecond line\n\nNew paragraph'
    expect(htmlOfText(text)).toContain('&lt;b&gt;')
    expect(textOfHtml(htmlOfText(text))).toBe(text)
  })
  it('is shown without the emails quoted at its end', () => {
    expect(splitQuote('Yes.\n\nOn Monday Ada wrote:\n> Really?\n>\n> Ada\n')).toEqual({
      own: 'Yes.',
      quoted: 'On Monday Ada wrote:\n> Really?\n>\n> Ada',
    })
    expect(splitQuote('> Really?\nYes.')).toEqual({ own: '> Really?\nYes.', quoted: '' })
  })
})

describe('addresses', () => {
  it('are read from a line, with names and once each', () => {
    expect(parseAddresses('Ada <ada@example.com>; "Hopper, Grace" <grace@example.com>, ADA@example.com')).toEqual({
      addresses: [{ email: 'ADA@example.com' }, { email: 'grace@example.com', name: 'Hopper, Grace' }],
      wrong: [],
    })
  })
  it('that are none are named', () => {
    expect(parseAddresses('ada, bob@example')).toEqual({ addresses: [], wrong: ['ada', 'bob@example'] })
  })
  it('are added once, and names with commas are quoted', () => {
    expect(withAddress('', { email: 'a@b.de' })).toBe('a@b.de')
    expect(withAddress('A@b.de', { email: 'a@b.de', name: 'A' })).toBe('A@b.de')
    const line = withAddress('a@b.de,', { email: 'c@d.de', name: 'C, D' })
    expect(line).toBe('a@b.de, "C, D" <c@d.de>')
    expect(parseAddresses(line).addresses).toHaveLength(2)
  })
})

describe('emails', () => {
  it('are in the order of time, each once', () => {
    const email = (id: number, created_at: string) => ({ id, created_at }) as Email
    expect(emailOrder([email(3, '2026-02'), email(1, '2026-01'), email(3, '2026-02')]).map(({ id }) => id)).toEqual([
      1, 3,
    ])
  })
  it('have a subject that says once that it is a reply', () => {
    expect([replySubject('Invoice'), replySubject('AW: Invoice'), replySubject('re: Invoice')]).toEqual([
      'Re: Invoice',
      'AW: Invoice',
      're: Invoice',
    ])
  })
  it('say whether they were sent', () => {
    const state = (metadata: Record<string, unknown>) => deliveryOf({ type: 'outgoing', metadata })
    expect([state({ delivered: true }), state({ delivered: false }), state({ bounced: {} })]).toEqual([
      'sent',
      'waiting',
      'bounced',
    ])
    expect(deliveryOf({ type: 'incoming', metadata: {} })).toBe(null)
  })
})
