/** When the bundle is built. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BUNDLE } from '../src/bundle.ts'
import { NODE, PACK } from '../src/modules.ts'
import { provideBundle } from '../src/provide.ts'
import { replaceFile } from '../src/replace-file.ts'
import { hashOf, hashOfSources, hasOtherVersions, readStamp } from '../src/stamp.ts'

let root: string
let builds: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-checkout-'))
  builds = 0
  write('packages/functions-runtime/src/javascript/main.ts', 'start()')
  write('packages/functions-runtime/package.json', '{}')
  lock('1.0.0')
  for (const specifier of [...Object.values(NODE), ...Object.values(PACK)]) {
    const [name, ...file] = specifier.split('/')
    write(join('node_modules', name!, file.join('/') || 'index.js'), '')
    write(join('node_modules', name!, 'package.json'), '{"version":"1.0.0","main":"index.js"}')
  }
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text: string) => {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path.endsWith('/') ? join(path, 'index.js') : path, text)
}
const folder = () => join(root, 'packages/functions-runtime')
const file = () => join(folder(), 'dist/javascript.bundle')
const lock = (version: string) =>
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/lodash': { version } } }))
const versionOf = (name: string) =>
  (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version
const build = () => {
  builds++
  mkdirSync(dirname(file()), { recursive: true })
  const versions = { 'node_modules/lodash': versionOf('lodash') }
  const stamp = { sources: hashOfSources(folder()), versions, content: hashOf(Buffer.from('{}\n')) }
  writeFileSync(file(), `${JSON.stringify(stamp)}\n{}\n`)
}
const provide = () => provideBundle({ folder: folder(), file: file(), build })
const withoutPackages = () => rmSync(join(root, 'node_modules/lodash'), { recursive: true })

describe('provideBundle', () => {
  it('builds the bundle once, and again after a change of what it is made from', () => {
    for (let start = 0; start < 2; start++) provide()
    expect(builds).toBe(1)
    const changes: [string, string][] = [
      ['packages/functions-runtime/src/javascript/main.ts', 'start(1)'],
      ['packages/functions-runtime/src/new.ts', ''],
      ['node_modules/lodash/package.json', '{"version":"1.0.1"}'],
      // Damaged: empty, only its beginning, and without its end.
      ['packages/functions-runtime/dist/javascript.bundle', ''],
      ['packages/functions-runtime/dist/javascript.bundle', '{"sources":"'],
      ['packages/functions-runtime/dist/javascript.bundle', '{"sources":"a","versions":{},"content":"b"}\n'],
    ]
    for (const [index, [name, text]] of changes.entries()) {
      write(name, text)
      for (let start = 0; start < 2; start++) provide()
      expect([name, builds]).toEqual([name, index + 2])
    }
  })

  it('uses the bundle of a complete installation after its packages have been removed', () => {
    provide()
    withoutPackages()
    provide()
    rmSync(join(root, 'package-lock.json'))
    provide()
    expect(builds).toBe(1)
  })

  it('does not use the bundle of other versions of its packages', () => {
    provide()
    withoutPackages()
    lock('1.0.1')
    expect(provide).toThrow('run "npm run build" in a complete installation of this version')
  })

  it('says what to do where it can neither use a bundle nor build one', () => {
    withoutPackages()
    expect(provide).toThrow('run "npm run build" in a complete installation of this version')
    expect(builds).toBe(0)
    write('node_modules/lodash/package.json', '{"version":"1.0.0"}')
    build()
    write('packages/functions-runtime/src/javascript/main.ts', 'start(1)')
    expect(provide).toThrow('run "npm run build" in a complete installation of this version')
  })

  it('has made the bundle of this checkout from its sources', () => {
    provideBundle()
    const stamp = readStamp(BUNDLE)!
    expect(stamp.sources).toBe(hashOfSources())
    expect(Object.keys(stamp.versions)).toEqual(expect.arrayContaining(['node_modules/lodash', 'node_modules/util']))
    expect(hasOtherVersions(stamp)).toBe(false)
  })
})

describe('replaceFile', () => {
  it('keeps the old file if the new one cannot be made', () => {
    replaceFile(file(), (write) => write('old'))
    expect(() =>
      replaceFile(file(), (write) => {
        write('half')
        throw new Error('no more')
      }),
    ).toThrow('no more')
    expect(readFileSync(file(), 'utf8')).toBe('old')
    expect(readdirSync(dirname(file()))).toEqual(['javascript.bundle'])
  })

  it('makes nothing if the folder cannot be written to', () => {
    write('packages/functions-runtime/dist/locked', 'a file in the place of a folder')
    let made = 0
    expect(() => replaceFile(join(folder(), 'dist/locked/bundle'), () => made++)).toThrow()
    expect(made).toBe(0)
  })
})

describe('the program that builds', () => {
  it('leaves one whole file when several processes run it at the same time', async () => {
    provideBundle()
    const expected = readFileSync(BUNDLE)
    const program = join(import.meta.dirname, '../src/build.ts')
    const running = [1, 2, 3].map(() => spawn(process.execPath, [program], { stdio: 'ignore' }))
    const ended = running.map((child) => once(child, 'close'))
    let seen = 0
    // Readers see the old file or a new one, and never a part.
    while (running.some(({ exitCode }) => exitCode === null)) {
      expect(readFileSync(BUNDLE).equals(expected)).toBe(true)
      seen++
      await wait(10)
    }
    expect((await Promise.all(ended)).map(([code]) => code as number)).toEqual([0, 0, 0])
    expect(seen).toBeGreaterThan(0)
    expect(readdirSync(dirname(BUNDLE)).sort()).toEqual(['LICENSES.txt', 'javascript.bundle'])
  })

  it('copies the licences of the packages', () => {
    provideBundle()
    const text = readFileSync(join(dirname(BUNDLE), 'LICENSES.txt'), 'utf8')
    for (const [path, version] of Object.entries(readStamp(BUNDLE)!.versions))
      expect(text).toContain(`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version} (`)
    expect(text).toContain('OpenJS Foundation')
  })

  it('writes nothing without one of its libraries, though others are there', () => {
    cpSync(join(import.meta.dirname, '../src'), join(folder(), 'src'), { recursive: true })
    write('packages/functions-runtime/package.json', '{"type":"module"}')
    for (const name of ['lodash/chunk.js', 'dayjs/plugin/utc.js', 'dayjs/locale/de.js'])
      write(`node_modules/${name}`, '')
    const run = () =>
      spawnSync(process.execPath, [join(folder(), 'src/build.ts')], {
        encoding: 'utf8',
        env: { NODE_NO_WARNINGS: '1' },
      })
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(dirname(file())).sort()).toEqual(['LICENSES.txt', 'javascript.bundle'])
    const complete = readFileSync(file())
    rmSync(join(root, 'node_modules/papaparse'), { recursive: true })
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('papaparse/papaparse.min.js is not installed'),
    })
    expect(readFileSync(file()).equals(complete)).toBe(true)
    // A production installation has this one, but a module of Node must not stand in for what is missing.
    rmSync(join(root, 'node_modules/buffer'), { recursive: true })
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('buffer/ is not installed') })
  })
})
