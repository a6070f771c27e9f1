import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signatureHeaders, standardKey, type SignatureNames } from '../../../src/rules/hooks/signatures.ts'

const OWN: SignatureNames = { vendorNames: false, sha1Signatures: false }
const delivery = (body: string | Uint8Array) => ({ id: 'e17-h3', at: new Date(), body })
const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`
const json = fc.json().map((text) => text.replaceAll('__proto__', ''))

describe('signatures of webhooks', () => {
  it('verify with the reference library for secrets with whsec_', () => {
    const key = fc.uint8Array({ minLength: 24, maxLength: 64 })
    fc.assert(
      fc.property(key, json, (bytes, body) => {
        const secret = secretOf(bytes)
        const headers = signatureHeaders(secret, delivery(body), OWN)
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
        expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(WebhookVerificationError)
      }),
    )
  })

  it('verify with the reference library for any other secret in the format raw', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).filter((one) => !one.startsWith('whsec_'))
    fc.assert(
      fc.property(text, json, (secret, body) => {
        const headers = signatureHeaders(secret, delivery(body), OWN)
        const key = new TextEncoder().encode(secret)
        expect(new Webhook(key, { format: 'raw' }).verify(body, headers)).toEqual(JSON.parse(body))
      }),
    )
  })

  it('are refused by the reference library with another id, an old time or another secret', () => {
    const secret = secretOf(Buffer.alloc(32, 7))
    const headers = signatureHeaders(secret, delivery('{}'), OWN)
    const old = signatureHeaders(secret, { ...delivery('{}'), at: new Date(Date.now() - 3_600_000) }, OWN)
    const other = new Webhook(secretOf(Buffer.alloc(32, 8)))
    expect(() => new Webhook(secret).verify('{}', { ...headers, 'webhook-id': 'e18-h3' })).toThrow('No matching')
    expect(() => new Webhook(secret).verify('{}', old)).toThrow('timestamp too old')
    expect(() => other.verify('{}', headers)).toThrow('No matching')
  })

  it('contain a SHA-256 of the raw bytes with the whole secret as the key', () => {
    const body = Buffer.from([0xff, 0x00, 0x7b, 0xc3])
    for (const secret of ['s3cret', 'whsec_AAAA', 'žluť']) {
      const header = signatureHeaders(secret, delivery(body), OWN)['X-Svc-Signature-SHA256']!
      expect(header.split('=')).toEqual(['sha256', createHmac('sha256', secret).update(body).digest('hex')])
    }
  })

  it('are absent without a secret', () => {
    for (const secret of [null, undefined, ''])
      expect(
        Object.keys(signatureHeaders(secret, delivery('{}'), { vendorNames: true, sha1Signatures: true })),
      ).toEqual(['webhook-id', 'webhook-timestamp'])
  })

  it('have the names of the existing vendor and SHA-1 only if these are enabled', () => {
    const names = (given: SignatureNames) =>
      Object.keys(signatureHeaders('s3cret', delivery('{}'), given)).filter((name) => name.startsWith('X-'))
    expect(names(OWN)).toEqual(['X-Svc-Signature-SHA256'])
    expect(names({ ...OWN, vendorNames: true })).toEqual(['X-Svc-Signature-SHA256', 'X-Rossum-Signature-SHA256'])
    expect(names({ ...OWN, sha1Signatures: true })).toEqual(['X-Svc-Signature-SHA256', 'X-Svc-Signature'])
    const all = signatureHeaders('s3cret', delivery('{}'), { vendorNames: true, sha1Signatures: true })
    expect(all['X-Rossum-Signature-SHA256']).toBe(all['X-Svc-Signature-SHA256'])
    expect(all['X-Svc-Signature']).toBe(`sha1=${createHmac('sha1', 's3cret').update('{}').digest('hex')}`)
    expect(all['X-Elis-Signature']).toBe(all['X-Svc-Signature'])
  })

  it('use the text of a secret whose part after whsec_ is not Base64', () => {
    for (const secret of ['whsec_', 'whsec_not base64', 'whsec_AAA'])
      expect(standardKey(secret).toString()).toBe(secret)
    expect(standardKey('whsec_AAAA')).toEqual(Buffer.alloc(3))
  })
})
