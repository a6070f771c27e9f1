/** Messages with archives, attached messages, signatures and envelopes. */
import { ENCRYPTED, SIGNED, STREAMED } from './envelopes.ts'
import {
  entity,
  file,
  forwarded,
  head,
  LOCKED_ZIP,
  mixed,
  multipart,
  NESTED_ZIP,
  PDF,
  text,
  tnef,
  ZIP,
} from './parts.ts'
import type { Sample } from './sample.ts'

export const containers: Sample[] = [
  {
    name: 'a zip archive',
    raw: mixed(file('a.zip', ZIP, 'application/zip')),
    files: ['a.zip: container', '  a.pdf: file', '  b.pdf: file'],
  },
  {
    name: 'a zip archive declared as a PDF',
    raw: mixed(file('a.pdf', ZIP)),
    files: ['a.pdf: container', '  a.pdf: file', '  b.pdf: file'],
  },
  {
    name: 'an archive in an archive',
    raw: mixed(file('a.zip', NESTED_ZIP)),
    files: ['a.zip: container', '  inner.zip: damaged', '  c.pdf: file'],
  },
  {
    name: 'an archive with a password, beside a file',
    raw: mixed(file('a.zip', LOCKED_ZIP), file('b.pdf', PDF)),
    files: ['a.zip: encrypted', 'b.pdf: file'],
  },
  {
    name: 'half an archive, beside a file',
    raw: mixed(file('a.zip', ZIP.subarray(0, ZIP.length / 2)), file('b.pdf', PDF)),
    files: ['a.zip: damaged', 'b.pdf: file'],
  },
  {
    name: 'a winmail.dat',
    raw: mixed(file('winmail.dat', tnef({ 'one.pdf': PDF, 'two.pdf': PDF }), 'application/ms-tnef')),
    files: ['winmail.dat: container', '  one.pdf: file', '  two.pdf: file'],
  },
  {
    name: 'a damaged winmail.dat, beside a file',
    raw: mixed(
      file('winmail.dat', tnef({ 'one.pdf': PDF }).subarray(0, 60), 'application/ms-tnef'),
      file('b.pdf', PDF),
    ),
    files: ['winmail.dat: damaged', 'b.pdf: file'],
  },
  {
    name: 'an archive in a winmail.dat',
    raw: mixed(file('winmail.dat', tnef({ 'a.zip': ZIP }), 'application/ms-tnef')),
    files: ['winmail.dat: container', '  a.zip: container', '    a.pdf: file', '    b.pdf: file'],
  },
  {
    name: 'a forwarded message',
    raw: forwarded(mixed(file('a.pdf', PDF))),
    email: { forwarded: true, text: 'See below.' },
    files: ['message-1.eml: container', '  a.pdf: file'],
  },
  {
    name: 'a message forwarded ten times',
    raw: forwarded(mixed(file('a.pdf', PDF)), 10),
    files: [
      ...Array.from({ length: 10 }, (_, n) => `${' '.repeat(2 * n)}message-${n + 1}.eml: container`),
      `${' '.repeat(20)}a.pdf: file`,
    ],
  },
  {
    name: 'a message forwarded eleven times',
    raw: forwarded(mixed(file('a.pdf', PDF)), 11),
    files: [
      ...Array.from({ length: 10 }, (_, n) => `${' '.repeat(2 * n)}message-${n + 1}.eml: container`),
      `${' '.repeat(20)}message-11.eml: damaged`,
    ],
  },
  {
    name: 'a message attached as .eml',
    raw: mixed(file('old.eml', mixed(file('a.pdf', PDF)), 'application/octet-stream')),
    files: ['old.eml: container', '  a.pdf: file'],
  },
]

export const signed: Sample[] = [
  {
    name: 'an S/MIME signature',
    raw: multipart(
      'signed',
      [multipart('mixed', [text('Hi'), file('a.pdf', PDF)]), file('smime.p7s', PDF, 'application/pkcs7-signature')],
      head(),
      '; protocol="application/pkcs7-signature"',
    ),
    email: { text: 'Hi' },
    files: ['a.pdf: file', 'smime.p7s: file'],
  },
  {
    name: 'an S/MIME envelope',
    raw: entity(
      [
        ...head(),
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
      ],
      PDF.toString('base64'),
    ),
    files: ['smime.p7m: damaged'],
  },
  ...[
    { name: 'a signed S/MIME envelope', bytes: SIGNED },
    { name: 'a signed S/MIME envelope of unknown length', bytes: STREAMED },
  ].map(({ name, bytes }) => ({
    name,
    raw: entity(
      [
        ...head(),
        'Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m',
        'Content-Disposition: attachment; filename=smime.p7m',
        'Content-Transfer-Encoding: base64',
      ],
      bytes.toString('base64'),
    ),
    email: { text: 'Signed text.' },
    files: ['smime.p7m: container', '  a.pdf: file'],
  })),
  {
    name: 'an encrypted S/MIME envelope, beside a file',
    raw: multipart(
      'mixed',
      [text('Hi'), file('smime.p7m', ENCRYPTED, 'application/pkcs7-mime'), file('a.pdf', PDF)],
      head(),
    ),
    email: { text: 'Hi' },
    files: ['smime.p7m: encrypted', 'a.pdf: file'],
  },
  {
    name: 'a file encrypted with PGP, beside a public key',
    raw: multipart(
      'mixed',
      [
        text('Hi'),
        file('a.pdf.gpg', Buffer.from([0x85, 1, 0x0c]), 'application/octet-stream'),
        file('key.asc', Buffer.from('-----BEGIN PGP PUBLIC KEY BLOCK-----\n'), 'application/pgp-keys'),
      ],
      head(),
    ),
    files: ['a.pdf.gpg: encrypted', 'key.asc: file'],
  },
  {
    name: 'a PGP envelope',
    raw: multipart(
      'encrypted',
      [
        entity(['Content-Type: application/pgp-encrypted'], 'Version: 1'),
        file('encrypted.asc', Buffer.from('-----BEGIN PGP MESSAGE-----\n\nhQEM'), 'application/octet-stream'),
      ],
      head(),
    ),
    files: ['encrypted.asc: encrypted'],
  },
]
