import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageHashes, passedPackages, recordPassed } from '../../scripts/package-tests.ts'

const PACKAGES = new Map([
  ['packages/base', { name: '@test/base' }],
  ['packages/used', { name: '@test/used', devDependencies: { '@test/base': '*' } }],
  ['packages/alone', { name: '@test/alone' }],
  ['web', { name: '@test/web', dependencies: { '@test/base': '*' } }],
])

let root: string
let record: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-packages-'))
  record = join(root, 'ignored/passed.json')
  execFileSync('git', ['init', '-q'], { cwd: root })
  write('.gitignore', 'ignored\n')
  for (const folder of PACKAGES.keys()) write(`${folder}/src/index.ts`, 'export const one = 1\n')
  write('package-lock.json', '{}')
  recordPassed(hashes(), record)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const hashes = () => packageHashes(root, PACKAGES)
const passed = () => passedPackages(hashes(), record)

describe('packages whose tests have passed', () => {
  it('are those of which nothing has changed', () => {
    expect(passed()).toEqual(['packages/base', 'packages/used', 'packages/alone'])
  })

  it('are none without a record', () => {
    expect(passedPackages(hashes(), join(root, 'none.json'))).toEqual([])
  })

  it.each([
    ['a file of the package', 'packages/alone/src/index.ts', ['packages/base', 'packages/used']],
    ['a new file', 'packages/alone/test/new.test.ts', ['packages/base', 'packages/used']],
    ['a package that another one uses', 'packages/base/src/index.ts', ['packages/alone']],
    ['a library', 'package-lock.json', []],
    ['a document that tests read', 'examples/documents/one.pdf', []],
    ['the service', 'src/index.ts', ['packages/base', 'packages/used', 'packages/alone']],
    ['a file that git ignores', 'packages/alone/ignored/log', ['packages/base', 'packages/used', 'packages/alone']],
  ])('lose that by a change of %s', (_, file, expected) => {
    write(file, 'export const two = 2\n')
    expect(passed()).toEqual(expected)
  })

  it('get it back with the old content', () => {
    write('packages/base/src/index.ts', 'export const two = 2\n')
    write('packages/base/src/index.ts', 'export const one = 1\n')
    expect(passed()).toContain('packages/used')
  })

  it('lose that by a deleted file', () => {
    rmSync(join(root, 'packages/alone/src/index.ts'))
    expect(passed()).not.toContain('packages/alone')
  })

  it('are unknown outside of a clone', () => {
    rmSync(join(root, '.git'), { recursive: true })
    expect(() => packageHashes(root, PACKAGES)).toThrow()
  })
})
