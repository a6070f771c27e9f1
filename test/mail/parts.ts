/** Builds raw messages for the corpus. */
import { zipSync } from 'fflate'

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')
/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const ZIP = Buffer.from(zipSync({ 'a.pdf': PDF, 'b.pdf': PDF }))
export const NESTED_ZIP = Buffer.from(zipSync({ 'inner.zip': ZIP, 'c.pdf': PDF }))
/** The flag of encryption is set in both headers of its only file. */
export const LOCKED_ZIP = ((): Buffer => {
  const bytes = Buffer.from(zipSync({ 'a.pdf': PDF }))
  bytes[6]! |= 1
  bytes[bytes.indexOf('PK\x01\x02', 0, 'latin1') + 8]! |= 1
  return bytes
})()

type Content = string | Buffer

const lines = (content: Content): Buffer =>
  typeof content === 'string' ? Buffer.from(content.replaceAll(/\r?\n/g, '\r\n')) : content

/** Joins headers and a body. */
export const entity = (headers: string[], body: Content = ''): Buffer =>
  Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), lines(body)])

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')

export const text = (content: Content, type = 'text/plain; charset=utf-8', more: string[] = []): Buffer =>
  entity([`Content-Type: ${type}`, ...more], content)

export const file = (name: string, bytes: Buffer, type = 'application/pdf', disposition = 'attachment'): Buffer =>
  entity(
    [
      `Content-Type: ${type}`,
      `Content-Disposition: ${disposition}; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
    ],
    base64(bytes),
  )

let boundaries = 0

/** A multipart entity with these headers in front. */
export function multipart(kind: string, parts: Buffer[], headers: string[] = [], parameters = ''): Buffer {
  const boundary = `=_b${boundaries++}`
  const body = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')])
  return entity(
    [...headers, `Content-Type: multipart/${kind}; boundary="${boundary}"${parameters}`],
    Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
  )
}

/** Headers of a message from Ada. */
export const head = (subject = 'Invoice', more: string[] = []): string[] => [
  'From: Ada <ada@example.org>',
  'To: in@example.org',
  `Subject: ${subject}`,
  'Date: Sun, 01 Mar 2026 08:00:00 +0000',
  'Message-ID: <m@example.org>',
  'MIME-Version: 1.0',
  ...more,
]

/** A message with a text and these parts. */
export const mixed = (...parts: Buffer[]): Buffer => multipart('mixed', [text('Hello.'), ...parts], head())

/** An attached message, inside others `depth` times. */
export const forwarded = (inner: Buffer, depth = 1): Buffer => {
  const attached = entity(['Content-Type: message/rfc822'], inner)
  const outer = multipart('mixed', [text('See below.'), attached], head(`Fwd: ${depth}`))
  return depth <= 1 ? outer : forwarded(outer, depth - 1)
}

const attribute = (level: number, id: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(9)
  header.writeUInt8(level, 0)
  header.writeUInt32LE(id, 1)
  header.writeUInt32LE(data.length, 5)
  return Buffer.concat([header, data, Buffer.alloc(2)])
}

/** A winmail.dat with these files. */
export const tnef = (files: Record<string, Buffer>): Buffer =>
  Buffer.concat([
    Buffer.from('789f3e220100', 'hex'),
    attribute(1, 0x00089006, Buffer.from('00000100', 'hex')),
    ...Object.entries(files).flatMap(([name, bytes]) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from(`${name}\0`, 'latin1')),
      attribute(2, 0x0006800f, bytes),
    ]),
  ])
