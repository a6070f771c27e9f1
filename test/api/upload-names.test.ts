import { describe, expect, it } from 'vitest'
import { nameOfDisposition } from '../../src/api/file-names.ts'
import { admin, tenant, useTenantServer } from '../support/tenant-server.ts'
import { bytes, form, RAW, uploadOf } from './uploaded.ts'

useTenantServer()

describe('file names of uploads', () => {
  const post = async (path: string, disposition?: string) =>
    (
      await uploadOf(
        (await admin.post(`${path}?queue=${tenant.queue_id}`, bytes(), {
          ...RAW,
          ...(disposition ? { 'Content-Disposition': disposition } : {}),
        })) as never,
      )
    ).names
  it.each([
    ['attachment; filename=x.pdf', 'x.pdf'],
    ['attachment; filename="two words.pdf"', 'two words.pdf'],
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ["attachment; filename*=utf-8''x%20y.pdf", 'x y.pdf'],
    ["attachment; filename=plain.pdf; filename*=UTF-8''%C5%BElut%C3%BD.pdf", 'žlutý.pdf'],
    [`attachment; filename="${Buffer.from('účet.pdf').toString('latin1')}"`, 'účet.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\files\\\\x.pdf"', 'x.pdf'],
    ['attachment; filename="C:\\Users\\me\\invoice.pdf"', 'invoice.pdf'],
    ['attachment; filename=C:\\Users\\me\\invoice.pdf', 'invoice.pdf'],
    ['attachment; filename="\\\\server\\share\\invoice.pdf"', 'invoice.pdf'],
    ['attachment; filename="a %22b%22.pdf"', 'a "b".pdf'],
    ['attachment; filename="100%25.pdf"', '100%25.pdf'],
    ['attachment; FileName=x.pdf', 'x.pdf'],
    ['attachment; filename = two words.pdf ; size=3', 'two words.pdf'],
    ["attachment; filename*=iso-8859-1'en'%A3%20rates.pdf", '£ rates.pdf'],
    // As the HTTP client of .NET writes names.
    ['attachment; filename="=?utf-8?B?xbtyw7NkxYJvLnBkZg==?="', 'Żródło.pdf'],
    ['attachment; filename="=?utf-8?Q?f=C3=A4llig=5F1.pdf?="', 'fällig_1.pdf'],
    [`attachment; filename="=?utf-8?B?eA==?="; filename*=utf8''%C5%BBr%C3%B3d%C5%82o.pdf`, 'Żródło.pdf'],
    [`attachment; filename*=UTF-8''"x%20y.pdf"`, 'x y.pdf'],
    ['attachment; filename="=?utf-8?B?x.pdf"', '=?utf-8?B?x.pdf'],
  ])('are read from %s', async (disposition, name) => {
    expect(await post('/uploads', disposition)).toEqual([name])
  })

  it.each([
    ['plain.pdf', 'plain.pdf'],
    [encodeURIComponent('faktúra č. 1.pdf'), 'faktúra č. 1.pdf'],
    [encodeURIComponent('請求書.pdf'), '請求書.pdf'],
    ['a%2Fb.pdf', 'b.pdf'],
    ['100%25.pdf', '100%.pdf'],
  ])('are read from the path %s', async (segment, name) => {
    expect(await post(`/uploads/${segment}`)).toEqual([name])
  })

  it('are read from the form and not from the path for form bodies', async () => {
    const { names } = await uploadOf(
      (await admin.post(`/uploads/other.pdf?queue=${tenant.queue_id}`, form(['own.txt', bytes()]))) as never,
    )
    expect(names).toEqual(['own.txt'])
  })

  it('are cut to 255 characters and keep their extension', async () => {
    const [name] = await post(`/uploads/${'x'.repeat(300)}.pdf`)
    expect(name).toBe(`${'x'.repeat(251)}.pdf`)
  })

  it('have no control characters and none that mislead readers', () => {
    expect(nameOfDisposition('attachment; filename="a\u0001\tb\u001f\u007f\u0085.pdf"')).toBe('ab.pdf')
  })

  it('are null if the header contains none', () => {
    expect(nameOfDisposition('')).toBeNull()
    expect(nameOfDisposition('attachment')).toBeNull()
  })

  it.each([
    ["utf-8''%zz", 'not percent-encoded'],
    ["utf-8''%E4.pdf", 'not UTF-8'],
    ["utf-8''", 'empty'],
    ["koi8-r''%C1.pdf", 'of another charset'],
    ['y.pdf', 'without a charset'],
  ])('come from `filename` if `filename*` is %s: %s', (extended) => {
    expect(nameOfDisposition(`attachment; filename="x.pdf"; filename*=${extended}`)).toBe('x.pdf')
    expect(nameOfDisposition(`attachment; filename*=${extended}; filename="x.pdf"`)).toBe('x.pdf')
  })

  it('are not read from inside another parameter', () => {
    expect(nameOfDisposition(`attachment; title="; filename=y.pdf"; filename=x.pdf`)).toBe('x.pdf')
    expect(nameOfDisposition(`attachment; filename="filename*=utf-8''y.pdf"`)).toBe("filename*=utf-8''y.pdf")
  })

  it('take linear time, however long the header is', () => {
    for (const hostile of [';filename'.repeat(100_000), ';a="'.repeat(100_000), `;filename="${'\\'.repeat(400_000)}`])
      expect(nameOfDisposition(`attachment${hostile}`)).not.toBe('x.pdf')
  })
})
