/**
 * `npm run build --workspace packages/functions-runtime`: writes the modules that isolates load to one file, and the licences of the packages in
 * it to another. The bundle contains the modules of `javascript/` without types, and every file of a package that a function can require,
 * unchanged. The same sources make the same files.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { BUNDLE, type Index, type Stamp } from './bundle.ts'
import { licencesOf, packageFolderOf, versionsOf } from './licences.ts'
import { NODE, PACK, PACK_FILES, PACK_FOLDERS } from './modules.ts'
import { replaceFile } from './replace-file.ts'
import { hashOf, hashOfSources } from './stamp.ts'

const JAVASCRIPT = join(import.meta.dirname, 'javascript')
const root = join(import.meta.dirname, '../../..')
/** The licences of the packages in the bundle ask to be copied with them. */
const LICENCES = join(dirname(BUNDLE), 'LICENSES.txt')
const require = createRequire(import.meta.url)

const MODULES = 'node_modules/'
/** What a file requires, in comments too: files that are never asked for do no harm. */
const REQUIRES = /\brequire\(\s*(['"])([^'"]+)\1\s*\)/g
/** Isolates cannot require ES modules, so packages that have both kinds are resolved as by a Node that cannot either. */
const AS_COMMONJS = '--no-experimental-require-module'
const SOURCE = /\.(c?js|json)$/

/** Returns the path of a file in `node_modules`; undefined for modules of Node. */
function pathOf(file: string): string | undefined {
  const path = relative(root, file).replaceAll('\\', '/')
  const at = path.indexOf(MODULES)
  return at < 0 || !SOURCE.test(path) ? undefined : path.slice(at + MODULES.length)
}

/** Returns the file that a specifier loads; undefined if there is none. */
function locate(specifier: string, from: NodeJS.Require): string | undefined {
  try {
    const file = from.resolve(specifier)
    return pathOf(file) && file
  } catch {
    return undefined
  }
}

/** Returns the names by which functions require files of the pack's folders. */
const namesOfFiles = (): string[] =>
  PACK_FOLDERS.flatMap((folder) =>
    readdirSync(join(dirname(require.resolve(`${folder.split('/')[0]}/package.json`)), '..', folder))
      .map((name) => `${folder}/${name}`)
      .flatMap((path) => [path, path.replace(/\.\w+$/, '')]),
  ).filter((name) => PACK_FILES.test(name))

/** Returns the content of a bundle, and the files of packages in it. Throws if one of its libraries is not installed. */
function makeBundle(): { bytes: Buffer; files: string[] } {
  const sources: Buffer[] = []
  let length = 0
  const add = (text: string): [number, number] => {
    const bytes = Buffer.from(text)
    sources.push(bytes)
    length += bytes.length
    return [length - bytes.length, bytes.length]
  }
  const open = new Map<string, string>()
  const pathFrom = (specifier: string, from: NodeJS.Require): string | undefined => {
    const file = locate(specifier, from)
    const path = file && pathOf(file)
    if (!path) return undefined
    if ((open.get(path) ?? file) !== file) throw new Error(`Both ${file} and ${open.get(path)} would be ${path}.`)
    open.set(path, file)
    return path
  }
  /** A name that functions may rely on. */
  const library = (specifier: string): string => {
    const path = pathFrom(specifier, require)
    if (!path) throw new Error(`${specifier} is not installed: run "npm ci" with the packages for development.`)
    return path
  }
  const record = (names: readonly string[], pathOfName: (name: string) => string | undefined): Record<string, string> =>
    Object.fromEntries(
      [...new Set(names)].sort().flatMap((name) => {
        const path = pathOfName(name)
        return path ? [[name, path] as const] : []
      }),
    )

  const names: Index['names'] = {
    always: record(Object.keys(NODE), (name) => library(NODE[name]!)),
    pack: {
      ...record(Object.keys(PACK), (name) => library(PACK[name]!)),
      // Also of files that are no code, which nothing resolves to.
      ...record(namesOfFiles(), (name) => pathFrom(name, require)),
    },
  }
  const files: Index['files'] = {}
  // Grows by what its files require.
  for (const [path, file] of open) {
    const text = readFileSync(file, 'utf8')
    const from = createRequire(file)
    // As `require` in an isolate asks for them.
    const required = [...text.matchAll(REQUIRES)].map(([, , name]) => name!.replace(/^node:/, '').replace(/\/$/, ''))
    const requires = record(path.endsWith('.json') ? [] : required, (name) => pathFrom(NODE[name] ?? name, from))
    const missing = path.endsWith('.json')
      ? []
      : required.filter((name) => !requires[name] && (NODE[name] || !isBuiltin(name)))
    if (missing.length > 0)
      throw new Error(`${path} requires ${missing.join(', ')}, which is not installed or no CommonJS.`)
    files[path] = { place: add(path.endsWith('.json') ? `module.exports = ${text}` : text), requires }
  }
  const inside = Object.fromEntries(
    readdirSync(JAVASCRIPT)
      .sort()
      .map((name) => [name, add(stripTypeScriptTypes(readFileSync(join(JAVASCRIPT, name), 'utf8')))] as const),
  )
  const index: Index = { inside, names, files }
  return { bytes: Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...sources]), files: [...open.values()] }
}

/** Writes the bundle, and the licences beside it. Others may read or write them at the same time. */
function build(): void {
  // The licences first: they have to be there when the bundle is.
  replaceFile(BUNDLE, (writeBundle) => {
    const { bytes, files } = makeBundle()
    const folders = [...new Set(files.map(packageFolderOf))].sort()
    replaceFile(LICENCES, (writeLicences) => writeLicences(licencesOf(folders)))
    const stamp: Stamp = { sources: hashOfSources(), versions: versionsOf(folders, root), content: hashOf(bytes) }
    writeBundle(Buffer.concat([Buffer.from(`${JSON.stringify(stamp)}\n`), bytes]))
  })
}

if (import.meta.main) {
  if (!process.features.require_module) build()
  else {
    const flags = ['--no-warnings', AS_COMMONJS]
    const { status } = spawnSync(process.execPath, [...flags, import.meta.filename], { stdio: 'inherit' })
    process.exitCode = status ?? 1
  }
}
