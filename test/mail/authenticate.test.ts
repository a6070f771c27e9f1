/** SPF, DKIM, DMARC and ARC of messages that the test signs; the records come from a local resolver. */
import { generateKeyPairSync } from 'node:crypto'
import { authenticate, dkimSign } from 'mailauth'
import { describe, expect, it } from 'vitest'
import { authenticateMessage } from '../../src/mail/authenticate.ts'
import { limitedResolver } from '../../src/mail/limited-resolver.ts'
import type { DnsResolver } from '../../src/rules/mail/incoming.ts'
import { readAuthor } from '../../src/rules/mail/message-author.ts'
import { FAILING, rawOf } from './forgeries.ts'

const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [sender, list, stranger] = [keyPair(), keyPair(), keyPair()]
const published = ({ publicKey }: { publicKey: Buffer }) => [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]

/** Mail from `signed.example` comes from 192.0.2.1 or has a signature; the list forwards from 203.0.113.5. */
const RECORDS: Record<string, string[][]> = {
  'TXT signed.example': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT _dmarc.signed.example': [['v=DMARC1; p=reject']],
  'TXT s1._domainkey.signed.example': published(sender),
  'TXT list.example': [['v=spf1 ip4:203.0.113.5 -all']],
  'TXT s1._domainkey.list.example': published(list),
}
const fails = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
const resolver = (domain: string, type: string): Promise<string[][]> => {
  const found = RECORDS[`${type} ${domain}`]
  return found ? Promise.resolve(found) : fails('ENOTFOUND')
}

/** The domain of forged authors, a stranger whose mail comes from the list, and a domain whose servers do not answer. */
const FORGED: Record<string, string[][]> = {
  'TXT _dmarc.strict.example': [['v=DMARC1; p=reject']],
  'TXT strict.example': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT stranger.example': [['v=spf1 ip4:203.0.113.5 -all']],
}
const forgedResolver: DnsResolver = (domain, type) => {
  if (domain.endsWith('slow.example')) return fails('ETIMEOUT')
  const found = FORGED[`${type} ${domain}`]
  return found ? Promise.resolve(found) : resolver(domain, type)
}

const HOST = 'in.example.org'
const [ORIGIN, LIST, ELSEWHERE] = ['192.0.2.1', '203.0.113.5', '198.51.100.9']
const message = (text = 'Please pay 100 EUR.', from = 'From: Ada <ada@signed.example>') =>
  Buffer.from(
    [
      from,
      'To: invoices@in.example.org',
      'Subject: Invoice',
      'Date: Mon, 02 Feb 2026 10:00:00 +0000',
      'Message-ID: <a@signed.example>',
      '',
      text,
      '',
    ].join('\r\n'),
  )

async function signed(
  raw: Buffer,
  { privateKey }: { privateKey: string } = sender,
  signingDomain = 'signed.example',
  { headerList, ...options }: { headerList?: string; maxBodyLength?: number; algorithm?: string } = {},
): Promise<Buffer> {
  const key = { signingDomain, selector: 's1', privateKey }
  // Without a time, the signer reads the clock twice and may sign another second than it writes.
  const { signatures, errors } = await dkimSign(raw, {
    ...key,
    ...options,
    ...(headerList ? { headerList } : {}),
    signTime: new Date(),
    signatureData: [{ ...key, ...options }],
  } as never)
  expect(errors).toEqual([])
  return Buffer.concat([Buffer.from(signatures), raw])
}

/** The message as the list forwards it: with the results of its own checks, sealed. */
async function sealed(raw: Buffer): Promise<Buffer> {
  const { headers } = await authenticate(raw, {
    ip: ORIGIN,
    helo: 'mail.signed.example',
    sender: 'ada@signed.example',
    mta: 'list.example',
    resolver,
    disableBimi: true,
    seal: { signingDomain: 'list.example', selector: 's1', privateKey: list.privateKey, signTime: new Date() },
  })
  return Buffer.concat([Buffer.from(`${headers.trim()}\r\n`), raw])
}

const ADA = { email: 'ada@signed.example', name: 'Ada', domain: 'signed.example' }
const check = (raw: Buffer, ip: string, from = 'ada@signed.example', dns: DnsResolver = resolver, author = ADA) =>
  authenticateMessage(raw, { author, envelope: { from, ip, helo: 'client.example' } }, { resolver: dns, host: HOST })

describe('authenticateMessage', () => {
  it('accepts a message by the address it comes from', async () => {
    const { dmarc, results } = await check(message(), ORIGIN)
    expect(dmarc).toBe('pass')
    expect(results).toMatch(/^in\.example\.org; .*spf=pass/)
    expect((await check(message(), ELSEWHERE)).dmarc).toBe('fail')
  })

  it('accepts a signed message from any address', async () => {
    const { dmarc, results } = await check(await signed(message()), ELSEWHERE, 'bounces@list.example')
    expect(dmarc).toBe('pass')
    expect(results).toMatch(/dkim=pass header\.i=@signed\.example header\.s=s1/)
  })

  it('rejects a signature of another key, and a text that was changed after it was signed', async () => {
    const forged = await check(await signed(message(), stranger), ELSEWHERE)
    expect([forged.dmarc, forged.results]).toEqual(['fail', expect.stringMatching(/dkim=(fail|neutral)/)])
    const changed = Buffer.from((await signed(message())).toString().replace('100 EUR', '900 EUR'))
    const { dmarc, results } = await check(changed, ELSEWHERE)
    expect([dmarc, results]).toEqual(['fail', expect.stringMatching(/dkim=neutral \(body hash did not verify\)/)])
  })

  it('does not accept the signature of another domain for the address of the sender', async () => {
    const raw = await signed(message(), list, 'list.example')
    const { dmarc, results } = await check(raw, LIST, 'a@list.example')
    expect([dmarc, results]).toEqual(['fail', expect.stringMatching(/dkim=pass header\.i=@list\.example/)])
  })

  it('shows the seals of forwarding servers (ARC), and notices a change after the last', async () => {
    const forwarded = await sealed(await signed(message()))
    const intact = await check(forwarded, LIST, 'bounces@list.example')
    expect(intact.dmarc).toBe('pass')
    expect(intact.results).toMatch(/arc=pass/)
    const changed = Buffer.from(forwarded.toString().replace('100 EUR', '900 EUR'))
    const { dmarc, results } = await check(changed, LIST, 'bounces@list.example')
    expect([dmarc, results]).toEqual(['fail', expect.stringMatching(/arc=(fail|neutral)/)])
  })

  it('does not trust the results of unknown servers: a seal does not replace a signature', async () => {
    const forwarded = await sealed(message())
    const { dmarc, results } = await check(forwarded, LIST, 'bounces@list.example')
    expect([dmarc, results]).toEqual(['fail', expect.stringMatching(/arc=pass/)])
  })

  it('rejects nothing while DNS does not answer', async () => {
    const raw = await signed(message())
    expect((await check(raw, ELSEWHERE, 'ada@signed.example', () => fails('ETIMEOUT'))).dmarc).not.toBe('fail')
    const withoutKeys = (domain: string, type: string) =>
      domain.includes('_domainkey') || domain === 'signed.example' ? fails('ESERVFAIL') : resolver(domain, type)
    expect((await check(raw, ELSEWHERE, 'ada@signed.example', withoutKeys)).dmarc).not.toBe('fail')
  })

  it.each(FAILING)('fails for a forged message: $name', async (one) => {
    const found = readAuthor(rawOf(one))
    if ('problem' in found) throw new Error(found.problem)
    const { dmarc } = await check(rawOf(one), LIST, one.sender ?? 'a@list.example', forgedResolver, found.author)
    expect(dmarc).toBe('fail')
  })

  it('fails for a message that the message itself makes impossible to check, also without a policy', async () => {
    const many = Buffer.concat([Buffer.from('DKIM-Signature: v=1\r\n'.repeat(21)), message()])
    const nowhere = { ...ADA, domain: 'nowhere.example' }
    expect(await check(many, ELSEWHERE, 'a@nowhere.example', resolver, nowhere)).toEqual({
      dmarc: 'fail',
      results: 'in.example.org; dmarc=fail (the message cannot be checked)',
    })
    const large = Buffer.concat([Buffer.from(`X-A: ${'a'.repeat(257 * 1024)}\r\n`), message()])
    expect((await check(large, ELSEWHERE)).dmarc).toBe('fail')
  })

  it.each([
    ['many folded lines', `X-A: a\r\n${' \r\n'.repeat(2001)}`],
    ['many headers', 'X-A: a\r\n'.repeat(2001)],
    ['many carriage returns', `X-A: ${'\r'.repeat(100_000)}a\r\n`],
    ['a signature of many signs', `DKIM-Signature: ${';'.repeat(200_000)}\r\n`],
    ['signatures with form feeds before the colon', 'DKIM-Signature\f: v=1\r\n'.repeat(21)],
    ['signatures with folded names', 'DKIM-Signature\r\n : v=1\r\n'.repeat(21)],
  ])('fails without a look at what costs time: %s', async (_, header) => {
    const raw = Buffer.concat([Buffer.from(header), message()])
    const asked: string[] = []
    const counting: DnsResolver = (domain, type) => {
      asked.push(domain)
      return resolver(domain, type)
    }
    expect((await check(raw, ORIGIN, 'ada@signed.example', counting)).dmarc).toBe('fail')
    expect(asked).toEqual([])
  })

  it('leaves time to others while it reads a large message, and ends when the time is over', async () => {
    const line =
      'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=list.example; s=s1; h=from; bh=AAAA; b=AAAA\r\n'
    const raw = Buffer.concat([Buffer.from(line), message('\n'.repeat(2_000_000))])
    let [ticks, isOver] = [0, false]
    const tick = (): void => {
      ticks++
      if (!isOver) setImmediate(tick)
    }
    setImmediate(tick)
    expect((await check(raw, ORIGIN)).dmarc).toBe('pass')
    isOver = true
    expect(ticks).toBeGreaterThan(2_000_000 / (64 * 1024))
    const hurried = { resolver, host: HOST, totalMs: 1 }
    const envelope = { from: 'ada@signed.example', ip: ORIGIN, helo: 'client.example' }
    expect((await authenticateMessage(raw, { author: ADA, envelope }, hurried)).dmarc).toBe('fail')
  })

  it('reads lines that end without a carriage return as their signer did', async () => {
    const raw = await signed(message('a\r\n\r\nb  c \r\nd'))
    const bare = Buffer.from(raw.toString().replaceAll('\r\n', '\n'))
    expect((await check(bare, ELSEWHERE)).dmarc).toBe('pass')
  })

  it('accepts a signature only of the header From that was read', async () => {
    // Without From among its headers, a signature would confirm any author.
    const unsigned = message('x', 'From: Eve <eve@signed.example>')
    const raw = await signed(unsigned, sender, 'signed.example', { headerList: 'to:subject' })
    expect((await check(raw, ELSEWHERE)).dmarc).toBe('fail')
    const replayed = Buffer.concat([Buffer.from('From: Ada <ada@signed.example>\r\n'), await signed(unsigned)])
    for (const name of [`From${' '.repeat(300)}`, 'From\r\n ', 'From\f'])
      expect(
        (await check(Buffer.from(replayed.toString().replace('From: Eve', `${name}: Eve`)), ELSEWHERE)).dmarc,
      ).toBe('fail')
  })

  it('does not accept a signature of a part of the text', async () => {
    const text = 'Please pay 100 EUR.\r\n'
    const raw = await signed(message(text.trim()), sender, 'signed.example', { maxBodyLength: text.length })
    expect((await check(raw, ELSEWHERE)).dmarc).toBe('pass')
    const appended = Buffer.concat([raw, Buffer.from('To another account.\r\n')])
    const { dmarc, results } = await check(appended, ELSEWHERE)
    expect([dmarc, results]).toEqual(['fail', expect.stringMatching(/dkim=pass \(undersized signature/)])
  })

  it('does not accept SHA-1', async () => {
    const raw = await signed(message(), sender, 'signed.example', { algorithm: 'rsa-sha1' })
    expect((await check(raw, ELSEWHERE)).dmarc).toBe('fail')
  })

  it.each([
    ['v=DMARC1; p=reject', 'pass', 'pass'],
    ['v=DMARC1; p=reject; adkim=s', 'pass', 'fail'],
    ['v=DMARC1; p=reject; aspf=s', 'fail', 'pass'],
    ['v=DMARC1; p=reject; ASPF = S ; adkim=S', 'fail', 'fail'],
    ['v=DMARC1; p=reject; aspf=r; adkim=r', 'pass', 'pass'],
  ])('compares domains as the policy says: %s', async (policy, spf, dkim) => {
    const records: Record<string, string[][]> = {
      'TXT _dmarc.signed.example': [[policy]],
      'TXT sub.signed.example': [['v=spf1 ip4:203.0.113.5 -all']],
      'TXT s1._domainkey.sub.signed.example': published(stranger),
    }
    const dns: DnsResolver = (domain, type) => {
      const found = records[`${type} ${domain}`]
      return found ? Promise.resolve(found) : resolver(domain, type)
    }
    const sent = await check(message(), LIST, 'ada@sub.signed.example', dns)
    expect([sent.dmarc, sent.results]).toEqual([spf, expect.stringContaining(`dmarc=${spf} (p=REJECT`)])
    const raw = await signed(message(), stranger, 'sub.signed.example')
    expect((await check(raw, ELSEWHERE, 'a@nowhere.example', dns)).dmarc).toBe(dkim)
    // The domain itself passes in any case.
    expect((await check(message(), ORIGIN, 'ada@signed.example', dns)).dmarc).toBe('pass')
    expect((await check(await signed(message()), ELSEWHERE, 'a@nowhere.example', dns)).dmarc).toBe('pass')
  })

  it.each([
    'spf=pass __proto__.polluted=yes',
    'spf=pass _(x)_proto_(y)_.polluted=yes',
    'spf=pass "_""_proto__".polluted=yes',
  ])('lets no seal change the prototype of all objects: %s', async (results) => {
    const raw = Buffer.concat([Buffer.from(`ARC-Authentication-Results: i=1; mx.example; ${results}\r\n`), message()])
    expect((await check(raw, ORIGIN)).dmarc).toBe('pass')
    const added = Object.keys(Object.prototype)
    for (const key of added) Reflect.deleteProperty(Object.prototype, key)
    expect(added).toEqual([])
  })

  it('fails when the time is over, unless the domain of the author does not answer', async () => {
    const never = new Promise<string[][]>(() => undefined)
    const slow = (asked: string) => (domain: string, type: string) =>
      domain === asked ? never : resolver(domain, type)
    const wait = (dns: DnsResolver) =>
      authenticateMessage(
        message(),
        { author: ADA, envelope: { from: 'a@slow.example', ip: ELSEWHERE, helo: 'client.example' } },
        { resolver: dns, host: HOST, totalMs: 50 },
      )
    expect((await wait(slow('slow.example'))).dmarc).toBe('fail')
    expect((await wait(slow('_dmarc.signed.example'))).dmarc).toBe('error')
  })

  it('checks the address that filters and people see, whatever the library reads', async () => {
    const raw = await signed(message())
    const author = { email: 'boss@strict.example', name: '', domain: 'strict.example' }
    expect((await check(raw, ELSEWHERE, 'ada@signed.example', forgedResolver, author)).dmarc).toBe('fail')
  })
})

describe('limitedResolver', () => {
  const isOwn = (name: string) => name.endsWith('own.example')
  it('gives other domains a limited time together, and those of the author their own', async () => {
    let asked = 0
    const never: DnsResolver = (domain) => {
      asked++
      return isOwn(domain) ? Promise.resolve([['key']]) : new Promise(() => undefined)
    }
    const { resolve } = limitedResolver(never, { isOwn, isOwnSender: false, foreignMs: 20 })
    await expect(resolve('slow.example', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    await expect(resolve('s._domainkey.slow.example', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(asked).toBe(1)
    expect(await resolve('s._domainkey.own.example', 'TXT')).toEqual([['key']])
  })

  it('asks for no name that DNS cannot have', async () => {
    const { resolve } = limitedResolver(() => Promise.reject(new Error('asked')), { isOwn, isOwnSender: true })
    for (const name of ['a\0b.own.example', `${'x'.repeat(64)}.own.example`, 'a(b).own.example', '', 'sender.invalid'])
      await expect(resolve(name, 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
