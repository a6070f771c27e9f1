/** Messages of programs and of attackers. */
import { entity, file, head, mixed, multipart, PDF, text } from './parts.ts'
import type { Sample } from './sample.ts'

export const automatic: Sample[] = (
  [
    ['Auto-Submitted: auto-replied', /^auto-submitted/],
    ['Precedence: bulk', /^precedence/],
    ['List-Id: <news.example.org>', /^list-id/],
    ['X-Auto-Response-Suppress: All', /^x-auto/],
    ['X-Autoreply: yes', /^x-autoreply/],
    ['Return-Path: <>', /^return-path/],
  ] as const
).map(([header, by]) => ({
  name: `a message with ${header}`,
  raw: entity([header, ...head()], 'x'),
  email: { automatic: matching(by) },
}))
export const byPeople: Sample = {
  name: 'Auto-Submitted: no',
  raw: entity(['Return-Path: <a@example.org>', ...head('x', ['Auto-Submitted: no'])], 'x'),
  email: { automatic: null },
}

/** A matcher for `toMatchObject`, which the fuzzer ignores. */
function matching(pattern: RegExp): unknown {
  return {
    asymmetricMatch: (value: unknown) => typeof value === 'string' && pattern.test(value),
    toString: () => String(pattern),
  }
}

const deep = (levels: number): Buffer => {
  let inner = file('a.pdf', PDF)
  for (let n = 0; n < levels; n++) inner = multipart('mixed', [inner])
  return multipart('mixed', [inner], head())
}

export const attacks: Sample[] = [
  { name: '200 levels of multipart', raw: deep(200) },
  {
    name: '2,000 parts',
    raw: mixed(...Array.from({ length: 2000 }, (_, n) => text('x', `application/pdf; name=${n}.pdf`))),
  },
  { name: 'a header of 2 MB', raw: entity([`X: ${'a'.repeat(2 ** 21)}`, ...head()], 'x') },
  { name: '50,000 headers', raw: entity([...Array.from({ length: 50_000 }, (_, n) => `X-${n}: y`), ...head()], 'x') },
  {
    name: '20,000 recipients',
    raw: entity([`To: ${Array.from({ length: 20_000 }, (_, n) => `a${n}@example.org`).join(', ')}`, 'Subject: x'], 'x'),
  },
  {
    name: 'a boundary that never comes',
    raw: entity([...head(), 'Content-Type: multipart/mixed; boundary=never'], 'x'.repeat(10_000)),
  },
  {
    name: 'an empty boundary',
    raw: entity([...head(), 'Content-Type: multipart/mixed; boundary=""'], '--\r\n\r\nx\r\n----'),
  },
  {
    name: 'a boundary inside itself',
    raw: multipart('mixed', [multipart('mixed', [file('a.pdf', PDF)])], head()).subarray(0, -20),
  },
  {
    name: 'null characters everywhere',
    raw: entity(head('a\0b'), Buffer.from('x\0y\0')),
    email: { subject: 'a b', text: 'xy' },
  },
  {
    name: 'half a surrogate pair',
    raw: entity(
      [...head('=?utf-16le?B?ANg=?='), 'Content-Type: text/plain; charset=utf-16le'],
      Buffer.from('00d8', 'hex'),
    ),
  },
  {
    name: 'broken base64, beside a file',
    raw: mixed(
      entity(['Content-Type: application/pdf; name=a.pdf', 'Content-Transfer-Encoding: base64'], '***not base64***'),
      file('b.pdf', PDF),
    ),
    files: ['a.pdf: file', 'b.pdf: file'],
  },
  {
    name: 'a picture that is no picture, beside a file',
    raw: mixed(file('a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'), file('b.pdf', PDF)),
    files: ['a.png: broken_image', 'b.pdf: file'],
  },
  { name: 'HTML with 100,000 open elements', raw: text('<div>'.repeat(100_000), 'text/html', head()) },
  { name: 'an encoded word of 100 kB', raw: entity([`Subject: =?utf-8?Q?${'=41'.repeat(30_000)}?=`], 'x') },
  { name: 'a Content-Type of garbage', raw: entity([...head(), 'Content-Type: ;;;=;"\\'], 'x') },
  {
    name: 'an unknown transfer encoding',
    raw: entity([...head(), 'Content-Transfer-Encoding: x-mystery'], 'Hi'),
    email: { text: 'Hi' },
  },
  {
    name: 'a prototype as a header',
    raw: entity(['__proto__: x', 'constructor: y', ...head()], 'x'),
    email: { subject: 'Invoice' },
  },
]

export const report: Sample = {
  name: 'a delivery notification',
  raw: multipart(
    'report',
    [
      text('Sorry.'),
      entity(
        ['Content-Type: message/delivery-status'],
        'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; gone@example.org\nAction: failed\nStatus: 5.1.1\n',
      ),
      entity(['Content-Type: text/rfc822-headers'], 'Message-ID: <sent@example.org>\nSubject: Sent\n'),
    ],
    head('Undelivered'),
    '; report-type=delivery-status',
  ),
  email: {
    report: { action: 'failed', status: '5.1.1', recipient: 'gone@example.org', message_id: '<sent@example.org>' },
  },
}
