import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { readEml } from '../../src/read/office/eml.ts'
import { sniff } from '../../src/sniff.ts'

const CRLF = '\r\n'
const HEAD = [
  'From: "Harrow Supply" <sales@harrow.example>',
  'To: b@example.com',
  'Date: Thu, 12 Mar 2026 10:00:00 +0000',
  'Subject: =?utf-8?Q?Rechnung_f=C3=BCr_M=C3=A4rz?=',
  'MIME-Version: 1.0',
]

const message = (...lines: string[]): Buffer => Buffer.from([...HEAD, ...lines].join(CRLF))
const part = (head: string, body: string): string => `--b${CRLF}${head}${CRLF}${CRLF}${body}`
const mixed = (...parts: string[]): Buffer =>
  message('Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--')

const read = async (bytes: Uint8Array) => {
  const { pages, notes = [], portfolio } = await readDocument(bytes)
  return {
    lines: pages.flatMap((page) => page.lines.map(({ text }) => text)),
    notes: notes.map(({ content }) => content),
    portfolio,
  }
}

const SHOWN = [
  'From: "Harrow Supply" <sales@harrow.example>',
  'To: b@example.com',
  'Date: 2026-03-12',
  'Subject: Rechnung für März',
]

describe('EML', () => {
  it('shows its headers and its plain text', async () => {
    const bytes = message(
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=F6=DFe 5',
      '',
      'Total 10,00',
    )
    expect(sniff(bytes)).toBe('eml')
    expect(await read(bytes)).toEqual({ lines: [...SHOWN, 'Größe 5', 'Total 10,00'], notes: [], portfolio: undefined })
    expect((await readDocument(bytes)).reader).toBe('mailparser')
  })

  it('shows the HTML text rather than the plain one, without what it hides', async () => {
    const html =
      '<p>Invoice</p><table><tr><td>Total<td>10.00</table><p style="display:none">Secret 99.00</p><img src="http://localhost/x">'
    const bytes = message(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      part('Content-Type: text/plain', 'plain'),
      part('Content-Type: text/html', html),
      '--b--',
    )
    expect((await read(bytes)).lines).toEqual([...SHOWN, 'Invoice', 'Total 10.00'])
    expect((await readDocument(bytes)).pages[0]!.hidden!.map(({ text }) => text)).toEqual(['Secret', '99.00'])
  })

  it.each([
    ['Thu, 12 Mar 2026 23:30:00 -0500', '2026-03-12'],
    ['1 Mar 2026 00:10 +0200 (EET)', '2026-03-01'],
    ['Thu,\r\n 12 March 2026 23:30', '2026-03-12'],
    ['31 Feb 2026 10:00 +0000', '31 Feb 2026 10:00 +0000'],
    ['gestern', 'gestern'],
  ])('shows the date %j as its sender wrote it', async (stated, shown) => {
    const bytes = Buffer.from(`From: a@harrow.example\r\nDate: ${stated}\r\nTo: b@example.com\r\n\r\nText`)
    expect((await read(bytes)).lines).toContain(`Date: ${shown}`)
  })

  it.each(['plain', 'html'])('of which only the beginning is read needs a person (%s)', async (type) => {
    const notes = async (length: number) => {
      const bytes = message(`Content-Type: text/${type}`, '', 'word '.repeat(length / 5))
      return (await readEml(bytes)).notes ?? []
    }
    expect(await notes(999_000)).toEqual([])
    expect(await notes(1_001_000)).toMatchObject([{ type: 'warning', blocks: true }])
  })

  it('names its files, and is their cover', async () => {
    const bytes = mixed(
      part('Content-Type: text/plain', 'See the invoice.'),
      part('Content-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment; filename=a.pdf', '%PDF-1.4'),
      part('Content-Type: message/rfc822', `From: c@example.com${CRLF}Subject: inner${CRLF}${CRLF}text`),
      part('Content-Type: image/png; name=logo.png\r\nContent-Disposition: inline; filename=logo.png', 'x'),
    )
    expect(await read(bytes)).toEqual({
      lines: [...SHOWN, 'See the invoice.'],
      notes: [expect.stringMatching(/^Attached files are not pages of this document: a\.pdf, \S+\.$/)],
      portfolio: true,
    })
  })

  it('is recognised although a file in it begins like another one', () => {
    const bytes = mixed(part('Content-Type: application/pdf', '%PDF-1.7'))
    expect(bytes.indexOf('%PDF-')).toBeLessThan(1024)
    expect(sniff(bytes)).toBe('eml')
    expect(sniff(Buffer.concat([Buffer.from('From a@example.com Thu Mar 12 10:00:00 2026\n'), bytes]))).toBe('eml')
  })

  it.each([
    [
      'the answer of a web server before a PDF',
      'Content-Type: application/pdf\r\nDate: Thu, 12 Mar 2026\r\n\r\n%PDF-1.7',
      'pdf',
    ],
    ['a letter', 'From: me\nI write to you.\nSubject: none\n', 'unknown'],
    ['a list of headers of another kind', 'To: b\nTotal: 10.00\n\nx', 'unknown'],
  ])('is not %s', (_, text, type) => {
    expect(sniff(Buffer.from(text))).toBe(type)
  })

  it('is read if its structure is damaged', async () => {
    const bytes = message(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'still here',
    )
    expect((await read(bytes)).lines).toEqual([...SHOWN, 'still here'])
  })
})

describe('EML that attacks', () => {
  it('by messages within messages is read', async () => {
    let bytes = message('', 'innermost')
    for (let depth = 0; depth < 60; depth++)
      bytes = mixed(part('Content-Type: message/rfc822', bytes.toString('latin1')))
    expect(await read(bytes)).toMatchObject({ lines: SHOWN, portfolio: true })
  })

  it('by thousands of files is bounded', async () => {
    const files = Array.from({ length: 5000 }, (_, n) =>
      part(`Content-Type: application/pdf; name=${'n'.repeat(200)}${n}.pdf`, 'x'),
    )
    const { notes } = await read(mixed(...files))
    expect(notes[0]!.length).toBeLessThan(1000)
  })

  it('by headers of megabytes is bounded', async () => {
    const withSubject = (letters: number) =>
      Buffer.from(
        `From: a@example.com\r\nDate: Thu, 12 Mar 2026 10:00:00 +0000\r\nSubject: ${'x'.repeat(letters)}\r\nTo: ${'a@example.com, '.repeat(5000)}\r\n\r\ntext`,
      )
    expect((await read(withSubject(500_000))).lines.join('').length).toBeLessThan(2000)
    await expect(read(withSubject(5_000_000))).rejects.toMatchObject({ name: 'ReadError', code: 'damaged' })
  })
})
