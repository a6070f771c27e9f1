/** The folder with one subfolder per hook, and its state: which hook of which server a subfolder is. */
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, replaceFile, textIn } from '../files.ts'
import { CODE_NAMES, isSlug, parseFiles, textsOf, type HookFiles } from './layout.ts'
import { Problem } from '../problem.ts'

/** What is known about a subfolder and one server. */
export interface Tracked {
  id: number
  /** `modified_at` of the hook when it was last pulled or pushed; another value means that it was changed on the server. */
  modified_at: string | null
  /** Hash of the files at that time; another one means that they were changed here. */
  hash: string
}

interface State {
  version: 1
  /** By base URL of the API, then by subfolder. */
  servers: Record<string, Record<string, Tracked>>
}

export interface Folder {
  path: string
  /** The subfolders with hooks, in order. */
  slugs(): Promise<string[]>
  tracked(slug: string): Tracked | undefined
  slugOfId(id: number): string | undefined
  /** Returns null if there is no such hook. Throws Problem for files that are not valid. */
  read(slug: string): Promise<HookFiles | null>
  /** Writes the files of a hook and its state. */
  write(slug: string, files: HookFiles): Promise<void>
  track(slug: string, tracked: Tracked): Promise<void>
}

const STATE = '.sheaf-hooks.json'
const FILES = ['hook.json', 'settings.json', ...CODE_NAMES]

async function readState(path: string): Promise<State> {
  const text = await textIn(join(path, STATE))
  if (text === undefined) return { version: 1, servers: {} }
  try {
    const state = JSON.parse(text) as State
    if (state.version === 1 && typeof state.servers === 'object') return state
  } catch {
    // Reported below.
  }
  throw new Problem(`${join(path, STATE)} was not written by this version of sheaf.`)
}

/** Opens a folder, which need not exist, for one server. */
export async function openFolder(path: string, api: string): Promise<Folder> {
  const state = await readState(path)
  const own = new Map(Object.entries(state.servers[api] ?? {}))
  for (const slug of own.keys()) if (!isSlug(slug)) throw new Problem(`${join(path, STATE)} has an invalid "${slug}".`)
  const at = async (slug: string) => {
    const folder = join(path, slug)
    const found = await lstat(folder).catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)))
    if (found && !found.isDirectory()) throw new Problem(`${folder} is not a folder.`)
    return folder
  }
  return {
    path,
    slugs: async () => {
      const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) =>
        isMissing(error) ? [] : Promise.reject(error),
      )
      const names = entries.filter((one) => one.isDirectory() && isSlug(one.name)).map(({ name }) => name)
      const texts = await Promise.all(names.map((name) => textIn(join(path, name, 'hook.json'))))
      return names.filter((_, index) => texts[index] !== undefined).sort()
    },
    tracked: (slug) => own.get(slug),
    slugOfId: (id) => [...own].find(([, tracked]) => tracked.id === id)?.[0],
    read: async (slug) => {
      const folder = await at(slug)
      const texts: Record<string, string> = {}
      for (const name of FILES) {
        const text = await textIn(join(folder, name))
        if (text !== undefined) texts[name] = text
      }
      return texts['hook.json'] === undefined ? null : parseFiles(folder, texts)
    },
    write: async (slug, files) => {
      const folder = await at(slug)
      await mkdir(folder, { recursive: true })
      const texts = textsOf(files)
      for (const [name, text] of Object.entries(texts))
        if ((await textIn(join(folder, name))) !== text) await replaceFile(join(folder, name), text)
      // Code of another runtime, which the hook had before.
      for (const name of CODE_NAMES) if (!(name in texts)) await rm(join(folder, name), { force: true })
    },
    track: async (slug, tracked) => {
      own.set(slug, tracked)
      state.servers[api] = Object.fromEntries([...own].sort(([a], [b]) => (a < b ? -1 : 1)))
      await mkdir(path, { recursive: true })
      await replaceFile(join(path, STATE), `${JSON.stringify(state, null, 2)}\n`)
    },
  }
}
