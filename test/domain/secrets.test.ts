import { createCipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../src/domain/requests/secrets.ts'

const key = { secretsKey: 'a key of the tests that is long enough' }

describe('seal', () => {
  it('can be reversed by unseal, and does not reveal the secret', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ minLength: 8 })), (secrets) => {
        const sealed = seal(key, 'a.place', secrets)
        expect(unseal(key, 'a.place', sealed)).toEqual({ ...secrets })
        for (const secret of Object.values(secrets)) expect(sealed.includes(secret)).toBe(false)
      }),
    )
  })

  it('seals the same secret differently each time', () => {
    expect(seal(key, 'a.place', 'secret').equals(seal(key, 'a.place', 'secret'))).toBe(false)
  })

  it('cannot be reversed with another key, for another column, or after a change of any byte', () => {
    const sealed = seal(key, 'a.place', 'secret')
    expect(() => unseal({ secretsKey: `${key.secretsKey}!` }, 'a.place', sealed)).toThrow('Was SECRETS_KEY changed?')
    expect(() => unseal(key, 'another.place', sealed)).toThrow('another.place cannot be decrypted')
    for (let byte = 0; byte < sealed.length; byte++) {
      const changed = Buffer.from(sealed)
      changed[byte]! ^= 1
      expect(() => unseal(key, 'a.place', changed)).toThrow()
    }
  })

  it('names the key, so that a value of another key is not even decrypted', () => {
    const [one, other] = [seal(key, 'a.place', 'x'), seal({ secretsKey: `${key.secretsKey}!` }, 'a.place', 'x')]
    expect([one[0], one.subarray(1, 5).equals(other.subarray(1, 5))]).toEqual([2, false])
    expect(one.subarray(1, 5)).toEqual(seal(key, 'another.place', 'y').subarray(1, 5))
  })

  it('is reversed for values of the layout without the id of the key', () => {
    const nonce = Buffer.alloc(12, 7)
    const derived = Buffer.from(hkdfSync('sha256', key.secretsKey, '', 'secrets of hooks and connectors', 32))
    const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from('a.place'))
    const text = Buffer.concat([cipher.update('"old"', 'utf8'), cipher.final()])
    const sealed = Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), text])
    expect(unseal(key, 'a.place', sealed)).toBe('old')
  })
})
