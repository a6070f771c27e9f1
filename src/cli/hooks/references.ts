/** References in files: `{ "id", "name" }` in place of URLs, which are different on each server. */
import { Problem } from '../problem.ts'
import type { Rest } from '../client/rest.ts'
import type { ServerHook } from './layout.ts'

type Values = Record<string, unknown>
type Reference = Values

interface Known {
  id: number
  url: string
  name: string
}

export interface References {
  /** The reference to an object of the server by its URL. */
  of(url: string): Reference
  /** Replaces the references of a `hook.json` by URLs, for the API. Throws Problem for a reference to no object of this server. */
  toUrls(hook: Values): Values
  /** Replaces them by the ids and names of this server, for comparison with its hook. Throws as `toUrls`. */
  toOwn(hook: Values): Values
  /** Makes a hook known that was created after the start. */
  add(hook: ServerHook): void
}

const WORDS = { queues: 'queue', hooks: 'hook', users: 'user' }
type Kind = keyof typeof WORDS
const LISTS = [
  ['queues', 'queues'],
  ['run_after', 'hooks'],
] as const
/** URLs may have different hosts; the path after the version identifies an object. */
const tail = (url: string) => url.split('/').slice(-2).join('/')

/** Reads the names of queues and users. `hooks` are all hooks of the server. */
export async function readReferences(rest: Rest, hooks: readonly ServerHook[]): Promise<References> {
  const queues = await rest.all<Known>('queues')
  // Users who may not see others can still work with hooks that have no token owner.
  const users = await rest
    .all<{ id: number; url: string; username: string }>('users')
    .catch((error: unknown) => (error instanceof Problem ? [] : Promise.reject(error)))
  const known: Record<Kind, Known[]> = {
    queues,
    hooks: [...hooks],
    users: users.map(({ id, url, username }) => ({ id, url, name: username })),
  }
  const byTail = new Map(Object.values(known).flatMap((list) => list.map((one) => [tail(one.url), one])))
  return {
    of: (url) => {
      const found = byTail.get(tail(url))
      return found ? { id: found.id, name: found.name } : { id: Number(tail(url).split('/')[1]) }
    },
    toUrls: (hook) => replace(hook, known, ({ url }) => url),
    toOwn: (hook) => replace(hook, known, ({ id, name }) => ({ id, name })),
    add: (hook) => {
      known.hooks.push(hook)
      byTail.set(tail(hook.url), hook)
    },
  }
}

/** Lists of references are sorted: their order means nothing. */
function replace(hook: Values, known: Record<Kind, Known[]>, by: (found: Known) => unknown): Values {
  const replaced = { ...hook }
  for (const [key, kind] of LISTS) {
    const list = hook[key]
    if (list === undefined) continue
    if (!Array.isArray(list)) throw new Problem(`"${key}" must be a list.`)
    const found = list.map((reference) => find(kind, known[kind], reference))
    replaced[key] = found.sort((a, b) => a.id - b.id).map(by)
  }
  if (hook.token_owner) replaced.token_owner = by(find('users', known.users, hook.token_owner))
  return replaced
}

/**
 * An object matches by its id and its name, or if there is none, by its name alone: the same files serve several servers, on which ids
 * differ. A reference without a name matches by its id.
 */
function find(kind: Kind, known: readonly Known[], reference: unknown): Known {
  const { id, name }: Reference = typeof reference === 'object' && reference !== null ? { ...reference } : {}
  const word = WORDS[kind]
  const exact = known.find((one) => one.id === id && (name === undefined || one.name === name))
  if (exact) return exact
  const named = known.filter((one) => name !== undefined && one.name === name)
  if (named.length === 1) return named[0]!
  if (named.length > 1)
    throw new Problem(`There are ${named.length} ${kind} named "${String(name)}"; give the id of one of them.`)
  const renamed = known.find((one) => one.id === id)
  if (renamed && name !== undefined)
    throw new Problem(`There is no ${word} "${String(name)}"; ${word} ${renamed.id} is named "${renamed.name}".`)
  throw new Problem(`There is no ${word} ${JSON.stringify(reference)}.`)
}
