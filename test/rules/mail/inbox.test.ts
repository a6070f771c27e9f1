import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkFileNames,
  completeFilters,
  inboxAddress,
  matchesSender,
  MAX_PREFIX,
  notificationsOf,
  PREFIX_PATTERN,
  prefixFrom,
} from '../../../src/rules/mail/inbox.ts'

describe('addresses of inboxes', () => {
  it('consist of prefix, digits and domain in lower case', () => {
    expect(inboxAddress('Acme-Bills', '3fa91c', 'in.example.org')).toBe('acme-bills-3fa91c@in.example.org')
  })

  it('get a valid prefix from any name', () => {
    expect(prefixFrom('Rechnungen (Köln)')).toBe('rechnungen-koln')
    expect(prefixFrom('发票')).toBe('inbox')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const prefix = prefixFrom(name)
        expect(prefix).toMatch(new RegExp(PREFIX_PATTERN))
        expect(prefix.length).toBeLessThanOrEqual(MAX_PREFIX)
      }),
    )
  })
})

describe('filters of inboxes', () => {
  it('have defaults, which null disables', () => {
    expect(completeFilters()).toEqual({
      allowed_senders: [],
      denied_senders: [],
      document_rejection_conditions: {
        enabled: true,
        resolution_lower_than_px: [1200, 600],
        file_size_less_than_b: null,
        mime_types: ['image/gif'],
        file_name_regexes: null,
      },
    })
    const off = { document_rejection_conditions: { resolution_lower_than_px: null, mime_types: null } }
    expect(completeFilters(off).document_rejection_conditions).toMatchObject({
      enabled: true,
      resolution_lower_than_px: null,
      mime_types: null,
    })
  })

  it('accept one or several RE2 patterns for file names', () => {
    for (const good of [null, undefined, [], 'logo', ['^a', 'b$']]) expect(checkFileNames(good)).toBeNull()
    for (const bad of ['(', ['a', '(?=b)'], ['(a)\\1']]) expect(checkFileNames(bad)).toMatch(/RE2/)
  })

  it('compare whole addresses with wildcards, ignoring case', () => {
    expect(matchesSender('*@example.org', 'Ada@Example.org')).toBe(true)
    expect(matchesSender('ad?@example.org', 'ada@example.org')).toBe(true)
    expect(matchesSender('ad?@example.org', 'ad@example.org')).toBe(false)
    expect(matchesSender('example.org', 'ada@example.org')).toBe(false)
    expect(matchesSender('*', '')).toBe(true)
    expect(matchesSender('a*b*c', 'aXbXbc')).toBe(true)
    expect(matchesSender('a.c', 'abc')).toBe(false)
  })

  it('match like the regular expression of the wildcard', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 8 }).map((all) => all.join(''))
    const texts = fc.array(fc.constantFrom('a', 'b'), { maxLength: 10 }).map((all) => all.join(''))
    fc.assert(
      fc.property(letters, texts, (wildcard, text) => {
        const expected = new RegExp(`^${wildcard.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(text)
        expect(matchesSender(wildcard, text)).toBe(expected)
      }),
    )
  })
})

describe('bounce settings', () => {
  it('are renamed in the settings of a queue', () => {
    expect(notificationsOf({ bounce_email_to: 'a@example.org', bounce_deleted_annotations: true, name: 'x' })).toEqual({
      recipient: { email: 'a@example.org', name: '' },
      deleted_annotations: true,
    })
    expect(notificationsOf({ bounce_email_to: null })).toEqual({ recipient: null })
    expect(notificationsOf({})).toEqual({})
  })
})
