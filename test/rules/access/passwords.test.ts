import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorsOfPassword, scorePassword } from '../../../src/rules/access/passwords.ts'

describe('the password rules', () => {
  it.each([
    ['short', 'short1!', 'Ensure this field has at least 10 characters.'],
    ['long', 'x7!'.repeat(22), 'Ensure this field has no more than 64 characters.'],
    ['digits only', '918273645546', 'This password is entirely numeric.'],
    ['a common password with a year', 'Password!2024', 'This password is too common.'],
    ['two common passwords in a row', 'iloveyou1234', 'This password is too common.'],
    ['a pattern', 'abcdefghijklmnop', 'This password is too easy to guess'],
    ['one character', 'zzzzzzzzzzzzzz', 'This password is too easy to guess'],
    ['the username', 'grace.hopper@example.org', 'The password is too similar to the username.'],
    ['the name with digits', 'GraceHopper1906', 'The password is too similar to the username.'],
    ['the name backwards', 'reppoh.ecarg!7', 'The password is too similar to the username.'],
  ])('refuse %s', (_what, password, sentence) => {
    expect(errorsOfPassword(password, { username: 'grace.hopper@example.org' })).toContainEqual(
      expect.stringContaining(sentence),
    )
  })

  it.each(['a long enough passphrase', 'correct horse battery', 'sheaf-demo-password', 'kV9#mT2$wQ7z', 'kV9#mT2$wQ'])(
    'accept %s',
    (password) => {
      expect(errorsOfPassword(password, { username: 'grace.hopper@example.org' })).toEqual([])
      expect(scorePassword(password)).toMatchObject({ score: expect.toSatisfy((n: number) => n >= 3), messages: [] })
    },
  )

  it('score refused passwords at most 2', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 20 }), (password, username) => {
        const { score, messages } = scorePassword(password, { username })
        expect(messages).toEqual(errorsOfPassword(password, { username }))
        if (messages.length) expect(score).toBeLessThanOrEqual(2)
        expect(score).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 100 },
    )
  })
})
