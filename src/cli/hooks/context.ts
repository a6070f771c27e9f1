/** What every command works on: the hooks of the server and the folder. */
import type { ConnectionOptions } from '../client/connection.ts'
import { openFolder, type Folder } from './folder.ts'
import { filesOf, isSame, type HookFiles, type ServerHook } from './layout.ts'
import { Problem, say, sayJson } from '../problem.ts'
import { readReferences, type References } from './references.ts'
import { connect } from '../client/options.ts'
import type { Rest } from '../client/rest.ts'

export interface Options extends ConnectionOptions {
  /** Ids, names or subfolders of the hooks that a command is limited to. */
  hook?: string[] | undefined
  force: boolean
  dryRun: boolean
  json: boolean
}

export interface Context {
  options: Options
  rest: Rest
  folder: Folder
  hooks: ServerHook[]
  references: References
  /** Prints one line. */
  say(line: string): void
  /** Prints what has become of the hook in a subfolder. */
  report(slug: string, result: string): void
}

export async function openContext(path: string, options: Options): Promise<Context> {
  const rest = await connect(options)
  const folder = await openFolder(path, rest.api)
  const hooks = (await rest.all<ServerHook>('hooks')).sort((a, b) => a.id - b.id)
  const references = await readReferences(rest, hooks)
  const report = (hook: string, result: string) =>
    options.json ? sayJson({ hook, result }) : say(`${hook}: ${result}`)
  return { options, rest, folder, hooks, references, say, report }
}

/** Returns whether `--hook` selects a hook; without the option every hook is selected. */
export function isSelected(
  { hook: wanted }: Options,
  slug: string | undefined,
  hook?: { id?: unknown; name?: unknown },
) {
  return !wanted?.length || wanted.some((one) => one === slug || one === String(hook?.id) || one === hook?.name)
}

/** Throws Problem if `--hook` names something that is neither in the folder nor on the server. */
export async function checkSelection({ options, folder, hooks }: Context): Promise<void> {
  const slugs = await folder.slugs()
  for (const one of options.hook ?? []) {
    const names = await Promise.all(slugs.map(async (slug) => nameOf(folder, slug)))
    const isKnown =
      slugs.includes(one) ||
      names.includes(one) ||
      hooks.some((hook) => isSelected({ ...options, hook: [one] }, undefined, hook))
    if (!isKnown) throw new Problem(`There is no hook "${one}", neither on the server nor in ${folder.path}.`)
  }
}

/** The name in `hook.json`, or undefined if the file is not valid. */
async function nameOf(folder: Folder, slug: string): Promise<unknown> {
  const files = await folder.read(slug).catch(() => null)
  return files?.hook.name
}

/** The files of a hook of the server, with the file name that the local code has. */
export const serverFiles = ({ references }: Context, hook: ServerHook, local: HookFiles | null): HookFiles =>
  filesOf(hook, references.of, local?.code?.name)

/** The local files as they are compared with the server: with its ids, and with its values for keys that `hook.json` omits. */
export function comparable({ references }: Context, local: HookFiles, server: HookFiles): HookFiles {
  const own = references.toOwn(local.hook)
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  const config = {
    ...(isObject(server.hook.config) ? server.hook.config : {}),
    ...(isObject(own.config) ? own.config : {}),
  }
  return { ...local, hook: { ...server.hook, ...own, config } }
}

export const matches = (context: Context, local: HookFiles, server: HookFiles): boolean =>
  isSame(comparable(context, local, server), server)
