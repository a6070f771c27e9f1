/**
 * The file of the build: a line with what it was made from, a line with its index, and the sources, which the index finds by their bytes. A
 * process for functions reads it once, and decodes only the sources that functions ask for.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const BUNDLE = join(import.meta.dirname, '..', 'dist', 'javascript.bundle')

/** What a bundle was made from, and what is in it. */
export interface Stamp {
  /** Hash of the programs of this package. */
  sources: string
  /** Versions of the packages in it, by their folders as in the lock file: `node_modules/lodash`. */
  versions: Record<string, string>
  /** Hash of all that follows the stamp. */
  content: string
}

/** Where a source is: its first byte, and how many there are. */
type Place = readonly [at: number, bytes: number]

export interface Index {
  /** Modules of `javascript/` by the names of their files. */
  inside: Record<string, Place>
  /** The files that functions require by these names: always, or with the pack. */
  names: { always: Record<string, string>; pack: Record<string, string> }
  /** Files of packages by their path in `node_modules`, and the files that each of them requires. */
  files: Record<string, { place: Place; requires: Record<string, string> }>
}

export interface PackageFile {
  file: string
  source: string
}

export interface Bundle {
  /** Returns a module of `javascript/`, without types. */
  inside(name: string): string
  /** Returns the module that a function (`from` is empty) or a file of a package requires; undefined if there is none. */
  find(name: string, from: string, pack: 'default' | null): PackageFile | undefined
}

const NEWLINE = 10

/** Names come from code of customers: those of `Object.prototype` are in no record. */
const own = <Value>(record: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Opens a bundle. Throws an error if there is none. */
export function openBundle(file = BUNDLE): Bundle {
  const bytes = readFileSync(file)
  const endOfStamp = bytes.indexOf(NEWLINE)
  const endOfIndex = bytes.indexOf(NEWLINE, endOfStamp + 1)
  const { inside, names, files } = JSON.parse(bytes.toString('utf8', endOfStamp + 1, endOfIndex)) as Index
  const sources = bytes.subarray(endOfIndex + 1)
  const read = ([at, length]: Place): string => sources.toString('utf8', at, at + length)
  return {
    inside(name) {
      const place = own(inside, name)
      if (!place) throw new Error(`The runtime of functions has no module ${name}.`)
      return read(place)
    },
    find(name, from, pack) {
      const target = from
        ? own(own(files, from)?.requires ?? {}, name)
        : (own(names.always, name) ?? (pack ? own(names.pack, name) : undefined))
      const found = target === undefined ? undefined : own(files, target)
      return found && { file: target!, source: read(found.place) }
    },
  }
}
