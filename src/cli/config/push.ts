/** `sheaf config push`: creates and updates objects of an organization from a folder. */
import { isDeepStrictEqual } from 'node:util'
import type { Rest } from '../client/rest.ts'
import { pathIn } from '../client/rest.ts'
import { sorted } from '../hooks/layout.ts'
import { EXIT, Problem, say, sayJson } from '../problem.ts'
import { inOrder } from './hooks.ts'
import { merged, readFolder, readServer, requireFolder, type Item } from './items.ts'
import { KINDS, type Kind, type Values } from './kinds.ts'
import type { Names } from './names.ts'
import { readNames, type ConfigOptions } from './pull.ts'

interface Work {
  rest: Rest
  names: Names
  options: ConfigOptions
  /** URL of the organization. */
  organization: string
  counts: { created: number; updated: number; unchanged: number; refused: number }
}

/** Deletes nothing. Exits with 1 if the service has refused objects; the others are pushed all the same. */
export async function push(rest: Rest, folder: string, options: ConfigOptions): Promise<number> {
  await requireFolder(folder)
  const local = new Map<Kind, Item[]>()
  // All files are checked before anything is changed.
  for (const kind of KINDS) local.set(kind, inOrder(await readFolder(folder, kind)))
  const { organization } = await rest.send<{ organization: string }>('GET', 'auth/user')
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const work = { rest, names: await readNames(rest), options, organization, counts }
  for (const [kind, items] of local) {
    const server = new Map((await readServer(rest, kind, work.names)).map((item) => [item.key, item]))
    for (const item of items) {
      try {
        await pushOne(work, kind, item, server.get(item.key))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        counts.refused++
        report(work, kind, item, 'refused', error.message)
      }
    }
  }
  if (!options.json) {
    const [created, updated] = [counts.created, counts.updated].map(
      (count) => `${count}${options.dryRun ? ' would be' : ''}`,
    )
    const refused = counts.refused ? `, ${counts.refused} refused` : ''
    say(`${created} created, ${updated} updated, ${counts.unchanged} unchanged${refused}`)
  }
  return counts.refused ? EXIT.different : EXIT.ok
}

function report({ options }: Work, { path }: Kind, { slug }: Item, result: string, detail: string): void {
  const file = `${path}/${slug}`
  if (options.json) return sayJson({ file, result, detail })
  const would = options.dryRun && result !== 'refused' ? 'would be ' : ''
  say(`${file}: ${would}${result}${detail ? ` (${detail.replaceAll('\n', '; ')})` : ''}`)
}

async function pushOne(work: Work, kind: Kind, item: Item, server: Item | undefined): Promise<void> {
  const { rest, names, options, counts } = work
  if (!server) {
    const body = kind.bodyOf(item.values, names)
    const path = kind.path
    // Later objects may refer to this one; without it in a dry run, any URL will do.
    const url = options.dryRun ? `${rest.api}/${path}/0` : (await create(work, path, body)).url
    names.add(path, item.key, url)
    counts.created++
    return report(work, kind, item, 'created', '')
  }
  const changed = changes(item.values, server.values)
  const keys = Object.keys(changed)
  // A reference to an unknown user changes nothing.
  const body = keys.length ? kind.bodyOf(changed, names) : {}
  if (Object.keys(body).length === 0) return void counts.unchanged++
  if (!options.dryRun) await rest.send('PATCH', pathIn(server.url!), body)
  counts.updated++
  report(work, kind, item, 'updated', keys.join(', '))
}

const create = ({ rest, organization }: Work, path: string, body: Values): Promise<{ url: string }> =>
  rest.send<{ url: string }>('POST', path, path === 'workspaces' ? { ...body, organization } : body)

/** The local values that differ. */
function changes(local: Values, server: Values): Values {
  const differs = ([key, value]: [string, unknown]) => !isDeepStrictEqual(sorted(value), sorted(server[key]))
  return Object.fromEntries(Object.entries(merged(local, server)).filter(differs))
}
