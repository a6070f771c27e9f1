import { describe, expect, it } from 'vitest'
import { circles } from '../../scripts/graph.ts'
import { allows, isByPath, layerOf, targetOf } from '../../scripts/layers.ts'
import { judgeCircles, TYPE_CIRCLES } from '../../scripts/type-circles.ts'

describe('the dependency rules', () => {
  it('allow only imports from lower layers and within a folder', () => {
    expect(allows('src/api/app.ts', 'src/resources/index.ts', false)).toBe(true)
    expect(allows('src/rules/a.ts', 'src/rules/content/b.ts', false)).toBe(true)
    expect(allows('src/rules/a.ts', 'src/domain/b.ts', false)).toBe(false)
    expect(allows('src/domain/a.ts', 'src/api/app.ts', true)).toBe(false)
    expect(allows('db/knex.ts', 'src/config.ts', false)).toBe(false)
  })

  it('allow some additional imports of types', () => {
    expect(allows('src/rules/a.ts', 'packages/extraction/src/types.ts', true)).toBe(true)
    expect(allows('src/rules/a.ts', 'packages/extraction/src/types.ts', false)).toBe(false)
    expect(allows('src/domain/a.ts', 'src/deps.ts', true)).toBe(true)
  })

  it('assign a layer to single files', () => {
    expect(layerOf('src/workflows/contract.ts')).toBe('contract')
    expect(layerOf('src/workflows/index.ts')).toBe('workflows')
  })

  it('let packages import nothing of the service, which imports them by name', () => {
    const [rule, inside] = ['src/rules/content/formulas.ts', 'packages/formula/src/parse.ts']
    expect(targetOf(rule, '@sheaf/formula')).toBe('packages/formula/src/index.ts')
    expect(targetOf(rule, '@sheaf/formula/src/parse.ts')).toBeUndefined()
    expect(targetOf(rule, 're2js')).toBeUndefined()
    expect(allows(rule, 'packages/formula/src/index.ts', false)).toBe(true)
    expect(allows('src/mail/a.ts', 'packages/formula/src/index.ts', false)).toBe(false)
    expect(allows(inside, rule, true)).toBe(false)
    const runtime = targetOf('src/sandbox/a.ts', '@sheaf/functions-runtime')!
    expect(allows('src/sandbox/functions/command.ts', runtime, false)).toBe(true)
    expect(allows('src/domain/hooks/warm.ts', runtime, false)).toBe(false)
    expect(isByPath(rule, inside, '../../../packages/formula/src/parse.ts')).toBe(true)
    expect(isByPath('test/rules/a.test.ts', inside, '../../packages/formula/src/parse.ts')).toBe(true)
    expect(isByPath('packages/formula/test/a.test.ts', 'test/support/as.ts', '../../../test/support/as.ts')).toBe(true)
    expect(isByPath('packages/formula/test/a.test.ts', inside, '../src/parse.ts')).toBe(false)
    expect(isByPath(rule, 'packages/formula/src/index.ts', '@sheaf/formula')).toBe(false)
  })

  it('detect import cycles', () => {
    const arrow = (from: string, to: string) => ({ from, to })
    expect(
      circles([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b'), arrow('d', 'a')]).map((loop) => loop.sort()),
    ).toEqual([['b', 'c']])
    expect(circles([arrow('a', 'b'), arrow('a', 'c'), arrow('b', 'c')])).toEqual([])
  })

  it('reject circles of types without a reason, and reasons without a circle', () => {
    const listed = [
      { files: ['a.ts', 'b.ts'], because: 'they need each other' },
      { files: ['models/'], because: 'relations lead both ways' },
      { files: ['c.ts', 'd.ts'], because: 'outdated' },
    ]
    const found = [
      ['b.ts', 'a.ts'],
      ['models/x.ts', 'models/y/z.ts'],
      ['a.ts', 'b.ts', 'e.ts'],
      ['models/x.ts', 'other/y.ts'],
    ]
    expect(judgeCircles(found, listed)).toEqual({ unlisted: found.slice(2), unused: [listed[2]] })
  })

  it('give a reason for each circle of types', () => {
    for (const { because } of TYPE_CIRCLES) expect(because.length).toBeGreaterThan(20)
  })
})
