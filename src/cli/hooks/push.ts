/** `sheaf hooks push`: creates and changes hooks of the server from the folder. */
import { isDeepStrictEqual } from 'node:util'
import { checkSelection, comparable, isSelected, matches, serverFiles, type Context } from './context.ts'
import { hashOf, textsOf, type HookFiles, type ServerHook } from './layout.ts'
import { EXIT, Problem } from '../problem.ts'

/** A hook that was changed on the server since it was pulled. */
class Conflict extends Problem {}

/** Exits with 1 if a hook was left as it is because of a conflict, with 2 if one failed; the others are pushed all the same. */
export async function push(context: Context): Promise<number> {
  await checkSelection(context)
  const { options, folder, report } = context
  const chosen = new Map<string, HookFiles>()
  let exit: number = EXIT.ok
  const attempt = async (slug: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const line of error.message.split('\n')) report(slug, line)
      exit = Math.max(exit, error instanceof Conflict ? EXIT.different : EXIT.failed)
    }
  }
  for (const slug of await folder.slugs())
    await attempt(slug, async () => {
      const local = await folder.read(slug)
      const id = folder.tracked(slug)?.id
      if (local && isSelected(options, slug, { id, name: local.hook.name })) chosen.set(slug, local)
    })
  for (const [slug, local] of inOrder(chosen)) await attempt(slug, () => pushOne(context, slug, local))
  return exit
}

/** Hooks come after those in their `run_after`, which may be new as well. Cycles are left to the server, which refuses them. */
function inOrder(chosen: ReadonlyMap<string, HookFiles>): [string, HookFiles][] {
  const found = new Map<string, HookFiles>()
  const visiting = new Set<string>()
  const visit = (slug: string, files: HookFiles) => {
    if (visiting.has(slug)) return
    visiting.add(slug)
    const after = Array.isArray(files.hook.run_after) ? files.hook.run_after : []
    const names = after.map((one: unknown) => (typeof one === 'object' && one && 'name' in one ? one.name : undefined))
    for (const [other, others] of chosen) if (names.includes(others.hook.name)) visit(other, others)
    found.set(slug, files)
  }
  for (const [slug, files] of chosen) visit(slug, files)
  return [...found]
}

async function pushOne(context: Context, slug: string, local: HookFiles): Promise<void> {
  const { options, folder, hooks, rest, report } = context
  const tracked = folder.tracked(slug)
  if (!tracked) return create(context, slug, local)
  const before = hooks.find(({ id }) => id === tracked.id)
  if (!before) {
    if (options.force) return create(context, slug, local)
    throw new Conflict(`hook ${tracked.id} is no longer on the server (--force creates it again)`)
  }
  const server = serverFiles(context, before, local)
  const isCurrent = matches(context, local, server)
  if (!isCurrent && before.modified_at !== tracked.modified_at && !options.force)
    throw new Conflict(
      `hook ${tracked.id} was changed on the server at ${before.modified_at ?? 'an unknown time'}; "diff" shows the differences, --force overwrites them`,
    )
  if (isCurrent) {
    report(slug, 'unchanged')
    if (!options.dryRun) await record(context, slug, local, before)
    return
  }
  const body = changes(context, local, server)
  report(slug, `${options.dryRun ? 'would update' : 'updated'} hook ${tracked.id} (${Object.keys(body).join(', ')})`)
  if (options.dryRun) return
  await record(context, slug, local, await rest.send<ServerHook>('PATCH', `hooks/${tracked.id}`, body))
}

/** The keys of the API that differ from the server. `config` is sent whole: the server keeps the secrets, which it does not contain. */
function changes(context: Context, local: HookFiles, server: HookFiles): Record<string, unknown> {
  const own = comparable(context, local, server)
  const { type, ...body } = bodyOf(context, own)
  const { type: before, ...other } = bodyOf(context, server)
  if (type !== before)
    throw new Problem(`the type of a hook cannot be changed from ${String(before)} to ${String(type)}`)
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => !isDeepStrictEqual(value, other[key])))
}

const bodyOf = ({ references }: Context, files: HookFiles): Record<string, unknown> => {
  const hook: Record<string, unknown> = JSON.parse(textsOf(files)['hook.json']!)
  const { config, ...rest } = references.toUrls(hook)
  return {
    ...rest,
    config: { ...(config as object), ...(files.code ? { code: files.code.text } : {}) },
    settings: files.settings,
  }
}

async function create(context: Context, slug: string, local: HookFiles): Promise<void> {
  const { options, rest, hooks, references, report } = context
  const body = bodyOf(context, local)
  if (options.dryRun) return report(slug, `would create a hook "${String(local.hook.name)}"`)
  const created = await rest.send<ServerHook>('POST', 'hooks', body)
  hooks.push(created)
  references.add(created)
  report(slug, `created hook ${created.id}`)
  const names = Object.keys(Object(Object(local.hook.secrets_schema).properties))
  if (names.length) report(slug, `set its secrets with PATCH ${created.url}: ${names.join(', ')}`)
  await record(context, slug, local, created)
}

/** Writes back what the server has made of the files, such as defaults of omitted keys; the code remains byte for byte. */
async function record(context: Context, slug: string, local: HookFiles, hook: ServerHook): Promise<void> {
  const files = serverFiles(context, hook, local)
  await context.folder.write(slug, files)
  await context.folder.track(slug, { id: hook.id, modified_at: hook.modified_at, hash: hashOf(files) })
}
