/** When the bundle is built. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BUNDLE } from '../src/bundle.ts'
import { NODE, PACK } from '../src/modules.ts'
import { provideBundle } from '../src/provide.ts'
import { readStamp, stampOf } from '../src/stamp.ts'

let root: string
let builds: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-checkout-'))
  builds = 0
  write('packages/functions-runtime/src/javascript/main.ts', 'start()')
  write('packages/functions-runtime/package.json', '{}')
  write('package-lock.json', '{}')
  for (const specifier of [...Object.values(NODE), ...Object.values(PACK)]) {
    const [name, ...file] = specifier.split('/')
    write(join('node_modules', name!, file.join('/') || 'index.js'), '')
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
const build = () => {
  builds++
  mkdirSync(dirname(file()), { recursive: true })
  writeFileSync(file(), `${JSON.stringify(stampOf(folder()))}\n{}\n`)
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
      ['package-lock.json', '{"a":1}'],
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
    write('package-lock.json', '{"a":1}')
    provide()
    rmSync(join(root, 'package-lock.json'))
    provide()
    expect(builds).toBe(1)
  })

  it('says what to do where it can neither use a bundle nor build one', () => {
    withoutPackages()
    expect(provide).toThrow('run "npm run build" in a complete installation of this version')
    expect(builds).toBe(0)
    build()
    write('packages/functions-runtime/src/javascript/main.ts', 'start(1)')
    expect(provide).toThrow('run "npm run build" in a complete installation of this version')
  })

  it('has made the bundle of this checkout from its sources', () => {
    provideBundle()
    expect(readStamp(BUNDLE)).toEqual(stampOf())
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
    const left = running.map(({ pid }) => `${basename(BUNDLE)}.${pid}`)
    expect(readdirSync(dirname(BUNDLE)).filter((name) => left.includes(name))).toEqual([])
  })
})
