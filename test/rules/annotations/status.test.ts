import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnsOf,
  mayMove,
  MOVES,
  START_STATUSES,
  STATUSES,
  type Status,
} from '../../../src/rules/annotations/status.ts'

const target = (...args: Parameters<typeof mayMove>) => {
  const answer = mayMove(...args)
  return answer.allowed ? answer.to : answer.why
}

describe('mayMove', () => {
  it('starts a review from reviewable statuses and records the original status', () => {
    expect(mayMove('postponed', 'start', { caller: 1 })).toEqual({
      allowed: true,
      to: 'reviewing',
      sets: { modifier_id: 'caller', assigned_at: 'now', status_before_review: 'from' },
    })
    expect(START_STATUSES).toEqual(['to_review', 'reviewing', 'postponed', 'confirmed'])
  })

  it('starts a review from exported, rejected and failed_export only if listed, from deleted never', () => {
    for (const from of ['exported', 'rejected', 'failed_export'] as Status[]) {
      expect(mayMove(from, 'start', { caller: 1 })).toMatchObject({
        why: 'status',
        reason: `An annotation in status ${from} does not allow this action unless \`statuses\` lists ${from}.`,
      })
      expect(target(from, 'start', { caller: 1, statuses: [from] })).toBe('reviewing')
    }
    expect(target('deleted', 'start', { caller: 1, statuses: ['deleted'] })).toBe('status')
    expect(mayMove('deleted', 'start', { caller: 1 })).toMatchObject({
      reason: expect.stringMatching(/this action\.$/),
    })
  })

  it('refuses a start if the listed statuses do not include the current one', () => {
    expect(target('to_review', 'start', { caller: 1, statuses: ['postponed'] })).toBe('status')
  })

  it('lets only the reviewer start again, without changing anything', () => {
    expect(mayMove('reviewing', 'start', { caller: 1, modifier: 1 })).toEqual({
      allowed: true,
      to: 'reviewing',
      sets: {},
    })
    expect(target('reviewing', 'start', { caller: 2, modifier: 1 })).toBe('held')
    expect(target('reviewing', 'start', { caller: 2, modifier: 1, admin: true })).toBe('held')
  })

  it('returns to the original status on cancel', () => {
    const context = { caller: 1, modifier: 1 }
    expect(target('reviewing', 'cancel', { ...context, status_before_review: 'postponed' })).toBe('postponed')
    expect(target('reviewing', 'cancel', { ...context, status_before_review: 'confirmed' })).toBe('confirmed')
    expect(target('reviewing', 'cancel', { ...context, status_before_review: 'exported' })).toBe('to_review')
    expect(target('reviewing', 'cancel', context)).toBe('to_review')
    expect(target('reviewing', 'cancel', { caller: 2, modifier: 1 })).toBe('held')
    expect(target('reviewing', 'cancel', { caller: 2, modifier: 1, admin: true })).toBe('to_review')
    expect(target('to_review', 'cancel', context)).toBe('status')
  })

  it('moves to exporting, confirmed or in_workflow on confirm, depending on the queue', () => {
    const context = { caller: 1, modifier: 1 }
    expect(target('reviewing', 'confirm', context)).toBe('exporting')
    expect(target('reviewing', 'confirm', { ...context, use_confirmed_state: true })).toBe('confirmed')
    expect(target('reviewing', 'confirm', { ...context, use_confirmed_state: true, workflows_enabled: true })).toBe(
      'in_workflow',
    )
    expect(target('reviewing', 'confirm', { caller: 2, modifier: 1, admin: true })).toBe('held')
    expect(mayMove('to_review', 'confirm', context)).toEqual({
      allowed: false,
      why: 'status',
      reason: 'Document is not being annotated.',
    })
  })

  it('approves step by step', () => {
    expect(target('in_workflow', 'approve', { more_steps: true })).toBe('in_workflow')
    expect(target('in_workflow', 'approve', {})).toBe('exporting')
    expect(target('in_workflow', 'approve', { use_confirmed_state: true })).toBe('confirmed')
    expect(target('in_workflow', 'postpone', { caller: 1 })).toBe('status')
    expect(target('in_workflow', 'reject', { caller: 1 })).toBe('rejected')
  })

  it('sets the automated flag and no confirming user on automation', () => {
    expect(mayMove('importing', 'automate')).toEqual({
      allowed: true,
      to: 'exporting',
      sets: { automated: true, confirmed_at: 'now', confirmed_by: null },
    })
  })

  it('lets a rule confirm or export only what needs no approval', () => {
    const targets = (['confirmed', 'exporting', 'postponed', 'deleted', 'rejected'] as const).map((to) => [
      mayMove('importing', 'rule', { to }),
      mayMove('importing', 'rule', { to, workflows_enabled: true }),
    ])
    const statuses = targets.map((pair) => pair.map((answer) => (answer.allowed ? answer.to : null)))
    expect(statuses).toEqual([
      ['confirmed', 'in_workflow'],
      ['exporting', 'in_workflow'],
      ['postponed', 'postponed'],
      ['deleted', 'deleted'],
      ['rejected', 'rejected'],
    ])
  })

  it('refuses a move to an approval that cannot be decided, and no other move', () => {
    const reason = 'It cannot be decided whether the workflow "Large amounts" applies.'
    const context = { caller: 1, modifier: 1, workflows_enabled: true, undecided: reason }
    expect(mayMove('reviewing', 'confirm', context)).toEqual({ allowed: false, why: 'undecided', reason })
    expect(mayMove('importing', 'automate', context)).toMatchObject({ why: 'undecided' })
    expect(target('importing', 'rule', { ...context, to: 'confirmed' })).toBe('undecided')
    expect(target('importing', 'rule', { ...context, to: 'postponed' })).toBe('postponed')
    expect(target('to_review', 'patch', { ...context, to: 'confirmed' })).toBe('status')
    expect(target('reviewing', 'confirm', { ...context, modifier: 2 })).toBe('held')
    expect(target('exported', 'confirm', context)).toBe('status')
    expect(target('in_workflow', 'patch', { ...context, to: 'in_workflow' })).toBe('undecided')
  })

  it('marks a rejection by a rule as automated', () => {
    expect(mayMove('importing', 'rule', { to: 'rejected' })).toMatchObject({ sets: { automatically_rejected: true } })
    expect(target('importing', 'rule', { to: 'purged' })).toBe('status')
  })

  it('accepts exactly the PATCHes in the table', () => {
    const allowed = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => to !== from && mayMove(from, 'patch', { to }).allowed).map((to) => `${from} > ${to}`),
    )
    expect(allowed.sort()).toEqual(
      [
        'failed_export > to_review',
        'failed_export > exporting',
        ...['postponed', 'rejected', 'exported', 'deleted', 'confirmed', 'failed_import'].map(
          (from) => `${from} > to_review`,
        ),
        ...['to_review', 'postponed', 'failed_import'].map((from) => `${from} > importing`),
        ...['to_review', 'postponed', 'confirmed'].flatMap((from) =>
          ['exporting', 'confirmed', 'rejected', 'postponed', 'deleted']
            .filter((to) => to !== from)
            .map((to) => `${from} > ${to}`),
        ),
      ].sort(),
    )
  })

  it('treats a PATCH to the same status as no change', () => {
    expect(mayMove('exporting', 'patch', { to: 'exporting' })).toEqual({ allowed: true, to: 'exporting', sets: {} })
  })

  it('allows the status changes of the queue export', () => {
    expect(target('to_review', 'export', { to: 'exporting' })).toBe('exporting')
    expect(target('confirmed', 'export', { to: 'exported' })).toBe('exported')
    expect(target('confirmed', 'export', { to: 'failed_export' })).toBe('failed_export')
    expect(target('exported', 'export', { to: 'exporting' })).toBe('status')
    expect(target('exporting', 'export_succeeded')).toBe('exported')
    expect(target('exporting', 'export_failed')).toBe('failed_export')
  })

  it('never leaves purged, and reaches only statuses in the table', () => {
    const triggers = [...new Set(MOVES.map((move) => move.trigger))]
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUSES),
        fc.constantFrom(...triggers),
        fc.record({
          caller: fc.option(fc.nat(3)),
          modifier: fc.option(fc.nat(3)),
          admin: fc.boolean(),
          to: fc.constantFrom(...STATUSES),
          use_confirmed_state: fc.boolean(),
          workflows_enabled: fc.boolean(),
          more_steps: fc.boolean(),
        }),
        (from, trigger, context) => {
          const answer = mayMove(from, trigger, context)
          if (from === 'purged') expect(answer).toMatchObject({ allowed: false, why: 'purged' })
          else if (answer.allowed && !(trigger === 'patch' && answer.to === from))
            expect(MOVES.some((m) => m.trigger === trigger && m.from.includes(from) && m.to.includes(answer.to))).toBe(
              true,
            )
        },
      ),
    )
  })
})

describe('columnsOf', () => {
  it('fills in time, caller and previous status', () => {
    const now = '2026-01-05T10:00:00.000000Z'
    const sets = {
      modifier_id: 'caller',
      assigned_at: 'now',
      status_before_review: 'from',
      confirmed_by: null,
      automated: true,
    } as const
    expect(columnsOf(sets, { now, caller: 7, from: 'to_review' })).toEqual({
      modifier_id: 7,
      assigned_at: now,
      status_before_review: 'to_review',
      confirmed_by: null,
      automated: true,
    })
  })
})
