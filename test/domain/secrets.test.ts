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
})
