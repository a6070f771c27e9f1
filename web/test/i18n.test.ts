import './support/browser.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatAgo, formatDuration, formatSeconds, formatShare, LANGUAGES, setLanguage, t } from '../src/i18n/index.ts'
import { announcementOf } from '../src/screens/documents/queue-head.tsx'
import { lifetimeOf } from '../src/screens/admin/queue-settings.tsx'

beforeEach(() => setLanguage('en'))

it('offers each language by its own name', () => {
  expect(LANGUAGES).toEqual(
    expect.arrayContaining([
      { code: 'de', name: 'Deutsch' },
      { code: 'en', name: 'English' },
    ]),
  )
})

describe('t', () => {
  it('selects the plural by the language', async () => {
    expect(t('queues.toReview', { count: 1 })).toBe('1 document to review')
    expect(t('queues.toReview', { count: 1200 })).toBe('1,200 documents to review')
    await setLanguage('de')
    expect(t('queues.toReview', { count: 1 })).toBe('1 Dokument zu prüfen')
  })

  it('shows text of users as it is', () => {
    expect(t('review.correctFirst', { field: '{count} #' })).toContain('{count} #')
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

describe('lifetimes', () => {
  it.each([
    ['en', ['1 second', '90 seconds', '2 minutes', '1 hour 30 minutes', '30 days', '3,650 days', '0 seconds']],
    ['de', ['1 Sekunde', '90 Sekunden', '2 Minuten', '1 Stunde 30 Minuten', '30 Tage', '3.650 Tage', '0 Sekunden']],
  ] as const)('are written in words: %s', async (tag, words) => {
    await setLanguage(tag)
    const seconds = [1, 90, 120, 5400, 30 * 86_400, 3650 * 86_400, 0]
    expect(seconds.map(formatDuration)).toEqual(words)
  })

  it('of queues are shown with their unit', () => {
    const shown = (document_lifetime: string | null) => lifetimeOf({ document_lifetime })
    expect(['00:01:30', '90 00:00:00', '1 12:00:00', null].map(shown)).toEqual([
      '90 seconds',
      '90 days',
      '1 day 12 hours',
      'no limit',
    ])
  })

  it('are announced with the number of documents and the time', async () => {
    // Local, so that the day is the same in every time zone.
    const until = new Date(2026, 4, 2, 10).toISOString()
    expect(announcementOf({ count: 12, until })).toMatch(/^12 documents will be deleted by 2 May 2026.* because/)
    expect(announcementOf({ count: 1, until })).toMatch(/^1 document will be deleted/)
    expect(announcementOf({ count: 0, until })).toBeNull()
    expect(announcementOf({ count: 0, until: null })).toBeNull()
    await setLanguage('de')
    expect(announcementOf({ count: 12, until })).toMatch(/^12 Dokumente werden bis 02\.05\.2026.* gelöscht, weil/)
  })
})
