import { describe, expect, it } from 'vitest'
import { STATUSES } from '../../../src/rules/annotations/status.ts'
import {
  describeMove,
  describeState,
  statusIsFailure,
  statusIsOpen,
  type LifecycleState,
} from '../../../src/rules/temporal/lifecycle.ts'
import { parseWorkflowId } from '../../../src/rules/temporal/workflow-ids.ts'
import { shorten, summarize } from '../../../src/rules/temporal/workflow-summary.ts'

const state: LifecycleState = {
  annotation_id: 17,
  organization_id: 1,
  queue_id: 5,
  queue: 'Invoices EU',
  upload_id: 9,
  file: 'invoice-17.pdf',
  status: 'to_review',
  since: '2026-11-22T04:30:00.000000Z',
  reviewer: null,
  assignees: [],
  failure: null,
  url: 'https://sheaf.example.com/api/v1/annotations/17',
}

describe('the workflow of an annotation', () => {
  it('is open while the annotation is under review', () => {
    expect(STATUSES.filter((status) => !statusIsOpen(status))).toEqual([
      'failed_import',
      'exported',
      'failed_export',
      'deleted',
      'purged',
    ])
    expect(STATUSES.filter(statusIsFailure)).toEqual(['failed_import', 'failed_export'])
  })

  it('describes its state, without missing values', () => {
    expect(describeState(state)).toBe(
      [
        '- **Status**: to_review since 2026-11-22T04:30:00.000000Z',
        '- **Queue**: Invoices EU (5)',
        '- **Action required**: None. Waiting for a user to start the review.',
        '- **Annotation**: https://sheaf.example.com/api/v1/annotations/17',
        '- **Upload**: workflow upload/9',
      ].join('\n'),
    )
    expect(describeState({ ...state, queue: '[Pay](https://evil.example) <img src=x>' })).toContain(
      String.raw`- **Queue**: \[Pay\](https://evil.example) \<img src=x\> (5)`,
    )
    const failed = describeState({
      ...state,
      status: 'failed_import',
      failure: 'The PDF is damaged.',
      assignees: ['ada', 'bob'],
    })
    expect(failed).toContain('- **Last failure**: The PDF is damaged.')
    expect(failed).toContain('- **Assigned to**: ada, bob')
    expect(failed).toContain('rir_poll_id null')
  })

  it.each(STATUSES)('describes the possible actions in status %s', (status) => {
    expect(describeState({ ...state, status })).toMatch(/\*\*Action required\*\*: \S+/)
  })

  it('has a summary for every status change', () => {
    const changed = (from: LifecycleState['status'] | null, to: string, by: string | null = 'ada@example.com') =>
      describeMove({ kind: 'annotation_status.changed', from: from as never, to: to as never, by })
    expect(changed('to_review', 'reviewing')).toBe('Review started by ada@example.com (to_review → reviewing)')
    expect(changed('reviewing', 'to_review')).toBe('Review cancelled by ada@example.com (reviewing → to_review)')
    expect(changed('reviewing', 'to_review', null)).toBe('Review timed out (reviewing → to_review)')
    expect(changed('deleted', 'to_review')).toBe('Returned to review by ada@example.com (deleted → to_review)')
    expect(changed('exporting', 'exported', null)).toBe('Exported by the service (exporting → exported)')
    expect(changed(null, 'created')).toBe('Created with status created by ada@example.com')
    expect(describeMove({ kind: 'annotation.moved', from_queue: 3, to_queue: 5, by: 'ada' })).toBe(
      'Moved from queue 3 to queue 5 by ada',
    )
    expect(describeMove({ kind: 'annotation.assigned', assignees: [4, 5], by: 'ada' })).toBe(
      'Assigned to users 4, 5 by ada',
    )
    expect(describeMove({ kind: 'annotation.assigned', assignees: [], by: 'ada' })).toBe('Assignees removed by ada')
    expect(describeMove({ kind: 'annotation.reviewer_changed', reviewer: 4, by: 'ada' })).toBe(
      'Review given to user 4 by ada',
    )
    expect(describeMove({ kind: 'annotation.reviewer_changed', reviewer: null, by: 'ada' })).toBe(
      'Reviewer removed by ada',
    )
    expect(describeMove({ kind: 'annotation.removed', by: 'ada' })).toBe('Permanently deleted by ada')
    for (const from of STATUSES)
      for (const to of STATUSES) expect(changed(from, to)).toMatch(/^[A-Z][^→]+\(\w+ → \w+\)$/)
  })
})

describe('workflow ids', () => {
  it('identify a row, and other texts are not parsed as ids', () => {
    expect(parseWorkflowId('annotation/17')).toEqual({ kind: 'annotation', id: 17 })
    expect(parseWorkflowId('email/4/send')).toEqual({ kind: 'email', id: 4 })
    expect(parseWorkflowId('email/4')).toEqual({ kind: 'incoming-email', id: 4 })
    expect(parseWorkflowId('usage')).toEqual({ kind: 'usage', id: 0 })
    for (const other of ['annotation/x', 'annotation/1/2', 'sweep/sheaf/reviews', ''])
      expect(parseWorkflowId(other)).toBeNull()
  })
})

describe('summaries', () => {
  it('fit into the limit of Temporal without splitting a character', () => {
    const summary = summarize({ file: `${'ü'.repeat(300)}.pdf`, files: 4, queue: 'q'.repeat(300) })
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(400)
    expect(summary).toContain('… and 3 more in ')
    expect(shorten('😀😀', 5)).toBe('…')
    expect(shorten('plain', 5)).toBe('plain')
  })
})
