/** Every way in cleans names of files alike. */
import { describe, expect, it } from 'vitest'
import { cleanName } from '../../../src/api/file-names.ts'
import { cleanFileName } from '../../../src/rules/input/file-names.ts'
import { parseEmail } from '../../../src/sandbox/children/parse-email.ts'
import { unpackArchive } from '../../../src/sandbox/children/unpack.ts'
import { zip } from '../../hostile/files/archives.ts'

const NAMES: [what: string, name: string, clean: string][] = [
  ['turns the direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['has isolates', 'a\u2066b\u2069.pdf', 'ab.pdf'],
  ['has an Arabic mark', 'a\u061cb.pdf', 'ab.pdf'],
  ['has an invisible space', 'a\u200bb.pdf\u200b', 'ab.pdf'],
  ['has a soft hyphen', 'a\u00adb.pdf', 'ab.pdf'],
  ['has tags', 'a\u{e0061}b.pdf', 'ab.pdf'],
  ['has control characters', 'a\u0001b\u0085.pdf', 'ab.pdf'],
  ['has separators of lines', 'a\u2028b.pdf', 'ab.pdf'],
  ['has joiners, which belong to words', 'می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
  ['is long', `${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
]

async function ofEmail(name: string): Promise<string | undefined> {
  const encoded = `utf-8''${encodeURIComponent(name)}`
  const lines = [
    'From: a@b.example',
    'Content-Type: application/x-a',
    `Content-Disposition: attachment; filename*=${encoded}`,
  ]
  const { files } = await parseEmail(Buffer.from([...lines, '', 'x', ''].join('\r\n')))
  return files[0]?.name
}

describe('the name of a file', () => {
  it.each(NAMES)('that %s is cleaned alike in uploads, emails and archives', async (_, name, clean) => {
    const [unpacked] = await unpackArchive(zip({ [name]: Buffer.from('x') }))
    expect([cleanFileName(name), cleanName(name), await ofEmail(name), unpacked?.name]).toEqual([
      clean,
      clean,
      clean,
      clean,
    ])
  })
})
