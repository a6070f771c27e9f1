/** `sheaf config diff`: what a push would change. */
import { isDeepStrictEqual } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { DEFAULT_TEMPLATES } from '../../rules/mail/default-templates.ts'
import type { Rest } from '../client/rest.ts'
import { EXIT, say, sayJson } from '../problem.ts'
import { changesOf } from './changes.ts'
import {
  filesOfItem,
  pathOf,
  readFolder,
  readServer,
  requireFolder,
  titleOf,
  unknownPeople,
  type Item,
} from './items.ts'
import { KINDS, type Kind } from './kinds.ts'
import { countLeftOut, sayLeftOut } from './left-out.ts'
import { lifetimeChange } from './lifetime.ts'
import type { Names } from './names.ts'
import { readNames } from './pull.ts'
import { openState } from './state.ts'

/** Exits with 1 if there are differences. */
export async function diff(rest: Rest, folder: string, json: boolean): Promise<number> {
  await requireFolder(folder)
  const { memory } = await openState(rest, folder)
  const names = await readNames(rest)
  let differences = 0
  const notes: string[] = []
  const note = (kind: Kind, item: Item, result: string, detail: readonly string[]) => {
    if (detail.length === 0) return
    if (json) sayJson({ file: pathOf(kind, item), name: item.key, result, detail: detail.join(', ') })
    else notes.push(`${titleOf(kind, item)}: ${result}: ${detail.join(', ')}`)
  }
  const report = (file: string, name: string, result: string, text: string) => {
    differences++
    if (json) sayJson({ file, name, result })
    else say(text)
  }
  for (const kind of KINDS) {
    const local = await readFolder(folder, kind)
    const found = await readServer(rest, kind, names, { local, memory })
    const server = new Map(found.map((item) => [item.slug, item]))
    for (const item of local) {
      const other = server.get(item.slug)
      server.delete(item.slug)
      if (other) names.alias(kind.path, item.key, other.url)
      note(kind, item, 'users who do not exist here', unknownPeople(kind, item.values, names))
      const title = other
        ? `${titleOf(kind, item)}${other.key === item.key ? '' : `, on the server "${other.key}"`}`
        : `Only here: ${titleOf(kind, item)}`
      const changed = other ? changesOf(kind, item, other, names) : item.values
      const lifetime = lifetimeChange(kind, other?.values ?? null, changed)
      const head = lifetime ? `${title}\n${lifetime}` : title
      for (const { file, before, after } of differencesOf(kind, item, other, names))
        report(file, item.key, before === '' ? 'only here' : 'differs', `${head}\n${patchOf(file, before, after)}`)
    }
    for (const item of found) note(kind, item, 'not carried', item.parts)
    for (const item of server.values())
      if (!isDefault(kind, item))
        report(pathOf(kind, item), item.key, 'only on the server', `Only on the server: ${titleOf(kind, item)}`)
  }
  for (const line of notes) say(line)
  sayLeftOut(await countLeftOut(rest), json)
  return differences ? EXIT.different : EXIT.ok
}

/** Whether it is as the service has created it with a queue. */
const isDefault = ({ path }: Kind, { values }: Item): boolean =>
  (path === 'triggers' &&
    isDeepStrictEqual(values['condition'], {}) &&
    DEFAULT_TEMPLATES.some(({ event }) => event === values['event'])) ||
  (path === 'email_templates' &&
    DEFAULT_TEMPLATES.some((one) =>
      (['name', 'type', 'subject', 'message', 'automate'] as const).every((key) => one[key] === values[key]),
    ))

/** The files that differ. The local ones are completed and laid out like those of the server. */
function differencesOf(kind: Kind, item: Item, server: Item | undefined, names: Names) {
  const { slug } = item
  const before = server ? filesOfItem(kind, { slug, values: server.values }) : {}
  const values = server ? { ...server.values, ...changesOf(kind, item, server, names) } : item.values
  const after = filesOfItem(kind, { slug, values })
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
