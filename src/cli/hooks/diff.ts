/** `sheaf hooks diff`: what a push would change, as a unified diff. */
import { createTwoFilesPatch } from 'diff'
import { checkSelection, comparable, isSelected, serverFiles, type Context } from './context.ts'
import { textsOf, type HookFiles } from './layout.ts'
import { EXIT } from '../problem.ts'

/** Returns the unified diff from one version to the other; empty if they are the same. Either version may be missing. */
export function diffOf(slug: string, from: HookFiles | null, to: HookFiles | null): string {
  const [before, after] = [from ? textsOf(from) : {}, to ? textsOf(to) : {}]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const [a, b] = [before[name], after[name]]
      const [old, current] = [
        a === undefined ? '/dev/null' : `server/${slug}/${name}`,
        b === undefined ? '/dev/null' : `local/${slug}/${name}`,
      ]
      return createTwoFilesPatch(old, current, a ?? '', b ?? '', undefined, undefined, { context: 3 })
    })
    .map((patch) => patch.replace(/^=+\n/, ''))
    .join('')
}

/** Exits with 1 if there are differences. */
export async function diff(context: Context): Promise<number> {
  const { options, folder, hooks, say } = context
  await checkSelection(context)
  let differences = 0
  const slugs = await folder.slugs()
  for (const slug of slugs) {
    const local = await folder.read(slug)
    const id = folder.tracked(slug)?.id
    if (!local || !isSelected(options, slug, { id, name: local.hook.name })) continue
    const hook = hooks.find((one) => one.id === id)
    const server = hook ? serverFiles(context, hook, local) : null
    const patch = diffOf(slug, server, server ? comparable(context, local, server) : local)
    if (!patch) continue
    differences++
    if (!hook) say(id ? `${slug}: hook ${id} is no longer on the server` : `${slug}: not on the server`)
    say(patch.trimEnd())
  }
  for (const hook of hooks) {
    const slug = folder.slugOfId(hook.id)
    if ((slug && slugs.includes(slug)) || !isSelected(options, slug, hook)) continue
    differences++
    say(`Only on the server: hook ${hook.id} "${hook.name}"`)
  }
  return differences ? EXIT.different : EXIT.ok
}
