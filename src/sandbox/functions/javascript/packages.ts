import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { moduleFolders } from '../../program.ts'

const require = createRequire(import.meta.url)
const folders = moduleFolders.map((folder) => folder + sep)

/** Node's modules, as pure JavaScript from npm. Others are written in `inside/` (crypto, timers). */
const NODE: Record<string, string> = {
  assert: 'assert/',
  buffer: 'buffer/',
  events: 'events/',
  path: 'path-browserify',
  punycode: 'punycode/',
  querystring: 'querystring-es3',
  string_decoder: 'string_decoder/',
  url: 'url/',
  util: 'util/',
}

/** Modules of the pack `default`; below some of them, files can be required by their path. */
const PACK: Record<string, string> = {
  lodash: 'lodash/lodash.min.js',
  dayjs: 'dayjs/dayjs.min.js',
  'big.js': 'big.js',
  'fast-xml-parser': 'fast-xml-parser',
  papaparse: 'papaparse/papaparse.min.js',
}
const PACK_FILES = /^(lodash\/[a-zA-Z]+|dayjs\/(plugin|locale)\/[a-zA-Z-]+)(\.js)?$/

/** What functions load by these tables, as specifiers that `require` resolves: the packages are dependencies like any other. */
export const FUNCTION_MODULES: readonly string[] = [...Object.values(NODE), ...Object.values(PACK)]

export interface PackageFile {
  file: string
  source: string
}

/**
 * Returns the source of a module that a function (`from` is empty) or a file of a package requires; undefined if there is none. Only files
 * of node_modules are read.
 */
export function readPackageFile(name: string, from: string, pack: 'default' | null): PackageFile | undefined {
  try {
    const file = from ? resolveWithin(name, from) : resolveForFunction(name, pack)
    const folder = folders.find((one) => file?.startsWith(one))
    if (!file || !folder || !/\.(c?js|json)$/.test(file)) return undefined
    const text = readFileSync(file, 'utf8')
    return { file: file.slice(folder.length), source: file.endsWith('.json') ? `module.exports = ${text}` : text }
  } catch {
    return undefined
  }
}

function resolveForFunction(name: string, pack: 'default' | null): string | undefined {
  const target = NODE[name] ?? (pack ? (PACK[name] ?? (PACK_FILES.test(name) ? name : undefined)) : undefined)
  return target && require.resolve(target)
}

function resolveWithin(name: string, from: string): string | undefined {
  for (const folder of folders)
    try {
      return createRequire(join(folder, from)).resolve(NODE[name] ?? name)
    } catch {
      // The file is in another folder.
    }
  return undefined
}
