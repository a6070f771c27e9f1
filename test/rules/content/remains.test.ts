import { describe, expect, it } from 'vitest'
import { reshapeTree } from '../../../src/rules/content/index.ts'
import { remainsOf, withRemains } from '../../../src/rules/content/remains.ts'
import { renameTree } from '../../../src/rules/content/rename.ts'
import type { SchemaContent, SchemaDatapoint, SchemaMultivalue } from '../../../src/rules/schema/index.ts'
import { aField, build, idsFrom, nodeOf, nodesOf, schema, schemaOf, valuesOf } from './fixtures.ts'

const tree = build()
const none = { extraction: null, values: {}, defaultThreshold: 0.8 }
const reshape = (from: typeof tree, before: SchemaContent, after: SchemaContent) =>
  reshapeTree(from, before, after, { ...none, takeIds: idsFrom(5000) })
/** Changes the schema of the tree and undoes the change. */
function thereAndBack(next: SchemaContent, edit: (changed: typeof tree) => void = () => undefined) {
  const changed = reshape(tree, schema, next)
  const remains = remainsOf(tree, changed)
  edit(changed)
  const restored = remains ? withRemains(changed, remains) : changed
  return { remains, back: reshape(restored, [...schema, ...next], schema) }
}
const [head, tail] = schema as [SchemaContent[0], SchemaContent[0]]
const fieldOf = (id: string) => head.children.find((child) => child.id === id) as SchemaDatapoint
const lines = tail.children[0] as SchemaMultivalue
const tuple = lines.children as Extract<SchemaMultivalue['children'], { category: 'tuple' }>

describe('what a change of a schema removes', () => {
  it('returns with an undo: fields, tables and columns', () => {
    // A section has no values: it is a new one.
    const { back } = thereAndBack([{ ...head, children: [fieldOf('bill_no')] }])
    expect(back.map(({ children }) => children)).toEqual(tree.map(({ children }) => children))
    const narrow = { ...lines, children: { ...tuple, children: tuple.children.slice(1) } }
    expect(thereAndBack([head, { ...tail, children: [narrow, ...tail.children.slice(1)] }]).back).toEqual(tree)
  })

  it('does not replace values that were entered since', () => {
    const next = [{ ...head, children: [fieldOf('bill_no')] }]
    const { back } = thereAndBack(next, (changed) => {
      nodeOf(changed, 'bill_no').content!.value = 'later'
    })
    expect(valuesOf(back, 'bill_no')).toEqual(['later'])
    expect(valuesOf(back, 'total')).toEqual(valuesOf(tree, 'total'))
  })

  it('returns to the rows of a table of which a column was moved out', () => {
    const [text] = tuple.children
    const narrow = { ...lines, children: { ...tuple, children: tuple.children.slice(1) } }
    const next = [head, { ...tail, children: [text!, narrow, ...tail.children.slice(1)] }]
    const { back } = thereAndBack(next, (changed) => {
      nodeOf(changed, 'text').content!.value = 'Wine'
    })
    expect(valuesOf(back, 'text')).toEqual(['Wine', 'Power'])
    expect(nodesOf(back, 'text').map(({ id }) => id)).toEqual(nodesOf(tree, 'text').map(({ id }) => id))
  })

  it('takes nothing from a field that was moved out of a table whose rows were deleted since', () => {
    const [text] = tuple.children
    const narrow = { ...lines, children: { ...tuple, children: tuple.children.slice(1) } }
    const next = [head, { ...tail, children: [text!, narrow, ...tail.children.slice(1)] }]
    const { back } = thereAndBack(next, (changed) => {
      nodeOf(changed, 'text').content!.value = 'Wine'
      for (const section of changed)
        for (const node of section.children) if (node.schema_id === lines.id && 'children' in node) node.children = []
    })
    expect(valuesOf(back, 'text')).toEqual(['Wine'])
  })

  it('is nothing if all values stay', () => {
    expect(thereAndBack(schemaOf(...head.children, ...tail.children)).remains).toBeNull()
    expect(remainsOf(tree, renameTree(tree, new Map([['bill_no', 'number']])))).toBeNull()
  })
})

describe('renameTree', () => {
  it('gives nodes the new ids and keeps their values, also if two ids are exchanged', () => {
    const swapped = renameTree(
      tree,
      new Map([
        ['bill_no', 'total'],
        ['total', 'bill_no'],
      ]),
    )
    expect(valuesOf(swapped, 'total')).toEqual(valuesOf(tree, 'bill_no'))
    expect(nodeOf(swapped, 'bill_no').id).toBe(nodeOf(tree, 'total').id)
  })

  it('gives a field the value of its former id, not that of a removed field with the new one', () => {
    const renamed = renameTree(tree, new Map([['total', 'bill_no']]))
    expect(valuesOf(reshape(renamed, schema, schemaOf(aField({ id: 'bill_no' }))), 'bill_no')).toEqual(
      valuesOf(tree, 'total'),
    )
  })
})
