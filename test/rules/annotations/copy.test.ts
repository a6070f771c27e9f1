import { describe, expect, it } from 'vitest'
import { copyConfirms, COPY_TARGETS, copyStatus } from '../../../src/rules/annotations/copy.ts'
import { STATUSES } from '../../../src/rules/annotations/status.ts'

describe('copyStatus', () => {
  it('keeps the original status if a copy can have it, else sets to_review', () => {
    for (const status of STATUSES.filter((name) => name !== 'purged'))
      expect(copyStatus(status, null, false)).toEqual({
        status: COPY_TARGETS.includes(status) ? status : 'to_review',
      })
  })

  it('prefers the requested status to the original, and a new extraction to both', () => {
    expect(copyStatus('to_review', 'exported', false)).toEqual({ status: 'exported' })
    expect(copyStatus('to_review', 'exported', true)).toEqual({ status: 'importing' })
  })

  it('refuses purged annotations', () => {
    expect(copyStatus('purged', 'to_review', true)).toHaveProperty('refused')
  })
})

describe('copyConfirms', () => {
  it('is true for a confirmed copy of an unconfirmed original, or in another queue', () => {
    for (const status of ['confirmed', 'exporting', 'exported', 'failed_export'] as const) {
      expect(copyConfirms('to_review', status, true)).toBe(true)
      expect(copyConfirms('rejected', status, false)).toBe(true)
      expect(copyConfirms('confirmed', status, true)).toBe(false)
      expect(copyConfirms('failed_export', status, false)).toBe(true)
    }
    expect(copyConfirms('exported', 'exported', false)).toBe(false)
    expect(copyConfirms('to_review', 'postponed', false)).toBe(false)
  })
})
