import { timerFunctions, sleep } from './clock.ts'
import { host } from './host.ts'
import { URL, URLSearchParams } from './url.ts'

type Loader = (exports: unknown, require: unknown, module: { exports: unknown }, file: string, folder: string) => void

/** Modules by name or file; a module is registered before it is evaluated, so that circular references end. */
const loaded = new Map<string, { exports: unknown }>()

/** Modules written here, because no pure library fits. */
const own: Record<string, () => unknown> = {
  timers: () => timerFunctions,
  'timers/promises': () => ({ setTimeout: sleep }),
  process: () => Reflect.get(globalThis, 'process'),
  'node-fetch': () => Object.assign(globalThis.fetch, { default: globalThis.fetch, Headers, Request, Response }),
  'https-proxy-agent': () => ({ HttpsProxyAgent: ProxyAgent }),
}

/** Adds a module that itself requires others. */
export const provideModule = (name: string, exports: unknown): void => void (own[name] = () => exports)

/** Requests of functions always leave through the service; the agent exists so that code with one runs. */
class ProxyAgent {
  readonly proxy: string
  constructor(proxy: unknown) {
    this.proxy = String(proxy)
  }
}

/** Which of `own` need the pack. */
const PACKED = ['node-fetch', 'https-proxy-agent']

let hasPack = false
export const setPack = (is: boolean): void => void (hasPack = is)

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the exports of a module have any type, as those of Node's `require`
export function requireModule(name: string, from = ''): any {
  const plain = String(name)
    .replace(/^node:/, '')
    .replace(/\/$/, '')
  const known = loaded.get(plain)
  if (known && !plain.startsWith('.')) return known.exports
  const make = Object.hasOwn(own, plain) && (hasPack || !PACKED.includes(plain)) ? own[plain] : undefined
  if (make) {
    const exports = make()
    loaded.set(plain, { exports })
    return exports
  }
  const found = host('source', plain, from)
  if (!found) throw notFound(String(name))
  const { file, source }: { file: string; source: string } = JSON.parse(found)
  const module = loaded.get(file) ?? evaluate(file, source)
  if (!from || !plain.startsWith('.')) loaded.set(plain, module)
  if (plain === 'url' && !from) Object.assign(module.exports as object, { URL, URLSearchParams })
  return module.exports
}

function evaluate(file: string, source: string): { exports: unknown } {
  const module = { exports: {} as unknown }
  loaded.set(file, module)
  const compile = globalThis.eval
  const load: Loader = compile(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})\n//# sourceURL=${file}`,
  )
  load(module.exports, (name: string) => requireModule(name, file), module, file, '')
  return module
}

function notFound(name: string): Error {
  const error = new Error(`Cannot find module '${name}'. The available modules are listed in docs/functions.md.`)
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' })
}
