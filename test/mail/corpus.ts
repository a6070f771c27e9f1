/** Messages of the shapes that real clients, gateways and attackers send, with what has to be read from them. */
import { attacks, automatic, byPeople, report } from './attacks.ts'
import { containers, signed } from './containers.ts'
import { entity, file, head, mixed, multipart, PDF, PNG, text } from './parts.ts'
import type { Sample } from './sample.ts'

/** Charset, bytes and text. */
const CHARSETS: [string, string, string][] = [
  ['utf-8', '4772c3bcc39f652c203520e282ac', 'Grüße, 5 €'],
  ['iso-8859-1', '4772fcdf65', 'Grüße'],
  ['iso-8859-2', '5a61bff3b3e62067eab66cb1', 'Zażółć gęślą'],
  ['iso-8859-5', 'c1e7f1e2', 'Счёт'],
  ['iso-8859-7', 'd4e9ecefebfce3e9ef', 'Τιμολόγιο'],
  ['iso-8859-9', '46617475726173fd20f0fcfe', 'Faturası ğüş'],
  ['iso-8859-15', '3520a4', '5 €'],
  ['windows-1250', '50f8ed6c699a209e6c759d6f75e86bfd', 'Příliš žluťoučký'],
  ['windows-1251', 'd1f7b8f22df4e0eaf2f3f0e0', 'Счёт-фактура'],
  ['windows-1252', '9335208094', '“5 €”'],
  ['windows-1253', 'd4e9ecefebfce3e9ef', 'Τιμολόγιο'],
  ['windows-1254', '46617475726173fd', 'Faturası'],
  ['windows-1255', 'e7f9e1e5f0e9fa', 'חשבונית'],
  ['windows-1256', 'ddc7cae6d1c9', 'فاتورة'],
  ['windows-1257', '53e0736b61697461', 'Sąskaita'],
  ['koi8-r', 'f3dea3d4', 'Счёт'],
  ['koi8-u', 'f2c1c8d5cecfcb', 'Рахунок'],
  ['gb2312', 'b7a2c6b1', '发票'],
  ['gbk', 'b06cc6b1', '發票'],
  ['gb18030', 'b7a2c6b18139ef31', '发票㐂'],
  ['big5', 'b56fb2bc', '發票'],
  ['shift_jis', '90bf8b818f91', '請求書'],
  ['euc-jp', 'c0c1b5e1bdf1', '請求書'],
  ['iso-2022-jp', '1b2442404135613d711b2842', '請求書'],
  ['euc-kr', 'c3bbb1b8bcad', '청구서'],
]

const charsets = CHARSETS.flatMap(([charset, hex, decoded]): Sample[] => {
  const bytes = Buffer.from(hex, 'hex')
  const subject = `=?${charset}?B?${bytes.toString('base64')}?=`
  const type = [`Content-Type: text/plain; charset=${charset}`]
  return [
    {
      name: `text and subject in ${charset}`,
      raw: entity([...head(subject), ...type, 'Content-Transfer-Encoding: base64'], bytes.toString('base64')),
      email: { subject: decoded, text: decoded },
    },
  ]
})

const subjects: Sample[] = [
  ['=?utf-8?Q?Rechnung_=C3=84?=', 'Rechnung Ä'],
  ['=?UTF-8?B?UmVjaG51bmcg?= =?UTF-8?B?w4Q=?=', 'Rechnung Ä'],
  ['=?x-unknown?Q?Rechnung?=', 'Rechnung'],
  ['=?utf-8?B?!!!?=', ''],
  ['folded\r\n over two lines', 'folded over two lines'],
  ['tab\tand \x01control', 'tab and  control'],
].map(([given, subject]) => ({
  name: `the subject ${JSON.stringify(given)}`,
  raw: entity(head(given), 'x'),
  ...(given!.includes('!!!') ? {} : { email: { subject } }),
}))

const names: Sample[] = (
  [
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a/b\\\\c.pdf', 'a_b_c.pdf'],
    ['.', 'attachment-1.pdf'],
    ['', 'attachment-1.pdf'],
    ['=?utf-8?Q?Rechnung_=C3=84.pdf?=', 'Rechnung Ä.pdf'],
    ['a'.repeat(400) + '.pdf', `${'a'.repeat(251)}.pdf`],
  ] as const
).map(([given, name]) => ({
  name: `a file named ${JSON.stringify(given.slice(0, 40))}`,
  raw: mixed(file(given, PDF)),
  files: [`${name}: file`],
}))
const extended: Sample = {
  name: 'a file name in the form of RFC 2231',
  raw: mixed(
    entity(
      [
        'Content-Type: application/pdf',
        "Content-Disposition: attachment; filename*0*=utf-8''Rech; filename*1*=nung%20%C3%84.pdf",
      ],
      PDF,
    ),
  ),
  files: ['Rechnung Ä.pdf: file'],
}

const structures: Sample[] = [
  {
    name: 'a text alone',
    raw: entity(head(), 'Hi'),
    email: { text: 'Hi', from: { email: 'ada@example.org', name: 'Ada' } },
    files: [],
  },
  {
    name: 'HTML alone',
    raw: text('<p>One</p><script>x</script><p>Two</p>', 'text/html', head()),
    email: { text: 'One\nTwo' },
  },
  {
    name: 'alternatives of text and HTML',
    raw: multipart('alternative', [text('Plain'), text('<b>Rich</b>', 'text/html')], head()),
    email: { text: 'Plain', html: '<b>Rich</b>' },
    files: [],
  },
  {
    name: 'a PDF as the whole message, as scanners send it',
    raw: entity(
      [...head('Scan'), 'Content-Type: application/pdf; name="scan.pdf"', 'Content-Transfer-Encoding: base64'],
      PDF.toString('base64'),
    ),
    files: ['scan.pdf: file'],
  },
  { name: 'one attachment', raw: mixed(file('one.pdf', PDF)), files: ['one.pdf: file'] },
  {
    name: 'three attachments',
    raw: mixed(file('1.pdf', PDF), file('2.pdf', PDF), file('3.pdf', PDF)),
    files: ['1.pdf: file', '2.pdf: file', '3.pdf: file'],
  },
  {
    name: 'attachments of the same name',
    raw: mixed(file('a.pdf', PDF), file('a.pdf', PDF)),
    files: ['a.pdf: file', 'a.pdf: file'],
  },
  {
    name: 'an attachment declared as inline',
    raw: mixed(file('a.pdf', PDF, 'application/pdf', 'inline')),
    files: ['a.pdf: file'],
  },
  {
    name: 'a logo in HTML',
    raw: multipart(
      'related',
      [text('<img src="cid:l">', 'text/html'), file('logo.png', PNG, 'image/png', 'inline')],
      head(),
    ),
    files: ['logo.png: file'],
  },
  {
    name: 'the nested structure of Apple Mail',
    raw: multipart(
      'mixed',
      [
        multipart('alternative', [
          text('Hi'),
          multipart('mixed', [text('<p>Hi</p>', 'text/html'), file('a.pdf', PDF, 'application/pdf', 'inline')]),
        ]),
      ],
      head(),
    ),
    files: ['a.pdf: file'],
  },
  {
    name: 'a calendar invitation',
    raw: multipart('mixed', [text('Come'), text('BEGIN:VCALENDAR', 'text/calendar; method=REQUEST')], head()),
    files: ['attachment-1: file'],
  },
  {
    name: 'no headers at all',
    raw: Buffer.from('\r\njust a body\r\n'),
    email: { subject: '', message_id: null, from: null },
  },
  { name: 'an empty message', raw: Buffer.alloc(0), email: { subject: '', from: null }, files: [] },
  {
    name: 'lines that end with LF',
    raw: Buffer.from(mixed(file('a.pdf', PDF)).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    files: ['a.pdf: file'],
  },
  {
    name: 'no Message-ID',
    raw: entity(
      head().filter((line) => !line.startsWith('Message-ID')),
      'x',
    ),
    email: { message_id: null },
  },
  {
    name: 'a Message-ID without brackets',
    raw: entity(['Message-ID: abc@example.org', 'Subject: x'], 'x'),
    email: { message_id: '<abc@example.org>' },
  },
  {
    name: 'references and a reply',
    raw: entity(head('Re: x', ['In-Reply-To: <b@x>', 'References: <a@x>\r\n <b@x>']), 'x'),
    email: { in_reply_to: '<b@x>', references: ['<a@x>', '<b@x>'] },
  },
  {
    name: 'a sender in a group',
    raw: entity(['From: Team: a@example.org, b@example.org;', 'Subject: x'], 'x'),
    email: { from: null },
  },
  {
    name: 'an encoded sender',
    raw: entity(['From: =?utf-8?Q?=C3=84da?= <ada@example.org>', 'Subject: x'], 'x'),
    email: { from: { email: 'ada@example.org', name: 'Äda' } },
  },
  { name: 'several From headers', raw: entity(['From: a@example.org', 'From: b@example.org', 'Subject: x'], 'x') },
  {
    name: 'an attachment in quoted-printable',
    raw: mixed(
      entity(
        [
          'Content-Type: text/csv; name=a.csv',
          'Content-Disposition: attachment; filename=a.csv',
          'Content-Transfer-Encoding: quoted-printable',
        ],
        'a;=C3=A4\n',
      ),
    ),
    files: ['a.csv: file'],
  },
  {
    name: 'an attachment in uuencode',
    raw: mixed(
      entity(
        [
          'Content-Type: application/pdf; name=a.pdf',
          'Content-Disposition: attachment; filename=a.pdf',
          'Content-Transfer-Encoding: x-uuencode',
        ],
        'begin 644 a.pdf\n#0V%T\n`\nend\n',
      ),
    ),
    files: ['a.pdf: file'],
  },
]

export const CORPUS: Sample[] = [
  ...charsets,
  ...subjects,
  ...names,
  extended,
  ...structures,
  ...containers,
  ...signed,
  ...automatic,
  byPeople,
  ...attacks,
  report,
]
