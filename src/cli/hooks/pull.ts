/** `sheaf hooks pull`: writes the hooks of the server into the folder. */
import { checkSelection, isSelected, matches, serverFiles, type Context } from './context.ts'
import { hashOf, slugOf, type HookFiles, type ServerHook } from './layout.ts'
import { EXIT, Problem } from '../problem.ts'

const KEPT = 'kept, because it has local changes (--force overwrites them)'
type Done = 'unchanged' | 'created' | 'updated' | 'overwritten' | typeof KEPT

/** Local changes are kept unless `--force`. Returns the exit code. */
export async function pull(context: Context): Promise<number> {
  const { options, folder, hooks, report } = context
  await checkSelection(context)
  const taken = new Set(await folder.slugs())
  const untracked = await untrackedNames(context, taken)
  let exit: number = EXIT.ok
  for (const hook of hooks) {
    const known = folder.slugOfId(hook.id) ?? untracked.get(hook.name)
    untracked.delete(hook.name)
    const slug = known ?? slugOf(hook.name, hook.id, (one) => taken.has(one))
    taken.add(slug)
    if (!isSelected(options, slug, hook)) continue
    const done = await pullOne(context, hook, slug).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return error
    })
    if (done instanceof Problem) {
      exit = EXIT.failed
      report(slug, done.message)
      continue
    }
    if (done === KEPT) exit = Math.max(exit, EXIT.different)
    report(slug, `${options.dryRun && done !== 'unchanged' && done !== KEPT ? 'would be ' : ''}${done}`)
  }
  const ids = new Set(hooks.map(({ id }) => id))
  for (const slug of await folder.slugs()) {
    const tracked = folder.tracked(slug)
    if (tracked && !ids.has(tracked.id) && isSelected(options, slug, tracked))
      report(slug, `hook ${tracked.id} is no longer on the server; its files were kept`)
  }
  return exit
}

/** Subfolders that are not known to be a hook, by the name in their `hook.json`: the state may have been lost. */
async function untrackedNames({ folder }: Context, slugs: Iterable<string>): Promise<Map<unknown, string>> {
  const found = new Map<unknown, string>()
  for (const slug of slugs) {
    if (folder.tracked(slug)) continue
    const files = await folder.read(slug).catch(() => null)
    if (files) found.set(files.hook.name, slug)
  }
  return found
}

async function pullOne(context: Context, hook: ServerHook, slug: string): Promise<Done> {
  const { options, folder } = context
  const local = await folder.read(slug)
  const server = serverFiles(context, hook, local)
  const done = decide(context, slug, local, server)
  if (options.dryRun || done === KEPT) return done
  if (done !== 'unchanged') await folder.write(slug, server)
  const hash = hashOf(done === 'unchanged' && local ? local : server)
  await folder.track(slug, { id: hook.id, modified_at: hook.modified_at, hash })
  return done
}

function decide(context: Context, slug: string, local: HookFiles | null, server: HookFiles): Done {
  if (!local) return 'created'
  if (isEqual(context, local, server)) return 'unchanged'
  if (context.folder.tracked(slug)?.hash === hashOf(local)) return 'updated'
  return context.options.force ? 'overwritten' : KEPT
}

/** Local references that lead nowhere are a difference here, not an error. */
function isEqual(context: Context, local: HookFiles, server: HookFiles): boolean {
  try {
    return matches(context, local, server)
  } catch {
    return false
  }
}
