// Which packages have not changed since their tests passed on this machine. `npm test` leaves out the tests of those; `--all` runs them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workspaces, type Manifest } from './workspaces.ts'

const ROOT = join(import.meta.dirname, '..')
/** Not in the repository: it states what has passed here, and a new clone runs everything. */
const RECORD = join(ROOT, 'node_modules/.cache/passed-packages.json')

/** What the tests of packages use other than packages: libraries, settings, and documents that they read. */
const COMMON = ['package-lock.json', 'package.json', 'vitest.config.ts', 'tsconfig.json', 'scripts/run.mjs', 'examples']

/** The folder of a package → a hash of everything that its tests use. */
export type Hashes = Record<string, string>

type Packages = ReadonlyMap<string, Pick<Manifest, 'name' | 'dependencies' | 'devDependencies'>>

/** Returns the folders of a package and of those that it uses. */
function withDependencies(folder: string, packages: Packages, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies, devDependencies } = packages.get(folder)!
  for (const [other, { name }] of packages)
    if (name in { ...dependencies, ...devDependencies }) withDependencies(other, packages, found)
  return found
}

/** Returns the files of folders that git has or would add. Throws outside of a clone. */
const filesIn = (root: string, paths: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)))
    .sort()

function hashOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of files) {
    const content = readFileSync(join(root, file))
    hash.update(`\0${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Returns the hashes of the packages whose tests are in the project `unit`. Throws outside of a clone. */
export const packageHashes = (root = ROOT, packages: Packages = workspaces): Hashes =>
  Object.fromEntries(
    [...packages.keys()]
      .filter((folder) => folder.startsWith('packages/'))
      .map((folder) => [folder, hashOf(root, filesIn(root, [...withDependencies(folder, packages), ...COMMON]))]),
  )

/** Returns the folders of packages whose tests have passed with exactly what they use now. */
export function passedPackages(hashes: Hashes, record = RECORD): string[] {
  const passed = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Hashes) : {}
  return Object.keys(hashes).filter((folder) => passed[folder] === hashes[folder])
}

/** Records that the tests of these packages have passed. */
export function recordPassed(hashes: Hashes, record = RECORD): void {
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify(hashes, null, 2))
}
