import './support/browser.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { de } from '../src/i18n/de/index.ts'
import { en } from '../src/i18n/en/index.ts'
import { formatAgo, formatSeconds, formatShare, language, t, type Key } from '../src/i18n/index.ts'

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

beforeEach(() => {
  language.value = 'en'
})

describe('the catalogues', () => {
  it.each(Object.keys(en) as Key[])('have the same values in all languages: %s', (key) => {
    expect(placeholders(de[key])).toEqual(placeholders(en[key]))
    expect(de[key].trim()).not.toBe('')
  })
})

describe('t', () => {
  it('selects the plural by the language', () => {
    expect(t('queues.toReview', { count: 1 })).toBe('1 document to review')
    expect(t('queues.toReview', { count: 1200 })).toBe('1,200 documents to review')
    language.value = 'de'
    expect(t('queues.toReview', { count: 1 })).toBe('1 Dokument zu prüfen')
  })

  it('shows text of users as it is', () => {
    expect(t('review.correctFirst', { field: '{count|a|b}' })).toContain('{count|a|b}')
  })
})

it('formats shares, durations and times', () => {
  expect(formatShare(0.934)).toBe('93%')
  expect(formatSeconds(4.25)).toBe('4.3 s')
  expect(formatSeconds(80)).toBe('1 min 20 s')
  expect(formatSeconds(7260)).toBe('2 h 1 min')
  const now = Date.parse('2026-05-01T12:00:00Z')
  expect(formatAgo('2026-05-01T11:55:00Z', now)).toBe('5 minutes ago')
  expect(formatAgo('2026-04-30T11:00:00Z', now)).toBe('yesterday')
  expect(formatAgo('2026-01-05T12:00:00Z', now)).toBe('5 Jan 2026')
})
