import { describe, expect, it } from 'vitest'
import type { ContentNode } from '../../../src/rules/content/index.ts'
import { valueChanges } from '../../../src/rules/content/value-changes.ts'

const field = (id: number, value: string | null) =>
  ({ id, schema_id: `field_${id}`, category: 'datapoint', content: value === null ? null : { value } }) as ContentNode
const group = (id: number, ...children: ContentNode[]) =>
  ({ id, schema_id: `group_${id}`, category: 'section', children }) as ContentNode
const change = (node_id: number, before: string | null, after: string | null) => ({
  node_id,
  schema_id: `field_${node_id}`,
  before,
  after,
})

describe('the changes between two trees', () => {
  it('are the values that differ; an empty value counts as none', () => {
    const before = [group(1, field(2, 'a'), field(3, ''), field(4, 'same'), field(5, null))]
    const after = [group(1, field(2, 'b'), field(3, 'new'), field(4, 'same'), field(5, ''))]
    expect(valueChanges(before, after)).toEqual([change(2, 'a', 'b'), change(3, null, 'new')])
    expect(valueChanges(after, before)).toEqual([change(2, 'b', 'a'), change(3, 'new', null)])
  })

  it('include the values of added and removed nodes, those removed last', () => {
    const before = [group(1, group(2, field(3, 'gone'), field(4, '')), field(5, 'a'))]
    const after = [group(1, field(5, 'b'), group(6, field(7, 'added'), field(8, '')))]
    expect(valueChanges(before, after)).toEqual([
      change(5, 'a', 'b'),
      change(7, null, 'added'),
      change(3, 'gone', null),
    ])
  })

  it('are found without reading what both trees share', () => {
    const shared = new Proxy(group(2, field(3, 'a')), {
      get: (node, key) => {
        if (key === 'children') throw new Error('read')
        return Reflect.get(node, key) as unknown
      },
    })
    expect(valueChanges([shared, group(4, field(5, 'a'))], [shared, group(4, field(5, 'b'))])).toEqual([
      change(5, 'a', 'b'),
    ])
    const tree = [shared]
    expect(valueChanges(tree, tree)).toEqual([])
  })
})
