/**
 * `node scripts/slim-packages.ts FOLDER [--limit MB]`: removes from `node_modules` in a folder what an installation of the service on this
 * machine never loads, for images. FOLDER has a production installation (`npm ci --omit=dev`) and is run with a Node 24 of its own.
 * Fails if the rest has more than the limit, and if a package no longer looks as this script knows it.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

interface Installed {
  /** For a link, the folder of the package: a workspace of the repository. */
  resolved?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Packages = Record<string, Installed>

/** Replaced by the Node of the image, the same version (test/docs/compose.test.ts): a second one has 189 MB. */
const REPLACED = ['node']

/** Packages of which the service loads one file that contains everything it needs. Their other files and their dependencies are not loaded. */
const SINGLE_FILES: Record<string, string> = { '@scalar/api-reference': 'dist/browser/standalone.js' }

/** Names of Rust's targets. */
const TRIPLES: Record<string, string> = {
  'linux-x64': 'x86_64-unknown-linux-gnu',
  'linux-arm64': 'aarch64-unknown-linux-gnu',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
}

/** Folders with a native module for each platform, and the entry that one of them loads. Others come as a package per platform. */
const PLATFORMS: readonly { folder: string; own: (platform: string) => string }[] = [
  { folder: 'onnxruntime-node/bin/napi-v6', own: (platform) => platform.replace('-', '/') },
  { folder: '@temporalio/core-bridge/releases', own: (platform) => TRIPLES[platform] ?? platform },
  { folder: 'isolated-vm/prebuilds', own: (platform) => platform },
]

/** Files that only a build from sources would need. */
const SOURCES = /^isolated-vm\/(isolated-vm-[\d.]+\.tgz|vendor|native-example)$/

/** Returns the path of a package that another one requires, as Node finds it. */
function locate(packages: Packages, name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!at) return undefined
  }
}

/** Returns the paths of the packages that these load, directly or through others. Optional peers are there only if something else needs them. */
export function reachable(packages: Packages, names: readonly string[]): Set<string> {
  const found = new Set(names.map((name) => `node_modules/${name}`))
  for (const path of found) {
    if (SINGLE_FILES[path.slice('node_modules/'.length)]) continue
    const {
      link,
      resolved = '',
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path] ?? {}
    if (link) found.add(resolved)
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const target = locate(packages, name, path)
      if (target) found.add(target)
    }
  }
  return found
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown
const remove = (path: string) => rmSync(path, { recursive: true, force: true })

/** Keeps one entry of a folder, which may be in a folder below it. */
function keepOnly(folder: string, entry: string): void {
  if (!existsSync(join(folder, entry)))
    throw new Error(`${folder} has no ${entry}: this script knows another version of the package.`)
  const [first = '', ...rest] = entry.split('/')
  for (const name of readdirSync(folder)) if (name !== first) remove(join(folder, name))
  if (rest.length > 0) keepOnly(join(folder, first), rest.join('/'))
}

/** Reduces a package to one file, with what says how it is found and licensed. */
function keepFile(folder: string, file: string): void {
  if (!existsSync(join(folder, file)))
    throw new Error(`${folder} has no ${file}: this script knows another version of the package.`)
  const kept = join(folder, '..', '.kept')
  mkdirSync(dirname(join(kept, file)), { recursive: true })
  const others = readdirSync(folder).filter((name) => /^(package\.json|licen[cs]e.*)$/i.test(name))
  for (const name of [...others, file]) renameSync(join(folder, name), join(kept, name))
  remove(folder)
  renameSync(kept, folder)
}

/** Removes the links of `.bin` whose program is gone. */
function dropLinks(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!existsSync(join(folder, name))) remove(join(folder, name))
}

/** Returns the space that the files below a folder take, in bytes: blocks, as `du` counts them, each file once. */
export function sizeOf(folder: string, seen = new Set<number>()): number {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const { blocks, ino } = lstatSync(path)
    if (seen.has(ino)) continue
    seen.add(ino)
    sum += blocks * 512 + (entry.isDirectory() ? sizeOf(path, seen) : 0)
  }
  return sum
}

/** Removes from `root/node_modules` what the service does not load on this platform. */
export function slim(root: string, platform = `${process.platform}-${process.arch}`): void {
  const modules = join(root, 'node_modules')
  const { dependencies } = readJson(join(root, 'package.json')) as { dependencies: Record<string, string> }
  const { packages } = readJson(join(modules, '.package-lock.json')) as { packages: Packages }
  const wanted = reachable(
    packages,
    Object.keys(dependencies).filter((name) => !REPLACED.includes(name)),
  )
  // Workspaces themselves are sources.
  const installed = Object.keys(packages).filter((path) => /(^|\/)node_modules\//.test(path))
  for (const path of installed) if (!wanted.has(path)) remove(join(root, path))
  for (const { folder, own } of PLATFORMS) keepOnly(join(modules, folder), own(platform))
  for (const [name, file] of Object.entries(SINGLE_FILES)) keepFile(join(modules, name), file)
  for (const name of readdirSync(join(modules, 'isolated-vm')))
    if (SOURCES.test(`isolated-vm/${name}`)) remove(join(modules, 'isolated-vm', name))
  dropLinks(join(modules, '.bin'))
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { limit: { type: 'string' } }, allowPositionals: true })
  const [root] = positionals
  if (!root) throw new Error('Usage: node scripts/slim-packages.ts FOLDER [--limit MB]')
  slim(root)
  const megabytes = Math.ceil(sizeOf(join(root, 'node_modules')) / 2 ** 20)
  console.log(`node_modules has ${megabytes} MB.`)
  if (values.limit && megabytes > Number(values.limit)) {
    console.error(`That is more than ${values.limit} MB: remove what the service does not load, or raise the limit.`)
    process.exitCode = 1
  }
}
