import { existsSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

const MODULES = 'node_modules'

/** The folder of the program: of the repository, or of the built files in a package. */
export const root = join(import.meta.dirname, '..', '..')

/**
 * The folders in which the packages that the program imports may be, the nearest first; some need not exist, which children may not
 * find out. A repository has one; a package installed by npm may share that of the folder in which it is installed.
 */
export const moduleFolders: readonly string[] = modulesAbove(root)

/** Returns the folders of `moduleFolders` that exist. */
export const existingModuleFolders = (): string[] => moduleFolders.filter((folder) => existsSync(folder))

function modulesAbove(folder: string): string[] {
  const found: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    if (basename(at) !== MODULES) found.push(join(at, MODULES))
    const isInModules = `${at}${sep}`.includes(`${sep}${MODULES}${sep}`)
    if (!isInModules) return found
  }
}
