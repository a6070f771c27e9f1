/** The packages whose files are in a bundle: their folders, versions and licences. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const LICENCE = /^(licen[cs]e|copying|notice)(\.\w+)?$/i

/** Returns the folder of the package that a file belongs to. */
export function packageFolderOf(file: string): string {
  const [folder] = PACKAGE_FOLDER.exec(file.replaceAll('\\', '/')) ?? []
  if (!folder) throw new Error(`${file} is in no package.`)
  return folder
}

interface Manifest {
  name: string
  version: string
  license?: string
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Returns the versions of packages by their folders from `root`, as a lock file names them. */
export const versionsOf = (folders: readonly string[], root: string): Record<string, string> =>
  Object.fromEntries(
    folders.map((folder) => [relative(root, folder).replaceAll('\\', '/'), manifestOf(folder).version]),
  )

/** Returns the texts of the licences of packages. */
export function licencesOf(folders: readonly string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license = 'see its package' } = manifestOf(folder)
      const texts = readdirSync(folder)
        .filter((file) => LICENCE.test(file))
        .sort()
        .map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n')
}
