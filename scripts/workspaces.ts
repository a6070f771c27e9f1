// The packages of this repository (npm workspaces): their folders and dependencies, and which file an import of their name loads.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

export interface Manifest {
  name: string
  version: string
  /** Entrances by subpath: `.` or `./patterns`. Only these files may be imported from outside. */
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Returns the package.json in a folder, passed as a path from the root. */
export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

const { workspaces: patterns } = manifestOf('.') as Manifest & { workspaces: string[] }

/** The packages by their folder, a path from the root with `/`. */
export const workspaces: ReadonlyMap<string, Manifest> = new Map(
  patterns
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map((file) => dirname(file).replaceAll('\\', '/'))
    .sort()
    .map((folder) => [folder, manifestOf(folder)]),
)

const entrances = new Map(
  [...workspaces].flatMap(([folder, { name, exports = {} }]) =>
    Object.entries(exports).map(([path, file]) => [join(name, path), join(folder, file)] as const),
  ),
)

/** Returns the file that an import of a package of this repository loads, as a path from the root; undefined for all other imports. */
export const entranceOf = (specifier: string): string | undefined => entrances.get(specifier)

/** Returns the folder of the package that a file belongs to; empty for files of the service, and of packages that nothing imports. */
export const packageFolderOf = (file: string): string =>
  [...workspaces].find(([folder, { exports }]) => exports && file.startsWith(`${folder}/`))?.[0] ?? ''

/** Returns what a program needs at run time from registries: its dependencies, and those of the workspaces among them. */
export function registryDependencies({ dependencies = {} }: Manifest): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, range] of Object.entries(dependencies)) {
    const own = [...workspaces.values()].find((one) => one.name === name)
    Object.assign(found, own ? registryDependencies(own) : { [name]: range })
  }
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)))
}
