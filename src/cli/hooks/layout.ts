/** How a hook is stored as files: `hook.json`, `settings.json` and, for functions, `code.js`, `code.ts` or `code.py`. */
import { createHash } from 'node:crypto'
import { Problem } from '../problem.ts'

type Values = Record<string, unknown>

/** A hook as the API returns it. */
export interface ServerHook extends Values {
  id: number
  url: string
  name: string
  type: string
  status: string | null
  active: boolean
  events: string[]
  queues: string[]
  run_after: string[]
  token_owner: string | null
  modified_at: string | null
  config: Values
  settings: Values
}

/** The content of a hook's files. References in `hook` are objects such as `{ "id": 3, "name": "Invoices" }`. */
export interface HookFiles {
  hook: Values
  settings: Values
  /** `name` is the file's name; null: no code (webhooks, and functions whose code is hidden). */
  code: { name: string; text: string } | null
}

/** The keys of `hook.json` in their order. */
export const KEYS: readonly string[] = [
  'name',
  'type',
  'active',
  'description',
  'events',
  'queues',
  'run_after',
  'sideload',
  'config',
  'token_owner',
  'token_lifetime_s',
  'settings_schema',
  'secrets_schema',
  'test',
  'metadata',
  'guide',
  'read_more_url',
  'extension_image_url',
  'extension_source',
]
/** Keys of `config` that have a file of their own, are never stored, or cannot be written. */
const SECRET = ['secret', 'client_ssl_key']
const ELSEWHERE = ['code', 'status', ...SECRET]
export const CODE_NAMES = ['code.js', 'code.ts', 'code.py']
const SLUG = /^[a-z0-9][a-z0-9-]{0,79}$/
/** Names of devices, which Windows does not accept as names of folders. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/

export const isSlug = (text: string): boolean => SLUG.test(text) && !DEVICE.test(text)

/** The name of a hook's folder: lower-case letters, digits and hyphens only, so that no name leads out of the folder. */
export function slugOf(name: string, id: number, isTaken: (slug: string) => boolean, word = 'hook'): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  if (isSlug(slug) && !isTaken(slug)) return slug
  return [slug || word, id].join('-')
}

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sorts keys at all levels: the database does not keep their order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}

/** Returns a value as the text of a file. */
export const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function ordered(hook: Values): Values {
  return Object.fromEntries(KEYS.filter((key) => hook[key] !== undefined).map((key) => [key, sorted(hook[key])]))
}

/** The texts of the files by name. The same content always yields the same texts. */
export function textsOf({ hook, settings, code }: HookFiles): Record<string, string> {
  return {
    'hook.json': textOf(ordered(hook)),
    'settings.json': textOf(sorted(settings)),
    ...(code ? { [code.name]: code.text } : {}),
  }
}

export const hashOf = (files: HookFiles): string =>
  createHash('sha256')
    .update(JSON.stringify(textsOf(files)))
    .digest('hex')

/** Returns whether the files have the same content; the ending of the code's file is irrelevant. */
export const isSame = (a: HookFiles, b: HookFiles): boolean =>
  hashOf({ ...a, code: a.code && { ...a.code, name: 'code' } }) ===
  hashOf({ ...b, code: b.code && { ...b.code, name: 'code' } })

/** The name of the file for code of a runtime. TypeScript runs in the JavaScript runtime: an existing `code.ts` keeps its name. */
function codeName(runtime: unknown, existing: string | undefined): string {
  if (typeof runtime === 'string' && runtime.startsWith('python')) return 'code.py'
  return existing === 'code.ts' ? existing : 'code.js'
}

const byId = (a: Values, b: Values) => Number(a.id) - Number(b.id)

/** Returns the files of a hook of the server. `refer` replaces URLs by names and ids. `existing` is the name of the local code file. */
export function filesOf(hook: ServerHook, refer: (url: string) => Values, existing?: string): HookFiles {
  const { config, settings, queues, run_after, token_owner } = hook
  const { code, runtime } = config
  const kept = Object.entries(config).filter(([key]) => !ELSEWHERE.includes(key))
  return {
    hook: {
      ...hook,
      queues: queues.map(refer).sort(byId),
      run_after: run_after.map(refer).sort(byId),
      token_owner: token_owner ? refer(token_owner) : null,
      config: Object.fromEntries(kept),
    },
    settings,
    code: typeof code === 'string' ? { name: codeName(runtime, existing), text: code } : null,
  }
}

/** Parses local files, which people edit. `folder` begins the sentences of errors. Throws Problem. */
export function parseFiles(folder: string, texts: Record<string, string>): HookFiles {
  const parse = (name: string): Values => {
    let value: unknown
    try {
      value = JSON.parse(texts[name] ?? '{}')
    } catch (error) {
      throw new Problem(`${folder}/${name} is not valid JSON: ${error instanceof Error ? error.message : ''}`)
    }
    if (!isObject(value)) throw new Problem(`${folder}/${name} must contain an object.`)
    return value
  }
  const hook = parse('hook.json')
  const config = hook.config === undefined ? {} : hook.config
  if (!isObject(config)) throw new Problem(`"config" in ${folder}/hook.json must be an object.`)
  const secret = 'secrets' in hook ? 'secrets' : SECRET.find((key) => key in config)
  if (secret)
    throw new Problem(`${folder}/hook.json contains "${secret}". Secrets are not kept in files: set them with the API.`)
  if ('code' in config) throw new Problem(`"code" in ${folder}/hook.json belongs in a file such as code.js.`)
  const unknown = Object.keys(hook).find((key) => !KEYS.includes(key))
  if (unknown) throw new Problem(`${folder}/hook.json has an unknown key "${unknown}".`)
  if (typeof hook.name !== 'string' || !hook.name) throw new Problem(`${folder}/hook.json needs a "name".`)
  const names = CODE_NAMES.filter((name) => texts[name] !== undefined)
  if (names.length > 1) throw new Problem(`${folder} has both ${names.join(' and ')}; keep one.`)
  const [name] = names
  return { hook, settings: parse('settings.json'), code: name ? { name, text: texts[name] ?? '' } : null }
}
