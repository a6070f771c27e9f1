/** Kinds whose objects are one JSON file each. */
import { isObject, sorted, textOf } from '../hooks/layout.ts'
import { Problem } from '../problem.ts'
import type { Kind, ServerObject, Values } from './kind.ts'
import { required, withoutUrls, withUrls, type Names, type Path } from './names.ts'

interface Plain extends Pick<Kind, 'path' | 'keys'> {
  /** Keys that contain names of another kind, or a list of them. */
  references?: Record<string, Path>
  nameOf?: Kind['nameOf']
  onCreate?: Kind['onCreate']
  adds?: Kind['adds']
  merges?: Kind['merges']
  merge?: Kind['merge']
  peopleIn?: Kind['peopleIn']
  isKept?: Kind['isKept']
  createdWith?: Kind['createdWith']
  partsOf?: (object: ServerObject) => string[]
}

/** The file of an object that is a single JSON text. */
export const FILE = 'json'

const each = (value: unknown, change: (one: unknown) => unknown) =>
  Array.isArray(value) ? value.map(change) : value === null || value === undefined ? value : change(value)

/** Returns names in place of URLs. Objects that have no name in files are no part of lists to which a push only adds, nor of links to triggers. */
function named(path: Path, value: unknown, names: Names, isLenient: boolean): unknown {
  const found = each(value, (url) => names.of(String(url))?.name ?? (isLenient ? undefined : url))
  // Lists of references are sorted: their order means nothing.
  return Array.isArray(found) ? found.filter((one) => one !== undefined).sort() : found
}

/** Declares a kind whose objects are one JSON file each. */
export function plain(given: Plain): Kind {
  const { path, keys, references = {}, nameOf = ({ name }: Values) => String(name), partsOf, ...others } = given
  const isLenient = (key: string) => given.adds?.includes(key) === true || references[key] === 'triggers'
  return {
    ...others,
    path,
    keys,
    nameOf,
    valuesOf: (object, names) =>
      Object.fromEntries(
        keys.map((key) => {
          const kind = references[key]
          return [key, kind ? named(kind, object[key], names, isLenient(key)) : withoutUrls(object[key], names)]
        }),
      ),
    bodyOf: (values, names) =>
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => {
          const kind = references[key]
          return [key, kind ? each(value, (name) => required(kind, name, names)) : withUrls(value, names)]
        }),
      ),
    textsOf: (values) => ({
      [FILE]: textOf(
        Object.fromEntries(keys.filter((key) => values[key] !== undefined).map((key) => [key, sorted(values[key])])),
      ),
    }),
    parse: (folder, texts) => {
      const values = objectIn(folder, texts[FILE] ?? '')
      const unknown = Object.keys(values).find((key) => !keys.includes(key))
      if (unknown) throw new Problem(`${folder}.json has an unknown key "${unknown}".`)
      const isNamed = typeof values['name'] === 'string' && values['name'] !== ''
      if (keys.includes('name') && !isNamed) throw new Problem(`${folder}.json needs a "name".`)
      return values
    },
    ...(partsOf ? { partsOf: (object) => Promise.resolve(partsOf(object)) } : {}),
  }
}

function objectIn(folder: string, text: string): Values {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem(`${folder}.json is not valid JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (!isObject(value)) throw new Problem(`${folder}.json must contain an object.`)
  return value
}
