/** The bundle of the modules that functions load. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BUNDLE, openBundle, type Index } from '../src/bundle.ts'
import { NODE, PACK } from '../src/modules.ts'
import { provideBundle } from '../src/provide.ts'

provideBundle()
const bundle = openBundle()
const [, line = ''] = readFileSync(BUNDLE, 'utf8').split('\n', 2)
const index = JSON.parse(line) as Index

const require = createRequire(import.meta.url)
const JAVASCRIPT = join(import.meta.dirname, '../src/javascript')

describe('the bundle', () => {
  it('has the modules of this package, whose imports are in it too', () => {
    for (const name of readdirSync(JAVASCRIPT)) {
      const source = bundle.inside(name)
      expect(source.split('\n').length).toBe(readFileSync(join(JAVASCRIPT, name), 'utf8').split('\n').length)
      for (const [, imported] of source.matchAll(/^import .* from '\.\/(.+)'/gm))
        expect(Object.keys(index.inside)).toContain(imported)
    }
    expect(bundle.inside('main.ts')).not.toContain('type Handler')
    expect(() => bundle.inside('other.ts')).toThrow('no module other.ts')
  })

  it.each([...Object.entries(NODE), ...Object.entries(PACK)])('has %s as npm has published it', (name, specifier) => {
    const found = bundle.find(name, '', 'default')
    expect(found).toEqual({
      file: expect.stringMatching(`^${specifier.split('/')[0]}/`),
      source: readFileSync(require.resolve(specifier), 'utf8'),
    })
  })

  it.each([
    'lodash/chunk',
    'lodash/chunk.js',
    'lodash/fp',
    'dayjs/plugin/utc',
    'dayjs/plugin/utc.js',
    'dayjs/locale/de',
  ])('has %s, a file of the pack', (name) => {
    expect(bundle.find(name, '', 'default')?.source).toBe(readFileSync(require.resolve(name), 'utf8'))
  })

  it('has the libraries of the pack only for functions with the pack', () => {
    for (const name of [...Object.keys(PACK), 'lodash/chunk', 'dayjs/locale/de'])
      expect([name, bundle.find(name, '', null)]).toEqual([name, undefined])
    for (const name of Object.keys(NODE)) expect([name, bundle.find(name, '', null)]).not.toEqual([name, undefined])
  })

  it('has the files that its files require, the version that each of them was made for', () => {
    const files = Object.entries(index.files)
    expect(files.length).toBeGreaterThan(500)
    for (const [path, { requires }] of files)
      for (const [name, target] of Object.entries(requires)) {
        expect(bundle.find(name, path, null)).toMatchObject({ file: target })
        expect(index.files[target]).toBeDefined()
      }
    // It has an ES module too, which isolates could not load.
    expect(bundle.find('async-function', 'get-intrinsic/index.js', null)?.file).toMatch(/^async-function\/\w+\.js$/)
    expect(bundle.find('util', 'assert/build/assert.js', null)?.file).toBe(bundle.find('util', '', null)?.file)
    expect(bundle.find('punycode', 'url/url.js', null)?.file).toBe('url/node_modules/punycode/punycode.js')
    expect(bundle.find('punycode', '', null)?.file).toBe('punycode/punycode.js')
  })

  it('has nothing else, whatever functions ask for', () => {
    const names = ['fs', 'node:fs', '', '__proto__', 'constructor', 'toString', '../../etc/passwd', '/etc/passwd']
    for (const name of [...names, 'vitest', 'lodash/../vitest', 'lodash/_root', 'dayjs/plugin/../dayjs.min'])
      for (const from of ['', 'assert/build/assert.js', '/function.js', '__proto__'])
        expect([name, from, bundle.find(name, from, 'default')]).toEqual([name, from, undefined])
  })
})
