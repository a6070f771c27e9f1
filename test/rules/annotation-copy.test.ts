import { describe, expect, it } from 'vitest'
import { COPY_TARGETS, copyStatus } from '../../src/rules/annotation-copy.ts'
import { STATUSES } from '../../src/rules/annotation-status.ts'

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
