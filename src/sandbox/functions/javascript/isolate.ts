import { insideSource } from '@sheaf/functions-runtime'
import ivm from 'isolated-vm'
import { operations } from './host.ts'

/** The functions of the runtime's `main.ts` that the host calls. */
export type Inside = Record<
  'preload' | 'start' | 'evaluate' | 'callFunction' | 'hasHandler' | 'answer' | 'fire' | 'namesOf',
  ivm.Reference
>

export interface OpenIsolate {
  isolate: ivm.Isolate
  context: ivm.Context
  inside: Inside
  memoryMb: number
  /** Loads what most functions use. Takes longer than the rest. */
  preload: () => void
}

/** What a module may use while it loads. */
const NOTHING = { random: () => Buffer.alloc(0), pack: null }

/** Returns an isolate in which the modules of the runtime are loaded. They are ours, so they may run on this thread. */
export function openIsolate(memoryMb: number): OpenIsolate {
  const isolate = new ivm.Isolate({
    memoryLimit: memoryMb,
    // The words of V8 for a full heap, by which the parent recognizes the reason. The isolate cannot continue.
    onCatastrophicError: () => {
      process.stderr.write('heap out of memory')
      process.abort()
    },
  })
  const context = isolate.createContextSync()
  const modules = new Map<string, ivm.Module>()
  const load = (specifier: string): ivm.Module => {
    const name = specifier.slice('./'.length)
    let module = modules.get(name)
    if (!module) {
      module = isolate.compileModuleSync(insideSource(name), { filename: `sheaf:${name}` })
      modules.set(name, module)
    }
    return module
  }
  const main = load('./main.ts')
  main.instantiateSync(context, load)
  main.evaluateSync()
  const get = (name: keyof Inside): ivm.Reference => main.namespace.getSync(name, { reference: true })
  const inside = {
    preload: get('preload'),
    start: get('start'),
    evaluate: get('evaluate'),
    callFunction: get('callFunction'),
    hasHandler: get('hasHandler'),
    answer: get('answer'),
    fire: get('fire'),
    namesOf: get('namesOf'),
  }
  const host = new ivm.Callback((what: unknown, name: unknown, from: unknown) =>
    what === 'source' ? operations['source']?.([String(name), String(from)], NOTHING) : undefined,
  )
  const preload = (): void => void inside.preload.applySync(undefined, [host])
  return { isolate, context, inside, memoryMb, preload }
}
