/** Hooks in a set-up: the files of `sheaf hooks`, with references that are names only. */
import { filesOf, isObject, KEYS, parseFiles, textsOf, type HookFiles, type ServerHook } from '../hooks/layout.ts'
import { Refused, type Rest } from '../client/rest.ts'
import type { Kind, ServerObject, Values } from './kind.ts'
import { required, type Names, type Path } from './names.ts'

const LISTS = { queues: 'queues', run_after: 'hooks' } as const

const nameOf = (reference: unknown): unknown => (isObject(reference) ? reference['name'] : reference)
const byName = (a: Values, b: Values) => (String(a['name']) < String(b['name']) ? -1 : 1)

/** `config`, code and settings are values of their own in the API, but not all in `hook.json`. */
const valuesIn = ({ hook, settings, code }: HookFiles): Values => ({
  ...hook,
  config: { ...(isObject(hook['config']) ? hook['config'] : {}), ...(code ? { code: code.text } : {}) },
  settings,
})

function filesIn({ settings, config, ...hook }: Values): HookFiles {
  const { code, ...others }: Values = isObject(config) ? config : {}
  const name = String(others['runtime']).startsWith('python') ? 'code.py' : 'code.js'
  return {
    hook: { ...hook, config: others },
    settings: isObject(settings) ? settings : {},
    code: typeof code === 'string' ? { name, text: code } : null,
  }
}

export const HOOKS: Kind = {
  path: 'hooks',
  keys: [...KEYS, 'settings'],
  merges: ['config'],
  peopleIn: ({ token_owner }) => (token_owner ? [String(nameOf(token_owner))] : []),
  partsOf: secretsOf,
  nameOf: ({ name }) => String(name),
  valuesOf: (object, names) => {
    // The API returns hooks only from this path.
    const files = filesOf(object as ServerHook, (url) => ({ name: names.of(url)?.name ?? url }))
    const { queues, run_after } = files.hook as { queues: Values[]; run_after: Values[] }
    const hook = { ...files.hook, queues: queues.sort(byName), run_after: run_after.sort(byName) }
    // Only what the files contain, in the same form.
    return valuesIn(parseFiles('', textsOf({ ...files, hook })))
  },
  bodyOf: (values, names) => {
    const { token_owner, ...body } = values
    const lists = Object.entries(LISTS).flatMap(([key, path]) => {
      const list = values[key]
      return Array.isArray(list) ? [[key, list.map((one) => required(path, nameOf(one), names))]] : []
    })
    return { ...body, ...Object.fromEntries(lists), ...ownerOf(token_owner, names) }
  },
  textsOf: (values) => textsOf(filesIn(values)),
  parse: (folder, texts) => {
    const { settings, ...values } = valuesIn(parseFiles(folder, texts))
    // Without the file, the hook keeps its settings.
    return texts['settings.json'] === undefined ? values : { ...values, settings }
  },
}

/** The names of the secrets of a hook, which are never in files. */
async function secretsOf({ id, config }: ServerObject, rest: Rest): Promise<string[]> {
  // Only administrators may list the names.
  const names = await rest.send<string[]>('GET', `hooks/${id}/secrets_keys`).catch((error: unknown) => {
    if (error instanceof Refused) return []
    throw error
  })
  const { secret, client_ssl_certificate }: Values = isObject(config) ? config : {}
  return [
    ...names.map((name) => `secret ${name}`),
    ...(secret ? ['config.secret'] : []),
    ...(client_ssl_certificate ? ['config.client_ssl_key'] : []),
  ]
}

/** A hook whose owner is unknown here keeps the one it has; commands name the owner. */
function ownerOf(token_owner: unknown, names: Names): Values {
  if (token_owner === undefined) return {}
  if (token_owner === null) return { token_owner }
  const path: Path = 'users'
  const url = names.urlOf(path, String(nameOf(token_owner)))
  return url ? { token_owner: url } : {}
}

/** Orders hooks so that each comes after those in its `run_after`. Cycles are left to the service, which refuses them. */
export function inOrder<T extends { key: string; values: Values }>(items: readonly T[]): T[] {
  const ordered: T[] = []
  for (let rest = [...items]; rest.length > 0;) {
    const keys = rest.map(({ key }) => key)
    const isFree = ({ key, values: { run_after } }: T) =>
      !(Array.isArray(run_after) && run_after.some((one) => nameOf(one) !== key && keys.includes(String(nameOf(one)))))
    const free = rest.filter(isFree)
    const next = free.length ? free : rest
    ordered.push(...next)
    rest = rest.filter((one) => !next.includes(one))
  }
  return ordered
}
