/** SPF, DKIM, DMARC and ARC of messages that the test signs; the records come from a local resolver. */
import { generateKeyPairSync } from 'node:crypto'
import { authenticate, dkimSign } from 'mailauth'
import { describe, expect, it } from 'vitest'
import { authenticateMessage } from '../../src/mail/authenticate.ts'

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

const HOST = 'in.example.org'
const [ORIGIN, LIST, ELSEWHERE] = ['192.0.2.1', '203.0.113.5', '198.51.100.9']
const message = (text = 'Please pay 100 EUR.') =>
  Buffer.from(
    [
      'From: Ada <ada@signed.example>',
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
): Promise<Buffer> {
  const key = { signingDomain, selector: 's1', privateKey }
  // Without a time, the signer reads the clock twice and may sign another second than it writes.
  const { signatures, errors } = await dkimSign(raw, { ...key, signTime: new Date(), signatureData: [key] })
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

const check = (raw: Buffer, ip: string, from = 'ada@signed.example', dns = resolver) =>
  authenticateMessage(raw, { from, ip, helo: 'client.example' }, { resolver: dns, host: HOST })

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

  it('does not check messages with more signatures than real ones have', async () => {
    const many = Buffer.concat([Buffer.from('DKIM-Signature: v=1\r\n'.repeat(21)), message()])
    expect(await check(many, ELSEWHERE)).toEqual({ dmarc: 'error', results: '' })
  })
})
