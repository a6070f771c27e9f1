/** Builds the review screen in a checkout. Packages and images contain it built, and no sources. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withProgress } from './progress.ts'

const ROOT = join(import.meta.dirname, '../..')
/** In the folder of the build: the hash of its sources. */
const STAMP = '.sources'
/** Besides the folder `web`, what a build depends on. */
const OTHER_SOURCES = ['package-lock.json']

/** Builds the screen of the checkout `root` into the folder `target`. Rejects with the output of a build that fails. */
export type Build = (root: string, target: string) => Promise<void>

/** Whether the packages that build the screen are installed; `npm ci --omit=dev` leaves them out. */
const hasBuilder = (root: string) => existsSync(join(root, 'node_modules/vite'))

const viteBuild: Build = (root, target) =>
  new Promise((resolve, reject) => {
    const args = ['scripts/run.mjs', 'bin:vite', 'build', 'web', '--emptyOutDir', '--logLevel=warn', '--outDir', target]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim() || `exit code ${code}`))))
  })

/** Returns the hash of all sources of the screen, by name and content; undefined where there are none. */
function hashOfSources(root: string): string | undefined {
  const web = join(root, 'web')
  if (!existsSync(join(web, 'index.html'))) return undefined
  const files = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((file) => !/^web.(dist|node_modules)\b/.test(file))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...OTHER_SOURCES.filter((name) => existsSync(join(root, name)))]) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/**
 * Builds the review screen if it is missing or older than its sources; does nothing without sources. Several processes may do so at the same
 * time: each builds into a folder of its own, which then replaces the old one. Rejects if the build fails, and keeps the old one then.
 */
export async function buildScreen({ root = ROOT, build = viteBuild }: { root?: string; build?: Build } = {}) {
  const hash = hashOfSources(root)
  const dist = join(root, 'web/dist')
  const stamp = join(dist, STAMP)
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (hash === undefined || isCurrent()) return
  if (build === viteBuild && !hasBuilder(root)) {
    // Built before the packages for development were left out.
    if (existsSync(join(dist, 'index.html'))) return
    throw new Error(
      'the packages for development are not installed; run "npm run web" in a complete installation, and copy its web/dist here.',
    )
  }
  const parts = join(root, 'out', `screen-${process.pid}`)
  const [fresh, old] = [join(parts, 'dist'), join(parts, 'old')]
  mkdirSync(parts, { recursive: true })
  try {
    await withProgress('Building the review screen', () => build(root, fresh))
    writeFileSync(join(fresh, STAMP), hash)
    if (existsSync(dist)) renameSync(dist, old)
    try {
      renameSync(fresh, dist)
    } catch (error) {
      // Another process was faster.
      if (!isCurrent()) throw error
    }
  } finally {
    rmSync(parts, { recursive: true, force: true })
  }
}

/** Like `buildScreen`, but a failure is only reported: the service works without its screen, whose address then says how to build it. */
export async function ensureScreen(note: (sentence: string) => void): Promise<void> {
  try {
    await buildScreen()
  } catch (error) {
    note(`The review screen could not be built: ${error instanceof Error ? error.message : String(error)}`)
  }
}
