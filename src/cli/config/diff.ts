/** `sheaf config diff`: what a push would change. */
import { createTwoFilesPatch } from 'diff'
import type { Rest } from '../client/rest.ts'
import { EXIT, say, sayJson } from '../problem.ts'
import { filesOfItem, merged, readFolder, readServer, requireFolder, type Item } from './items.ts'
import { KINDS, type Kind } from './kinds.ts'
import { readNames } from './pull.ts'

/** Exits with 1 if there are differences. */
export async function diff(rest: Rest, folder: string, json: boolean): Promise<number> {
  await requireFolder(folder)
  const names = await readNames(rest)
  let differences = 0
  const report = (file: string, result: string, text: string) => {
    differences++
    if (json) sayJson({ file, result })
    else say(text)
  }
  for (const kind of KINDS) {
    const server = new Map((await readServer(rest, kind, names)).map((item) => [item.key, item]))
    for (const item of await readFolder(folder, kind)) {
      const other = server.get(item.key)
      server.delete(item.key)
      for (const { file, before, after } of differencesOf(kind, item, other))
        report(file, before === '' ? 'only here' : 'differs', patchOf(file, before, after))
    }
    for (const { slug } of server.values()) {
      const file = `${kind.path}/${slug}`
      report(file, 'only on the server', `Only on the server: ${file}`)
    }
  }
  return differences ? EXIT.different : EXIT.ok
}

/** The files that differ. The local ones are completed and laid out like those of the server. */
function differencesOf(kind: Kind, { slug, values }: Item, server: Item | undefined) {
  const before = server ? filesOfItem(kind, { slug, values: server.values }) : {}
  const after = filesOfItem(kind, { slug, values: server ? merged(values, server.values) : values })
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return files
    .map((file) => ({ file, before: before[file] ?? '', after: after[file] ?? '' }))
    .filter((one) => one.before !== one.after)
}

function patchOf(file: string, before: string, after: string): string {
  const names = [before === '' ? '/dev/null' : `server/${file}`, after === '' ? '/dev/null' : `local/${file}`] as const
  const patch = createTwoFilesPatch(...names, before, after, undefined, undefined, { context: 3 })
  return patch.replace(/^=+\n/, '').trimEnd()
}
