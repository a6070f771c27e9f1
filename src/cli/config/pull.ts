/** `sheaf config pull`: writes the set-up of an organization into a folder. */
import { idIn, Refused, type Rest } from '../client/rest.ts'
import { EXIT, say, sayJson } from '../problem.ts'
import {
  filesOfItem,
  hashOf,
  pathOf,
  readFolder,
  readServer,
  refuseFile,
  removeFileIn,
  titleOf,
  writeFileIn,
  type LocalItem,
  type ServerItem,
} from './items.ts'
import { KINDS, type Kind } from './kinds.ts'
import { countLeftOut, sayLeftOut } from './left-out.ts'
import { openNames, type Names, type Path } from './names.ts'
import { openState, type Memory, type Tracked } from './state.ts'

export interface ConfigOptions {
  json: boolean
  dryRun: boolean
}

interface PullOptions extends ConfigOptions {
  /** Whether to overwrite and remove files with local changes. */
  force: boolean
}

interface Work {
  folder: string
  options: PullOptions
  before: Memory
  after: Map<string, Tracked>
  counts: { changed: number; kept: number }
}

/** Objects that files name and do not contain, with the fields of their names. */
const NAMED = { users: 'username', generic_engines: 'name', dedicated_engines: 'name' } satisfies Partial<
  Record<Path, string>
>

/** Names of objects that files do not contain, such as approvers and owners of hooks; a caller who may not see others sees none. */
export async function readNames(rest: Rest): Promise<Names> {
  const names = openNames()
  for (const [path, key] of Object.entries(NAMED) as [keyof typeof NAMED, string][]) {
    const found = await rest.all<{ url: string } & Record<string, unknown>>(path).catch(refusedAsNone)
    for (const object of found) names.add(path, String(object[key]), object.url)
  }
  return names
}

function refusedAsNone(error: unknown): [] {
  if (error instanceof Refused) return []
  throw error
}

/** Prints each file that changes. Exits with 1 if files with local changes were kept. */
export async function pull(rest: Rest, folder: string, options: PullOptions): Promise<number> {
  await refuseFile(folder)
  const state = await openState(rest, folder)
  const names = await readNames(rest)
  const work: Work = {
    folder,
    options,
    before: state.memory,
    after: new Map(),
    counts: { changed: 0, kept: 0 },
  }
  for (const kind of KINDS) {
    const local = await readFolder(folder, kind, true)
    const server = await readServer(rest, kind, names, { local, memory: state.memory, replaces: options.force })
    const slugs = new Map(local.map((item) => [item.slug, item]))
    for (const item of server) {
      await pullOne(work, kind, item, slugs.get(item.slug))
      slugs.delete(item.slug)
    }
    for (const item of slugs.values()) await removeOne(work, kind, item)
  }
  const left = await countLeftOut(rest)
  if (!options.dryRun) await state.save(work.after, left)
  const { changed, kept } = work.counts
  if (!options.json && changed + kept === 0) say(`${folder} is up to date.`)
  sayLeftOut(left, options.json)
  return kept ? EXIT.different : EXIT.ok
}

/** Files that were changed since the last pull or push contain what exists only here. */
function isKept({ before, options, counts }: Work, kind: Kind, item: LocalItem, consequence: string): boolean {
  if (options.force || before.get(pathOf(kind, item))?.hash === hashOf(item.files)) return false
  counts.kept++
  const result = `kept, because it has local changes (--force ${consequence} it)`
  if (options.json) sayJson({ file: pathOf(kind, item), name: item.key, result: 'kept' })
  else say(`${titleOf(kind, item)}: ${result}`)
  return true
}

async function pullOne(work: Work, kind: Kind, item: ServerItem, local: LocalItem | undefined): Promise<void> {
  const path = pathOf(kind, item)
  const [old, files] = [local?.files ?? {}, filesOfItem(kind, item)]
  const changed = [...new Set([...Object.keys(files), ...Object.keys(old)])].filter((file) => files[file] !== old[file])
  if (changed.length && local && isKept(work, kind, local, 'overwrites')) {
    const tracked = work.before.get(path)
    if (tracked) work.after.set(path, tracked)
    return
  }
  work.after.set(path, { id: idIn(item.url), name: item.key, hash: hashOf(files), ...partsOf(item) })
  for (const file of changed) await change(work, file, files[file], file in old)
}

const partsOf = ({ parts }: ServerItem) => (parts.length ? { parts } : {})

/** The object no longer exists. */
async function removeOne(work: Work, kind: Kind, item: LocalItem): Promise<void> {
  if (isKept(work, kind, item, 'removes')) return
  for (const file of Object.keys(item.files)) await change(work, file, undefined, true)
}

/** Writes or removes a file. */
async function change(work: Work, file: string, text: string | undefined, exists: boolean): Promise<void> {
  const { folder, options, counts } = work
  counts.changed++
  if (!options.dryRun) await (text === undefined ? removeFileIn(folder, file) : writeFileIn(folder, file, text))
  const result = text === undefined ? 'removed' : exists ? 'updated' : 'created'
  if (options.json) sayJson({ file, result })
  else say(`${file}: ${options.dryRun ? 'would be ' : ''}${result}`)
}
