/** How `npm run package` turns the programs of the repository into those of the package. */
import { describe, expect, it } from 'vitest'
import { javascriptOf, manifestOfPackage } from '../../scripts/package.ts'
import { manifestOf } from '../../scripts/workspaces.ts'

describe('a program of the package', () => {
  it('imports files of the package by path, and packages of registries by name', () => {
    const program = [
      `import { readFormula, type Formula } from '@sheaf/formula'`,
      `export { compilePattern } from '@sheaf/formula/patterns'`,
      `import type { A } from './types.ts'`,
      `import { b } from '../b.ts'; import { c } from 're2js'`,
      `const file = join(import.meta.dirname, 'child.ts')`,
      `const text = '@sheaf/formula'`,
    ]
    expect(javascriptOf('src/rules/content/a.ts', program.join('\n')).split('\n')).toEqual([
      `import { readFormula,              } from '../../../packages/formula/src/index.js'`,
      `export { compilePattern } from '../../../packages/formula/src/patterns.js'`,
      '                                   ',
      `import { b } from '../b.js'; import { c } from 're2js'`,
      `const file = join(import.meta.dirname, 'child.js')`,
      `const text = '@sheaf/formula'`,
    ])
  })
})

describe('package.json of the package', () => {
  it('asks registries for what the packages of this repository need, and not for these', () => {
    const own = { ...manifestOf('.'), scripts: {} }
    const made = manifestOfPackage(own) as { dependencies: Record<string, string> }
    expect(made).not.toHaveProperty('scripts')
    expect(made).not.toHaveProperty('workspaces')
    expect(made).not.toHaveProperty('devDependencies')
    expect(Object.keys(made.dependencies).filter((name) => name.startsWith('@sheaf/'))).toEqual([])
    expect(made.dependencies).toMatchObject({ re2js: manifestOf('packages/formula').dependencies!['re2js'] })
    expect(made).toMatchObject({ name: 'sheaf', bin: { sheaf: './bin/sheaf.mjs' } })
  })
})
