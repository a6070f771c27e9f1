import { describe, expect, it } from 'vitest'
import type { SchemaDatapoint, SchemaSection } from '../src/api/types.ts'
import {
  constraintsOf,
  durationOf,
  groupEvents,
  matchesUser,
  personOf,
  pretty,
  searchSchema,
  secondsBetween,
  sourceOf,
  withQueue,
} from '../src/screens/admin/rules.ts'

const field = (id: string, more: Partial<SchemaDatapoint> = {}): SchemaDatapoint => ({
  category: 'datapoint',
  type: 'string',
  id,
  label: id.toUpperCase(),
  ...more,
})
const content: SchemaSection[] = [
  {
    category: 'section',
    id: 'basic',
    label: 'Basic',
    children: [field('number', { rir_field_names: ['document_id'] })],
  },
  {
    category: 'section',
    id: 'lines',
    label: 'Lines',
    children: [
      {
        category: 'multivalue',
        id: 'items',
        label: 'Items',
        children: { category: 'tuple', id: 'item', label: '', children: [field('code'), field('price')] },
      },
    ],
  },
]

describe('the search in a schema', () => {
  const idsOf = (text: string) =>
    searchSchema(content, text).flatMap(({ children }) =>
      children.flatMap((child) =>
        child.category === 'datapoint'
          ? child.id
          : child.children.category === 'tuple'
            ? child.children.children.map(({ id }) => id)
            : [],
      ),
    )
  it('finds fields by label, id and source', () => {
    expect(idsOf('NUMB')).toEqual(['number'])
    expect(idsOf('document_id')).toEqual(['number'])
  })
  it('finds columns, and all of them by the name of their table', () => {
    expect(idsOf('price')).toEqual(['price'])
    expect(idsOf('items')).toEqual(['code', 'price'])
  })
  it('finds a section as a whole', () => expect(idsOf('lines')).toEqual(['code', 'price']))
  it('finds everything with an empty text', () => expect(idsOf(' ')).toEqual(['number', 'code', 'price']))
})

describe('a field of a schema', () => {
  it('has the source of its configuration, or of its names', () => {
    expect(sourceOf(field('a', { ui_configuration: { type: 'formula' }, rir_field_names: ['x'] }))).toBe('formula')
    expect(sourceOf(field('a', { rir_field_names: ['x'] }))).toBe('captured')
    expect(sourceOf(field('a'))).toBe('none')
    expect(sourceOf(field('a', { type: 'button' }))).toBe('button')
  })
  it('is required unless it says otherwise', () => {
    expect(constraintsOf(field('a'))).toEqual([{ kind: 'required' }])
    expect(
      constraintsOf(field('a', { constraints: { required: false, length: { max: 8 }, regexp: { pattern: '^A' } } })),
    ).toEqual([{ kind: 'optional' }, { kind: 'max', count: 8 }, { kind: 'pattern', pattern: '^A' }])
  })
})

describe('events of a hook', () => {
  it('are grouped by name, with their actions in words', () =>
    expect(groupEvents(['annotation_content.user_update', 'email', 'annotation_content.started'])).toEqual([
      { event: 'annotation_content', actions: ['user update', 'started'] },
      { event: 'email', actions: [] },
    ]))
})

describe('calls of hooks', () => {
  it('have a duration once they have ended', () => {
    expect(secondsBetween('2026-01-01T00:00:00Z', '2026-01-01T00:00:01.5Z')).toBe(1.5)
    expect(secondsBetween('2026-01-01T00:00:00Z', null)).toBeNull()
  })
  it('show JSON indented and other texts as they are', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(pretty('<html>')).toBe('<html>')
  })
})

describe('users of a queue', () => {
  it('keep their other queues', () => {
    expect(withQueue(['a'], 'b', true)).toEqual(['a', 'b'])
    expect(withQueue(['a', 'b', 'c'], 'b', false)).toEqual(['a', 'c'])
  })
  it('are not changed without need', () => {
    expect(withQueue(['a'], 'a', true)).toBeNull()
    expect(withQueue(['a'], 'b', false)).toBeNull()
  })
  it('are found by name and address', () => {
    const user = { first_name: 'Grace', last_name: 'Hopper', username: 'gh', email: 'g@navy.example' }
    expect(personOf(user)).toBe('Grace Hopper')
    expect(personOf({ ...user, first_name: '', last_name: '' })).toBe('gh')
    const match = (text: string) => matchesUser(user as Parameters<typeof matchesUser>[0], text)
    expect([match('hopper'), match('NAVY'), match('ada')]).toEqual([true, true, false])
  })
})

describe('durations of settings', () => {
  it('are read with and without days', () =>
    expect(['01:00:00', '2 00:00:30', 'soon'].map(durationOf)).toEqual([3600, 172_830, null]))
})
