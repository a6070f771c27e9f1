/** Builds the bundle in a checkout where it is needed. Packages and images contain it built. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BUNDLE } from './bundle.ts'
import { NODE, PACK } from './modules.ts'
import { hashOfSources, hasOtherVersions, readStamp } from './stamp.ts'

const FOLDER = join(import.meta.dirname, '..')

/** Programs of the package `sheaf` are JavaScript; the sources of this one stay in the repository. */
const isPackaged = import.meta.filename.endsWith('.js')

/** Returns whether everything that the bundle contains is installed; `npm ci --omit=dev` leaves it out. */
function hasPackages(folder: string): boolean {
  const { resolve } = createRequire(join(folder, 'package.json'))
  try {
    // Node remembers where it has found a file.
    return [...Object.values(NODE), ...Object.values(PACK)].every((specifier) => existsSync(resolve(specifier)))
  } catch {
    return false
  }
}

/** A process of its own, which Node starts with other flags. */
function buildBeside(): void {
  const program = join(import.meta.dirname, 'build.ts')
  const { status, stderr, error } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0)
    throw new Error(
      'The libraries of functions could not be built; run "npm run build" as the owner of the installation. ' +
        (error?.message ?? stderr.trim().slice(-1000)),
    )
}

/**
 * Builds the bundle if it is missing, damaged or older than its sources and packages. Without the packages for development, an error is thrown
 * instead. Several processes may call this at the same time.
 */
export function provideBundle({ folder = FOLDER, file = BUNDLE, build = buildBeside } = {}): void {
  if (isPackaged) return
  const found = readStamp(file)
  if (found && found.sources === hashOfSources(folder) && !hasOtherVersions(found, folder)) return
  if (!hasPackages(folder))
    throw new Error(
      'The libraries of functions are not built, and the packages for development are not installed; run "npm run build" in a complete ' +
        'installation of this version, and copy its packages/functions-runtime/dist here.',
    )
  build()
}
