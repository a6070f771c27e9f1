/** Names in place of URLs, which are different in each organization. */
import { Problem } from '../problem.ts'

/** Kinds of objects that have a name in files; also the paths of the API. */
export type Path =
  | 'organizations'
  | 'labels'
  | 'workspaces'
  | 'engines'
  | 'engine_fields'
  | 'schemas'
  | 'workflows'
  | 'workflow_steps'
  | 'connectors'
  | 'queues'
  | 'triggers'
  | 'email_templates'
  | 'delete_recommendations'
  | 'export_profiles'
  | 'hooks'
  | 'rules'
  | 'inboxes'
  | 'generic_engines'
  | 'dedicated_engines'
  | 'users'

export interface Names {
  add(path: Path, name: string, url: string): void
  /** Lets files refer to an object by another name, unless that of an object. */
  alias(path: Path, name: string, url: string): void
  /** The name of an object; undefined if it has none. */
  of(url: string): { object: Path; name: string } | undefined
  urlOf(path: Path, name: string): string | undefined
}

/** URLs may have different hosts; the path after the version identifies an object. */
const tail = (url: string): string => url.split('/').slice(-2).join('/')

export function openNames(): Names {
  const names = new Map<string, { object: Path; name: string }>()
  const urls = new Map<string, string>()
  return {
    add: (object, name, url) => {
      names.set(tail(url), { object, name })
      urls.set(`${object} ${name}`, url)
    },
    alias: (object, name, url) => {
      if (!urls.has(`${object} ${name}`)) urls.set(`${object} ${name}`, url)
    },
    of: (url) => names.get(tail(url)),
    urlOf: (path, name) => urls.get(`${path} ${name}`),
  }
}

/** Several objects may have the same name: the second is `Invoices #2`. The order is that of their ids. */
export function keysOf<T extends { id: number }>(objects: readonly T[], nameOf: (object: T) => string): Map<string, T> {
  const found = new Map<string, T>()
  for (const object of [...objects].sort((a, b) => a.id - b.id)) {
    const name = nameOf(object)
    let key = name
    for (let number = 2; found.has(key); number++) key = `${name} #${number}`
    found.set(key, object)
  }
  return found
}

const URL_OF_OBJECT = /^https?:\/\/[^\s]+\/v1\/[a-z_]+\/\d+$/

/** Replaces URLs of known objects anywhere in a value by `{ "object": "labels", "name": "Urgent" }`. */
export function withoutUrls(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return (URL_OF_OBJECT.test(value) && names.of(value)) || value
  if (Array.isArray(value)) return value.map((one) => withoutUrls(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutUrls(one, names)]))
}

/** The reverse of `withoutUrls`. Throws Problem if there is no such object. */
export function withUrls(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => withUrls(one, names))
  if (typeof value !== 'object' || value === null) return value
  const { object, name, ...others } = value as { object?: Path; name?: string }
  if (object && name && Object.keys(others).length === 0) return required(object, name, names)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withUrls(one, names)]))
}

export function required(path: Path, name: unknown, names: Names): string {
  const url = names.urlOf(path, String(name))
  if (url === undefined) throw new Problem(`There is no "${String(name)}" in ${path}.`)
  return url
}
