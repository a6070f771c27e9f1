import { describe, expect, it } from 'vitest'
import { circles } from '../../scripts/graph.ts'
import { allows, layerOf } from '../../scripts/layers.ts'

describe('the dependency rules', () => {
  it('allow only imports from lower layers and within a folder', () => {
    expect(allows('src/api/app.ts', 'src/resources/index.ts', false)).toBe(true)
    expect(allows('src/rules/a.ts', 'src/rules/content/b.ts', false)).toBe(true)
    expect(allows('src/rules/a.ts', 'src/domain/b.ts', false)).toBe(false)
    expect(allows('src/domain/a.ts', 'src/api/app.ts', true)).toBe(false)
    expect(allows('db/knex.ts', 'src/config.ts', false)).toBe(false)
  })

  it('allow some additional imports of types', () => {
    expect(allows('src/rules/a.ts', 'src/extraction/types.ts', true)).toBe(true)
    expect(allows('src/rules/a.ts', 'src/extraction/types.ts', false)).toBe(false)
    expect(allows('src/domain/a.ts', 'src/deps.ts', true)).toBe(true)
  })

  it('assign a layer to single files', () => {
    expect(layerOf('src/workflows/contract.ts')).toBe('contract')
    expect(layerOf('src/workflows/index.ts')).toBe('workflows')
  })

  it('detect import cycles', () => {
    const arrow = (from: string, to: string) => ({ from, to })
    expect(
      circles([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b'), arrow('d', 'a')]).map((loop) => loop.sort()),
    ).toEqual([['b', 'c']])
    expect(circles([arrow('a', 'b'), arrow('a', 'c'), arrow('b', 'c')])).toEqual([])
  })
})
