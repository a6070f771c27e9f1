import { INVOICES, makePdf, PICTURES, REFUSED, zipOf } from '@sheaf/extraction/fixtures'
import { describe, expect, it } from 'vitest'
import { unpackMessage } from '../../src/sandbox/children/unpack-message.ts'
import { file, LOCKED_ZIP, multipart, PDF, PNG, text } from '../mail/parts.ts'

const HEAD = ['From: a@harrow.example', 'To: b@example.com', 'Subject: Documents']
const namesIn = async (message: Buffer): Promise<string[]> => (await unpackMessage(message)).map(({ name }) => name)
const invoice = (name: string) => file(name, INVOICES[name]!(), 'application/octet-stream')

describe('unpackMessage', () => {
  it('returns attached documents with their bytes', async () => {
    const pdf = Buffer.from(await makePdf([[]]))
    const files = await unpackMessage(
      multipart('mixed', [text('See below'), file('a.pdf', pdf), invoice('invoice.ods')], HEAD),
    )
    expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes)])).toEqual([
      ['a.pdf', pdf],
      ['invoice.ods', INVOICES['invoice.ods']!()],
    ])
  })

  it('returns those in archives and in messages, at every level', async () => {
    const inner = multipart('mixed', [text('inner'), invoice('invoice.csv')], HEAD)
    const message = multipart(
      'mixed',
      [text('outer'), text(inner, 'message/rfc822'), file('all.zip', zipOf({ 'a.odt': INVOICES['invoice.odt']!() }))],
      HEAD,
    )
    const outermost = multipart('mixed', [text('outermost'), text(message, 'message/rfc822')], HEAD)
    expect(await namesIn(outermost)).toEqual(['invoice.csv', 'a.odt'])
  })

  it('returns files that are refused by name as they are, not what is in them', async () => {
    const names = ['slides.pptx', 'slides.odp', 'sheet.numbers', 'mail.msg']
    const message = multipart(
      'mixed',
      [text('x'), ...names.map((name) => file(name, REFUSED[name]![0](), 'application/octet-stream'))],
      HEAD,
    )
    expect(await namesIn(message)).toEqual(names)
  })

  it('leaves out logos, signatures, programs and unknown files', async () => {
    const others = [
      file('logo.png', PNG, 'image/png', 'inline'),
      file('scan.bmp', PICTURES['scan.bmp']!(), 'image/bmp'),
      file('smime.p7s', Buffer.from('signature'), 'application/pkcs7-signature'),
      file('invoice.pdf.exe', Buffer.from('%PDF-1.7'), 'application/pdf'),
      file('notes.txt', Buffer.from('notes'), 'text/plain'),
    ]
    expect(await namesIn(multipart('mixed', [text('x'), ...others], HEAD))).toEqual([])
  })

  it('returns a problem for what cannot be read', async () => {
    const broken = Buffer.from(zipOf({ 'a.csv': Buffer.from('a;b') }).subarray(0, 60))
    const message = multipart(
      'mixed',
      [text('x'), file('a.zip', LOCKED_ZIP), file('b.zip', broken), file('c.pdf', PDF)],
      HEAD,
    )
    expect((await unpackMessage(message)).map(({ name, problem }) => [name, problem])).toEqual([
      ['c.pdf', undefined],
      ['a.zip', 'a.zip is protected with a password.'],
      ['b.zip', 'b.zip is damaged.'],
    ])
  })

  it('fails for more than 40 MB together', async () => {
    const large = zipOf({ 'a.csv': Buffer.concat([Buffer.from('a;b\nc;d\n'), Buffer.alloc(30 * 2 ** 20, 'x')]) })
    const message = multipart('mixed', [text('x'), file('a.zip', large), file('b.zip', large)], HEAD)
    await expect(unpackMessage(message)).rejects.toMatchObject({ name: 'ReadError', code: 'too_large' })
  })
})
