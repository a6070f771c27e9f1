import { describe, expect, it } from 'vitest'
import type { Annotation, Relation, WorkflowActivity, WorkflowRun, WorkflowStep } from '../src/api/types.ts'
import { approvalSteps, historyOf } from '../src/screens/review/side/history.ts'
import { othersOf } from '../src/screens/review/side/relation-groups.ts'

const none = {
  assigned_at: null,
  confirmed_at: null,
  exported_at: null,
  export_failed_at: null,
  rejected_at: null,
  deleted_at: null,
  purged_at: null,
  modified_by: null,
}
const annotation = (given: Partial<Annotation>) =>
  ({ ...none, created_at: '2026-01-01', creator: 'u1', modified_at: '2026-01-01', ...given }) as Annotation

describe('the history of a document', () => {
  it('lists what has happened in the order of time, with the people', () => {
    const history = historyOf(
      annotation({
        confirmed_at: '2026-01-03',
        confirmed_by: 'u2',
        assigned_at: '2026-01-02',
        exported_at: '2026-01-04',
      }),
    )
    expect(history.map(({ moment }) => moment)).toEqual(['created', 'assigned', 'confirmed', 'exported'])
    expect(history[2]).toEqual({ moment: 'confirmed', at: '2026-01-03', by: 'u2' })
  })
  it('says what was done automatically', () => {
    const moments = (given: Partial<Annotation>) => historyOf(annotation(given)).map(({ moment }) => moment)
    expect(moments({ automated: true, confirmed_at: '2026-01-02' })).toEqual(['created', 'automated'])
    expect(moments({ automatically_rejected: true, rejected_at: '2026-01-02' })).toEqual(['created', 'rejectedByRule'])
  })
  it('ends with the last change, if it is later than all others', () => {
    expect(historyOf(annotation({ modified_at: '2026-01-05', modified_by: 'u3' })).at(-1)).toEqual({
      moment: 'changed',
      at: '2026-01-05',
      by: 'u3',
    })
    expect(historyOf(annotation({ modified_by: 'u3' }))).toHaveLength(1)
  })
})

describe('the steps of an approval', () => {
  const steps = [3, 1, 2].map((id) => ({ url: `s${id}`, ordering: id, assignees: ['u1'] })) as WorkflowStep[]
  const activity = (action: string, step: string | null, assignees: string[] = []) =>
    ({ action, workflow_step: step, workflow_run: 'r', assignees }) as WorkflowActivity
  const activities = [
    activity('step_started', 's1', ['u1']),
    activity('approved', 's1'),
    activity('step_completed', 's1'),
    activity('step_started', 's2', ['u1']),
    activity('reassigned', 's2', ['u2', 'u3']),
    { ...activity('rejected', 's3'), workflow_run: 'another' },
  ]
  const states = (current_step: string | null) =>
    approvalSteps({ url: 'r', current_step } as WorkflowRun, steps, activities)

  it('are in order, with their states', () => {
    expect(states('s2').map(({ step, state }) => [step.url, state])).toEqual([
      ['s1', 'done'],
      ['s2', 'current'],
      ['s3', 'ahead'],
    ])
  })
  it('name the people who were asked last, and the decisions', () => {
    const [first, second, third] = states('s2')
    expect(second!.assignees).toEqual(['u2', 'u3'])
    expect(third!.assignees).toEqual(['u1'])
    expect([first!.decisions.length, second!.decisions.length, third!.decisions.length]).toEqual([1, 0, 0])
  })
  it('that were not reached before the end were not needed', () => {
    expect(states(null).map(({ state }) => state)).toEqual(['done', 'skipped', 'skipped'])
  })
})

describe('relations', () => {
  const relation = (type: Relation['type'], parent: string | null, annotations: string[], key: string | null = null) =>
    ({ type, parent, annotations, key }) as Relation

  it('are grouped by what the others are to the document, each once', () => {
    expect(
      othersOf(
        [
          relation('attachment', null, ['me', 'c']),
          relation('duplicate', null, ['a', 'me', 'b']),
          relation('duplicate', null, ['b', 'me']),
          relation('edit', 'p', ['me', 's']),
          relation('edit', 'me', ['x']),
        ],
        'me',
      ),
    ).toEqual([
      { kind: 'duplicate', urls: ['a', 'b'] },
      { kind: 'origin', urls: ['p'] },
      { kind: 'part', urls: ['x'] },
      { kind: 'sibling', urls: ['s'] },
      { kind: 'attachment', urls: ['c'] },
    ])
  })
  it('of equal values are not those of the same file', () => {
    expect(
      othersOf(
        [
          relation('duplicate', null, ['a', 'me'], '9e107d9d372bb6826bd81d3542a419d6'),
          relation('duplicate', null, ['a', 'me', 'v'], 'fields:e4d909c290d0fb1ca068ffaddf22cbd0'),
        ],
        'me',
      ),
    ).toEqual([
      { kind: 'duplicate', urls: ['a'] },
      { kind: 'equal_values', urls: ['v'] },
    ])
  })
  it('with the document alone are none', () => {
    expect(othersOf([relation('duplicate', null, ['me'])], 'me')).toEqual([])
  })
})
