import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildScreen, type Build } from '../../src/provision/screen.ts'

let root: string
let builds: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-checkout-'))
  builds = 0
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const page = () => readFileSync(join(root, 'web/dist/index.html'), 'utf8')
/** Writes a page that contains the number of the build. */
const build: Build = (_, target) => {
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'index.html'), `build ${++builds}`)
  return Promise.resolve()
}
const aCheckout = () => {
  write('web/index.html', '<title>Sheaf</title>')
  write('web/src/main.tsx', 'start()')
  write('package-lock.json', '{}')
}

describe('buildScreen', () => {
  it('builds the screen once, and again after a change of its sources', async () => {
    aCheckout()
    for (let start = 0; start < 2; start++) await buildScreen({ root, build })
    expect([builds, page()]).toEqual([1, 'build 1'])
    const changes: [string, string][] = [
      ['web/src/main.tsx', 'start(1)'],
      ['web/src/new.tsx', ''],
      ['web/vite.config.ts', 'export {}'],
      ['package-lock.json', '{"a":1}'],
    ]
    for (const [index, [file, text]] of changes.entries()) {
      write(file, text)
      for (let start = 0; start < 2; start++) await buildScreen({ root, build })
      expect([file, builds, page()]).toEqual([file, index + 2, `build ${index + 2}`])
    }
    expect(existsSync(join(root, 'out', `screen-${process.pid}`))).toBe(false)
  })

  it('does nothing without sources, as in a package or an image', async () => {
    write('web/dist/index.html', 'shipped')
    await buildScreen({ root, build })
    expect([builds, page()]).toEqual([0, 'shipped'])
  })

  it('installs nothing to build where packages for development were left out', async () => {
    aCheckout()
    await expect(buildScreen({ root })).rejects.toThrow('run "npm run web" in a complete installation')
    write('web/dist/index.html', 'built before')
    await buildScreen({ root })
    expect(page()).toBe('built before')
  })

  it('keeps the earlier build if a build fails, and tries again', async () => {
    aCheckout()
    await buildScreen({ root, build })
    write('web/src/main.tsx', 'wrong(')
    const failing: Build = () => Promise.reject(new Error('Unexpected end of file'))
    await expect(buildScreen({ root, build: failing })).rejects.toThrow('Unexpected end of file')
    expect(page()).toBe('build 1')
    await buildScreen({ root, build })
    expect(page()).toBe('build 2')
  })
})
