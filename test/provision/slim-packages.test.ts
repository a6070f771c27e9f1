/** What images leave out of node_modules. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { slim } from '../../scripts/slim-packages.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-slim-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text = '') => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** Makes an installation with these packages, by path below the folder; `name` of the record is that of npm. */
function install(packages: Record<string, object>, dependencies: string[]): void {
  const own = Object.fromEntries(dependencies.map((name) => [name, '1.0.0']))
  write('package.json', JSON.stringify({ dependencies: own }))
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  for (const path of Object.keys(packages)) write(`${path}/index.js`)
  for (const platform of ['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64'])
    write(`node_modules/onnxruntime-node/bin/napi-v6/${platform}/binding.node`)
  for (const triple of ['x86_64-unknown-linux-gnu', 'aarch64-apple-darwin'])
    write(`node_modules/@temporalio/core-bridge/releases/${triple}/index.node`)
  for (const platform of ['linux-x64', 'darwin-arm64']) write(`node_modules/isolated-vm/prebuilds/${platform}/a.node`)
  write('node_modules/@scalar/api-reference/package.json', '{}')
  write('node_modules/@scalar/api-reference/LICENSE')
  write('node_modules/@scalar/api-reference/dist/index.js')
  write('node_modules/@scalar/api-reference/dist/browser/standalone.js')
}

const NATIVE = {
  'node_modules/onnxruntime-node': {},
  'node_modules/@temporalio/core-bridge': {},
  'node_modules/isolated-vm': {},
  'node_modules/@scalar/api-reference': { dependencies: { bundled: '1' } },
  'node_modules/node': { dependencies: { 'node-bin': '1' } },
}
const DEPENDENCIES = Object.keys(NATIVE).map((path) => path.slice('node_modules/'.length))
const has = (path: string) => existsSync(join(root, 'node_modules', path))

describe('slim', () => {
  it('keeps what the service reaches, and removes what only bundled or replaced packages need', () => {
    const packages = {
      ...NATIVE,
      'node_modules/bundled': {},
      'node_modules/node-bin': {},
      'node_modules/koa': {
        dependencies: { deep: '1' },
        peerDependencies: { peer: '1', offered: '1' },
        peerDependenciesMeta: { offered: { optional: true } },
      },
      'node_modules/deep': { optionalDependencies: { chosen: '1' } },
      'node_modules/koa/node_modules/deep': { dependencies: { deepest: '1' } },
      ...Object.fromEntries(['chosen', 'deepest', 'peer', 'offered'].map((name) => [`node_modules/${name}`, {}])),
    }
    install(packages, [...DEPENDENCIES, 'koa'])
    slim(root, 'linux-x64')
    const kept = ['koa', 'koa/node_modules/deep', 'deepest', 'peer', '@scalar/api-reference', 'isolated-vm']
    const gone = ['bundled', 'node', 'node-bin', 'offered', 'deep', 'chosen']
    expect(kept.filter((name) => !has(name))).toEqual([])
    expect(gone.filter(has)).toEqual([])
  })

  it('follows links to packages of the repository, and removes none of their files', () => {
    const packages = {
      ...NATIVE,
      'node_modules/@own/used': { resolved: 'packages/used', link: true },
      'node_modules/@own/screen': { resolved: 'screen', link: true },
      'node_modules/needed': {},
      'node_modules/shown': {},
      'packages/used': { dependencies: { needed: '1' } },
      screen: { dependencies: { shown: '1' } },
    }
    install(packages, [...DEPENDENCIES, '@own/used'])
    slim(root, 'linux-x64')
    expect(['@own/used', 'needed', '@own/screen', 'shown'].map(has)).toEqual([true, true, false, false])
    expect(['packages/used', 'screen'].filter((folder) => !existsSync(join(root, folder, 'index.js')))).toEqual([])
  })

  it('keeps the native modules of one platform, and the one file of a bundle', () => {
    install(NATIVE, DEPENDENCIES)
    slim(root, 'linux-x64')
    const files = readdirSync(join(root, 'node_modules'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => name.endsWith('.node')).toSorted()).toEqual([
      '@temporalio/core-bridge/releases/x86_64-unknown-linux-gnu/index.node',
      'isolated-vm/prebuilds/linux-x64/a.node',
      'onnxruntime-node/bin/napi-v6/linux/x64/binding.node',
    ])
    expect(files.filter((name) => name.startsWith('@scalar') && /\.\w+$|LICENSE/.test(name)).toSorted()).toEqual([
      '@scalar/api-reference/LICENSE',
      '@scalar/api-reference/dist/browser/standalone.js',
      '@scalar/api-reference/package.json',
    ])
  })

  it('leaves out what only a build from sources needs, and links to programs that are gone', () => {
    install({ ...NATIVE, 'node_modules/koa': {} }, [...DEPENDENCIES, 'koa'])
    const sources = ['isolated-vm-6.0.2.tgz', 'vendor/lib.tgz', 'native-example/example.cc']
    for (const name of sources) write(`node_modules/isolated-vm/${name}`)
    mkdirSync(join(root, 'node_modules/.bin'))
    for (const name of ['koa', 'node']) symlinkSync(`../${name}/index.js`, join(root, 'node_modules/.bin', name))
    slim(root, 'linux-x64')
    expect(readdirSync(join(root, 'node_modules/isolated-vm')).toSorted()).toEqual(['index.js', 'prebuilds'])
    expect(readdirSync(join(root, 'node_modules/.bin'))).toEqual(['koa'])
  })

  it('fails for a platform or a version of a package that it does not know', () => {
    install(NATIVE, DEPENDENCIES)
    expect(() => slim(root, 'linux-riscv64')).toThrow(
      /napi-v6 has no linux\/riscv64: this script knows another version/,
    )
    rmSync(join(root, 'node_modules/@scalar/api-reference/dist/browser'), { recursive: true })
    expect(() => slim(root, 'linux-x64')).toThrow('has no dist/browser/standalone.js')
  })
})
