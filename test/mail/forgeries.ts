/**
 * Messages of a stranger (`stranger.example`, whose mail really comes from its servers) that some programs show as messages of
 * `boss@strict.example`, which publishes a DMARC policy.
 */
export const [BOSS, STRANGER] = ['boss@strict.example', 'mallory@stranger.example']

/** SHA-256 of the body of `rawOf`, without which the key of a signature is not looked up. */
const BODY_HASH = 'yZQq1c8wjBl0fZ4Wc/oraMCAG1mZJv5v/hlvyFy+t6A='

export interface Forgery {
  name: string
  /** The lines of the header before `To`, joined by CRLF. */
  header: string
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const from = (name: string, value: string): Forgery => ({ name, header: `From: ${value}` })

/** More than any program expects in the name of a header. */
const SPACES = ' '.repeat(300)

/** Messages without exactly one author: every way in refuses them. */
export const WITHOUT_ONE_AUTHOR: Forgery[] = [
  { name: 'two headers', header: `From: ${STRANGER}\r\nFrom: ${BOSS}` },
  { name: 'two headers, the other way round', header: `From: ${BOSS}\r\nFrom: ${STRANGER}` },
  { name: 'the same header twice', header: `From: ${BOSS}\r\nFrom: ${BOSS}` },
  { name: 'two headers in different case', header: `FROM: ${STRANGER}\r\nfrom: ${BOSS}` },
  {
    name: 'two headers with others between them',
    header: `From: ${STRANGER}\r\nSubject: x\r\nX-A: b\r\nFrom: ${BOSS}`,
  },
  { name: 'a space before the colon', header: `From : ${BOSS}` },
  { name: 'a second header with a space before the colon', header: `From: ${STRANGER}\r\nFrom : ${BOSS}` },
  { name: 'a second header with a tab before the colon', header: `From: ${STRANGER}\r\nFrom\t: ${BOSS}` },
  { name: 'a name that is folded before its colon', header: `From\r\n : ${STRANGER}\r\nFrom: ${BOSS}` },
  { name: 'only a name that is folded before its colon', header: `From\r\n : ${BOSS}` },
  { name: 'a folded name', header: `Fr\r\n om: ${BOSS}\r\nFrom: ${STRANGER}` },
  { name: 'a null character in the name', header: `Fr\0om: ${STRANGER}\r\nFrom: ${BOSS}` },
  { name: 'an invisible character in the name', header: `\u200bFrom: ${STRANGER}\r\nFrom: ${BOSS}` },
  { name: 'a header after a lone carriage return', header: `From: ${STRANGER}\r\nX-A: b\rFrom: ${BOSS}` },
  { name: 'a header within the header', header: `From: ${STRANGER}\rFrom: ${BOSS}` },
  { name: 'a second header with many spaces before the colon', header: `From: ${BOSS}\r\nFrom${SPACES}: ${STRANGER}` },
  {
    name: 'a second header with many spaces in a folded name',
    header: `From: ${BOSS}\r\nFrom${SPACES}\r\n${SPACES}: ${STRANGER}`,
  },
  { name: 'a second header without a colon', header: `From: ${BOSS}\r\nFrom` },
  {
    name: 'a second header after a carriage return and many spaces',
    header: `From: ${BOSS}\r\nX: a\rFrom${SPACES}: b`,
  },
  { name: 'a space in the name of another header', header: `From: ${BOSS}\r\nX A: b` },
  { name: 'a character of another script in the name of another header', header: `From: ${BOSS}\r\nFr\u043em: b` },
  { name: 'an overlong name of another header', header: `From: ${BOSS}\r\n${'X'.repeat(77)}: b` },
  { name: 'a form feed before a line', header: `From: ${BOSS}\r\nX: a\r\n\fFrom: b` },
  { name: 'a header of many lines', header: `From: Boss\r\n${' x\r\n'.repeat(101)} <${BOSS}>` },
  { name: 'no header, but Sender', header: `Sender: ${BOSS}` },
  { name: 'no header, but Resent-From', header: `Resent-From: ${BOSS}` },
  { name: 'no header, but Reply-To', header: `Reply-To: ${BOSS}` },
  { name: 'no header at all', header: 'X-A: b' },
  { name: 'an empty header with Sender', header: `From:\r\nSender: ${BOSS}` },
  { name: 'an empty address with Sender', header: `From: <>\r\nSender: ${BOSS}` },
  { name: 'a name without an address, with Sender', header: `From: The boss\r\nSender: ${BOSS}` },
  from('two addresses', `${BOSS}, ${STRANGER}`),
  from('two addresses in brackets', `<${STRANGER}>, <${BOSS}>`),
  from('two addresses, folded', `${STRANGER},\r\n ${BOSS}`),
  from('two addresses without a comma', `${STRANGER} ${BOSS}`),
  from('two addresses in brackets without a comma', `<${STRANGER}> <${BOSS}>`),
  from('an address behind the brackets', `<${STRANGER}>${BOSS}`),
  from('an address before the brackets', `${BOSS} <${STRANGER}>`),
  from('an address before a comma and brackets', `${BOSS},<${STRANGER}>`),
  from('a quoted comma between addresses', `<${BOSS}>\\,<${STRANGER}>`),
  from('a semicolon between addresses', `${BOSS}; ${STRANGER}`),
  from('a comma behind the address', `${BOSS},`),
  from('a comma before the address', `,${BOSS}`),
  from('a group', `Management: ${BOSS}, ${STRANGER};`),
  from('a group of one', `Management: ${BOSS};`),
  from('an empty group', `Undisclosed:;`),
  from('a group after an address', `${STRANGER}, Management: ${BOSS};`),
  from('a route', `<@stranger.example,@other.example:${BOSS}>`),
  from('an encoded address in a list', `${encoded(`<${BOSS}>`)},<${STRANGER}>`),
  from('an encoded address alone', encoded(BOSS)),
  from('an encoded local part', `${encoded('boss')}@strict.example`),
  from('brackets in brackets', `<<${BOSS}>>`),
  from('brackets that are not closed', `<${BOSS}`),
  from('brackets that are not opened', `${BOSS}>`),
  from('a comment in the domain', `<boss@strict.example(.stranger.example)>`),
  from('a comment that is not closed', `${BOSS} (${STRANGER}`),
  from('a comment with another address', `${BOSS} (${STRANGER})`),
  from('a quotation that is not closed', `"The boss <${BOSS}>`),
  from('a quoted local part that has an address', `"${BOSS}"@stranger.example`),
  from('a quoted local part with quoted characters', `"boss\\@strict.example"@stranger.example`),
  from('several signs @', `boss@strict.example@stranger.example`),
  from('a space in the address', `<boss @strict.example>`),
  from('a line break in the address', `<boss@\r\n strict.example>`),
  from('a null character in the address', `boss@strict.example\0@stranger.example`),
  from('a null character behind the address', `${BOSS}\0`),
  from('a line separator in the address', `boss@strict.example\u2028@stranger.example`),
  from('an invisible character in the domain', `boss@str\u00adict.example`),
  from('a dot of another script', `boss@strict\u3002example`),
  from('percent signs in the domain', `boss@strict%2eexample`),
  from('a dot at the end of the domain', `boss@strict.example.`),
  from('an empty label', `boss@strict..example`),
  from('an address literal', `boss@[192.0.2.1]`),
  from('an IP address', `boss@192.0.2.1`),
  from('a number instead of a domain', `boss@3221225985`),
  from('no domain', `boss@`),
  from('no local part', `@strict.example`),
  from('an overlong local part', `${'b'.repeat(65)}@strict.example`),
  from('an overlong domain', `boss@${'strict.'.repeat(40)}example`),
]

const padding = (count: number, line: string): string => Array.from({ length: count }, () => line).join('\r\n')

/** Messages of one author that DMARC has to refuse. The other ways in have no client to check. */
export const FAILING: (Forgery & { sender?: string })[] = [
  from('a plain forgery', BOSS),
  from('a name with an address of the stranger', `"${STRANGER}" <${BOSS}>`),
  from('a subdomain without records', 'boss@missing.strict.example'),
  from('a domain in another notation', 'boss@\uff33trict.example'),
  from('folded lines', `The\r\n boss\r\n <${BOSS}>`),
  { name: 'Sender of the stranger', header: `Sender: ${STRANGER}\r\nFrom: ${BOSS}` },
  { name: '21 headers that begin like those of ARC', header: `From: ${BOSS}\r\n${padding(21, 'ARC-x: y')}` },
  { name: '31 headers of ARC', header: `From: ${BOSS}\r\n${padding(31, 'ARC-Seal: i=1')}` },
  { name: '21 signatures', header: `From: ${BOSS}\r\n${padding(21, 'DKIM-Signature: v=1')}` },
  {
    name: '21 signatures with spaces before the colon',
    header: `From: ${BOSS}\r\n${padding(21, 'DKIM-Signature : v=1')}`,
  },
  { name: '257 kB of headers', header: `From: ${BOSS}\r\n${padding(257, `X-A: ${'a'.repeat(1017)}`)}` },
  {
    name: 'a signature whose key cannot be looked up now',
    header: `DKIM-Signature: ${signature('slow.example', 's')}\r\nFrom: ${BOSS}`,
  },
  {
    name: 'a signature with an impossible name of a key',
    header: `DKIM-Signature: ${signature('strict.example', `s._domainkey.stranger.example.\0${'x'.repeat(80)}`)}\r\nFrom: ${BOSS}`,
  },
  { name: 'an envelope of a domain without an answer', header: `From: ${BOSS}`, sender: 'a@slow.example' },
  { name: 'an envelope with a comment', header: `From: ${BOSS}`, sender: 'a@strict.example(.stranger.example' },
  {
    name: 'an envelope with a route',
    header: `From: ${BOSS}`,
    sender: '@strict.example,@other.example:a@stranger.example',
  },
  { name: 'an envelope with a quotation mark', header: `From: ${BOSS}`, sender: `a@strict.example'@stranger.example` },
  { name: 'an envelope of a subdomain', header: `From: ${BOSS}`, sender: 'a@missing.strict.example' },
  { name: 'an envelope without a sender', header: `From: ${BOSS}`, sender: '' },
]

function signature(domain: string, selector: string): string {
  return `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector}; h=from; bh=${BODY_HASH}; b=AAAA`
}

/** One author in unusual but clear notations, with the result. */
export const CLEAR: { name: string; header: string; email: string; shown: string }[] = [
  ['a bare address', BOSS, BOSS, ''],
  ['capital letters', 'Boss@STRICT.example', BOSS, ''],
  ['brackets', `<${BOSS}>`, BOSS, ''],
  ['spaces in brackets', `< ${BOSS} >`, BOSS, ''],
  ['no space before brackets', `Boss<${BOSS}>`, BOSS, 'Boss'],
  ['a name', `The Boss <${BOSS}>`, BOSS, 'The Boss'],
  ['a quoted name', `"Boss, The" <${BOSS}>`, BOSS, 'Boss, The'],
  ['quoted characters', `"The \\"Boss\\"" <${BOSS}>`, BOSS, 'The "Boss"'],
  ['a comma that should be quoted', `Boss, The <${BOSS}>`, BOSS, 'Boss, The'],
  ['dots in a name', `B. O. Ss <${BOSS}>`, BOSS, 'B. O. Ss'],
  ['a comment as the name', `${BOSS} (The (big) Boss)`, BOSS, 'The (big) Boss'],
  ['a comment before the address', `(The Boss) ${BOSS}`, BOSS, 'The Boss'],
  ['the address as the name', `${BOSS} <${BOSS}>`, BOSS, BOSS],
  ['the address as a quoted name', `"${BOSS}" <${BOSS}>`, BOSS, BOSS],
  ['an encoded name', `=?iso-8859-1?Q?J=F6rg_B?= <${BOSS}>`, BOSS, 'Jörg B'],
  ['a name in several encoded words', `=?utf-8?B?SsO2?=\r\n =?utf-8?B?cmc=?= <${BOSS}>`, BOSS, 'Jörg'],
  ['a character divided between words', `=?utf-8?Q?J=C3?= =?utf-8?Q?=B6rg?= <${BOSS}>`, BOSS, 'Jörg'],
  ['an encoded name that looks like an address', `${encoded(STRANGER)} <${BOSS}>`, BOSS, STRANGER],
  ['an unknown encoding', `=?x-none?Q?a?= <${BOSS}>`, BOSS, '=?x-none?Q?a?='],
  ['a name in UTF-8', `Jörg <${BOSS}>`, BOSS, 'Jörg'],
  ['characters that turn the direction', `"\u202egro.elpmaxe" <${BOSS}>`, BOSS, 'gro.elpmaxe'],
  ['a folded name', `The\r\n Boss\r\n <${BOSS}>`, BOSS, 'The Boss'],
  ['a quoted local part that needs no quotes', `"boss"@strict.example`, BOSS, ''],
  ['two dots, as some providers allow', 'b..oss.@strict.example', 'b..oss.@strict.example', ''],
  ['a domain of another script', 'a@xn--bcher-kva.example', 'a@bücher.example', ''],
  ['an address of another script', 'jörg@bücher.example', 'jörg@bücher.example', ''],
  ['a host of the local network', 'root@printer', 'root@printer', ''],
].map(([name, value, email, shown]) => ({ name: name!, header: `From: ${value}`, email: email!, shown: shown! }))

export const rawOf = ({ header }: { header: string }, to = 'in@example.org'): Buffer =>
  Buffer.from(`${header}\r\nTo: ${to}\r\n\r\nHello.\r\n`)
