/** What a push of a set-up weakens. */
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../src/cli/config/controls/queue-settings.ts'
import { KINDS } from '../../src/cli/config/kinds.ts'
import { CONTROLS, weakened } from '../../src/cli/config/weaker.ts'
import { QueueSettings } from '../../src/rules/queues/settings.ts'
import { CASES, field, flow, QUEUE } from './weaker-cases.ts'

type Keyed = Record<string, unknown>

describe('a change is weaker', () => {
  it.each(CASES)('%s', (path, before, changed, clauses) =>
    expect(weakened({ path }, { ...before }, { ...changed })).toEqual(clauses),
  )
})

describe('a change is not weaker', () => {
  it.each<[Parameters<typeof weakened>[0]['path'], object, object]>([
    ['queues', QUEUE, { automation_level: 'never', default_score_threshold: 0.95, locale: 'de_DE' }],
    ['queues', { ...QUEUE, automation_enabled: false }, { automation_level: 'always' }],
    ['queues', QUEUE, { workflows: [...QUEUE.workflows, flow('Third')] }],
    ['queues', QUEUE, { settings: { columns: [] } }],
    ['workflow_steps', { mode: 'any', condition: {} }, { mode: 'all', name: 'Board' }],
    ['rules', { enabled: false }, { enabled: true }],
    ['schemas', { content: field({ score_threshold: 0.5 }) }, { content: field({ score_threshold: 0.9 }) }],
    ['labels', { color: '#000000' }, { color: '#ffffff' }],
  ])('%s %#', (path, before, changed) => expect(weakened({ path }, { ...before }, { ...changed })).toEqual([]))
})

describe('the table of controls', () => {
  it.each(KINDS.map(({ path, keys }) => [path, keys] as const))('decides about each key of %s', (path, keys) =>
    expect(Object.keys(CONTROLS[path] ?? {}).sort(), 'CONTROLS in src/cli/config/weaker.ts').toEqual([...keys].sort()),
  )

  it('decides about each setting of a queue', () =>
    expect(Object.keys(SETTINGS).sort()).toEqual(Object.keys(QueueSettings.properties).sort()))

  it('has a weaker change of each control and setting', () => {
    const controls = Object.entries(CONTROLS).flatMap(([path, keys]) =>
      Object.keys(keys).flatMap((key) => (keys[key] ? [`${path}.${key}`] : [])),
    )
    const tested = CASES.flatMap(([path, , changed]) => Object.keys(changed).map((key) => `${path}.${key}`))
    expect(controls.filter((one) => !tested.includes(one))).toEqual([])
    const changed = CASES.flatMap(
      ([, old, { settings: next = {} }]: [unknown, { settings?: Keyed }, { settings?: Keyed }, unknown]) =>
        Object.keys(next).filter((key) => JSON.stringify(next[key]) !== JSON.stringify(old.settings?.[key])),
    )
    const kept = Object.entries(SETTINGS).flatMap(([key, clauses]) => (clauses ? [key] : []))
    expect(kept.filter((key) => !changed.includes(key))).toEqual([])
  })
})
