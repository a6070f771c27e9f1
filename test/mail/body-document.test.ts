/** The text of messages as PDF, read again by the reader of documents. */
import { describe, expect, it } from 'vitest'
import { openPdf } from '@sheaf/extraction/pages'
import { parseEmail } from '../../src/sandbox/children/parse-email.ts'
import { entity, multipart, text } from './parts.ts'

const HEAD = ['From: Shop <shop@ham.example>', 'To: in@example.org', 'Subject: Your/receipt', 'MIME-Version: 1.0']

async function rendered(raw: Buffer) {
  const { files } = await parseEmail(raw, () => undefined, { renderBody: true })
  const body = files.find(({ state }) => state === 'body')
  if (!body) return null
  const pdf = await openPdf(body.bytes)
  try {
    const words = Array.from({ length: pdf.pageCount }, (_, page) => pdf.readText(page).words).flat()
    return {
      name: body.name,
      pages: body.pages,
      text: words.map((word) => word.text).join(' '),
      bytes: Buffer.from(body.bytes),
    }
  } finally {
    pdf.close()
  }
}
const html = (content: string) => rendered(entity([...HEAD, 'Content-Type: text/html; charset=utf-8'], content))

describe('bodyDocument', () => {
  it('contains the headers and the text, and is named after the subject', async () => {
    const found = await rendered(entity([...HEAD, 'Content-Type: text/plain; charset=utf-8'], 'Total: 119,00 €'))
    expect(found).toMatchObject({ name: 'Your_receipt.pdf', pages: 1 })
    expect(found!.text).toContain('From: "Shop" <shop@ham.example>')
    expect(found!.text).toContain('Total: 119,00 €')
  })

  it('keeps the columns of tables', async () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const found = await html(`<table>${row('Paper', '2', '50.00')}${row('Envelopes', '10', '7.00')}</table>`)
    expect(found!.text).toMatch(/Paper\s+2\s+50\.00/)
    expect(found!.text).toMatch(/Envelopes\s+10\s+7\.00/)
  })

  it('loads and shows nothing from outside, and neither scripts nor styles', async () => {
    const found = await html(
      '<style>p{color:red}</style><script>alert(1)</script><img src="http://127.0.0.1:1/x.png" alt="logo">' +
        '<link rel=stylesheet href="http://127.0.0.1:1/x.css"><iframe src="file:///etc/passwd"></iframe><p>Hello</p>',
    )
    expect(found!.text).toMatch(/Subject: Your\/receipt Hello$/)
    expect(found!.bytes.toString('latin1')).not.toMatch(/\/URI|\/JavaScript|127\.0\.0\.1/)
  })

  it('has an end for endless texts', async () => {
    const found = await rendered(entity([...HEAD, 'Content-Type: text/plain'], 'a\n'.repeat(50_000)))
    expect(found!.pages).toBeLessThanOrEqual(51)
  })

  it('gives the same bytes for the same message, and nothing for a message without text', async () => {
    const [one, other] = [await html('<p>Same</p>'), await html('<p>Same</p>')]
    expect(one!.bytes.equals(other!.bytes)).toBe(true)
    expect(await rendered(multipart('mixed', [text('')], HEAD))).toBeNull()
  })
})
