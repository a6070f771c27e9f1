/** `sheaf config push`: creates and updates objects of an organization from a folder. */
import { idIn, pathIn, Refused, type Rest } from '../client/rest.ts'
import { EXIT, Problem, say, sayJson } from '../problem.ts'
import { isConfirmed } from '../client/ask.ts'
import { changesOf } from './changes.ts'
import { inOrder } from './hooks.ts'
import {
  creatable,
  hashOf,
  pathOf,
  readFolder,
  readServer,
  requireFolder,
  titleOf,
  unknownPeople,
  type Item,
  type LocalItem,
  type ServerItem,
} from './items.ts'
import { KINDS, type Kind, type Values } from './kinds.ts'
import { sayLeftOut } from './left-out.ts'
import { lifetimeChange } from './lifetime.ts'
import type { Names } from './names.ts'
import { readNames, type ConfigOptions } from './pull.ts'
import { openState, type OpenState } from './state.ts'
import { assertSteps, withoutApprovers } from './steps.ts'
import { weakened } from './weaker.ts'

export interface PushOptions extends ConfigOptions {
  /** Whether to weaken controls without a question. */
  yes: boolean
}

interface Work {
  rest: Rest
  names: Names
  options: PushOptions
  /** URL of the organization. */
  organization: string
  counts: { created: number; updated: number; unchanged: number; refused: number }
  /** Names of workflows without a step that was refused. */
  incomplete: Set<string>
}

/**
 * Deletes nothing. Asks before a change that weakens a control. Exits with 1 if objects were refused by the service or by the answer to such
 * a question; the others are pushed all the same.
 */
export async function push(rest: Rest, folder: string, options: PushOptions): Promise<number> {
  await requireFolder(folder)
  const local = new Map<Kind, LocalItem[]>()
  // All files are checked before anything is changed.
  for (const kind of KINDS) local.set(kind, inOrder(await readFolder(folder, kind)))
  const state = await openState(rest, folder)
  const { organization, memory } = state
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const work = { rest, names: await readNames(rest), options, organization, counts, incomplete: new Set<string>() }
  const after = new Map(memory)
  for (const [kind, items] of local) {
    const found = await readServer(rest, kind, work.names, { local: items, memory })
    const server = new Map(found.map((item) => [item.slug, item]))
    for (const item of items) {
      sayMissing(work, kind, item, server.get(item.slug), state)
      try {
        const id = idIn(await pushOne(work, kind, item, server.get(item.slug)))
        const known = memory.get(pathOf(kind, item))
        const name = known?.id === id ? known.name : item.key
        after.set(pathOf(kind, item), { id, name, hash: hashOf(item.files) })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        counts.refused++
        report(work, kind, item, 'refused', error.message)
      }
    }
  }
  if (!options.dryRun) await state.save(after)
  for (const { url, left_out } of state.others) sayLeftOut(left_out, options.json, ` from ${url}`)
  if (!options.json) {
    const [created, updated] = [counts.created, counts.updated].map(
      (count) => `${count}${options.dryRun ? ' would be' : ''}`,
    )
    const refused = counts.refused ? `, ${counts.refused} refused` : ''
    say(`${created} created, ${updated} updated, ${counts.unchanged} unchanged${refused}`)
  }
  return counts.refused ? EXIT.different : EXIT.ok
}

function report({ options }: Work, kind: Kind, item: Item, result: string, detail: string): void {
  if (options.json) return sayJson({ file: pathOf(kind, item), name: item.key, result, detail })
  const would = options.dryRun && result !== 'refused' ? 'would be ' : ''
  say(`${titleOf(kind, item)}: ${would}${result}${detail ? ` (${detail.replaceAll('\n', '; ')})` : ''}`)
}

/** Returns the URL of the object. */
async function pushOne(work: Work, kind: Kind, item: Item, server: ServerItem | undefined): Promise<string> {
  const { rest, names, options, counts } = work
  if (!server) {
    if (kind.path === 'queues') assertSteps(item.values, work.incomplete)
    // Later objects may refer to this one; without it in a dry run, any URL will do.
    const url = await createOne(work, kind, item)
    names.add(kind.path, item.key, url)
    counts.created++
    report(work, kind, item, 'created', lifetimeChange(kind, null, item.values) ?? '')
    return url
  }
  // Files may refer to a renamed object by both names.
  names.alias(kind.path, item.key, server.url)
  const changed = changesOf(kind, item, server, names)
  const keys = Object.keys(changed)
  // A reference to an unknown user changes nothing.
  const body = keys.length ? kind.bodyOf(changed, names) : {}
  if (Object.keys(body).length === 0) {
    counts.unchanged++
    return server.url
  }
  if (kind.path === 'queues') assertSteps(changed, work.incomplete)
  const weaker = [...weakened(kind, server.values, changed), ...(await readersOf(work, kind, server, body))]
  const isAgreed = await assertConsent(work, kind, item, weaker)
  if (!options.dryRun) await rest.send('PATCH', pathIn(server.url) + consent(kind, isAgreed), body)
  counts.updated++
  const renamed = `renamed from "${String(server.values['name'])}"`
  const details = [
    keys.map((key) => (key === 'name' ? renamed : key)).join(', '),
    lifetimeChange(kind, server.values, changed),
    ...weaker.map((clause) => `weaker: ${clause}`),
  ]
  report(work, kind, item, 'updated', details.filter(Boolean).join('; '))
  return server.url
}

interface Preview {
  references: { type: string; name: string; fields: string[] }[]
}

/** Returns what reads fields that a change of a schema removes, and would be disabled. */
async function readersOf({ rest }: Work, { path }: Kind, { url }: ServerItem, { content }: Values): Promise<string[]> {
  if (path !== 'schemas' || content === undefined) return []
  try {
    const { references } = await rest.send<Preview>('POST', `${pathIn(url)}/preview`, { content })
    return references.map(({ type, name, fields }) => `the ${type} ${name} reads ${fields.join(', ')}`)
  } catch (error) {
    // The change itself is refused with the same reason.
    if (error instanceof Refused) return []
    throw error
  }
}

/** Returns whether the user agrees to what weakens controls, by the answer or by `--yes`. Throws Problem without it. */
async function assertConsent({ options }: Work, kind: Kind, item: Item, weaker: readonly string[]): Promise<boolean> {
  if (weaker.length === 0 || options.yes || options.dryRun) return options.yes
  const what = weaker.join('; ')
  if (await isConfirmed(`${titleOf(kind, item)} would be weaker: ${what}. Change it?`)) return true
  throw new Problem(`it would be weaker: ${what}; --yes changes it`)
}

/** Parameters of the API by which the user accepts what it refuses otherwise. */
const CONSENT: Partial<Record<Kind['path'], string>> = {
  organizations: '?confirm=true',
  queues: '?force=true&confirm=true',
  schemas: '?force=true',
}
const consent = ({ path }: Kind, isAgreed: boolean): string => (isAgreed ? (CONSENT[path] ?? '') : '')

/** Returns the URL of the new object. */
async function createOne(work: Work, kind: Kind, item: Item): Promise<string> {
  const { names, options } = work
  const send = (values: Values) => {
    const body = kind.bodyOf(creatable(kind, values, names), names)
    return options.dryRun ? Promise.resolve(`${work.rest.api}/${kind.path}/0`) : create(work, kind, body)
  }
  if (kind.path !== 'workflow_steps') return send(item.values)
  return withoutApprovers(item.values, send, work.incomplete)
}

const create = async (work: Work, kind: Kind, body: Values): Promise<string> => {
  const path = kind.path + (kind.path === 'queues' ? consent(kind, work.options.yes) : '')
  const organization = kind.path === 'workspaces' ? { organization: work.organization } : {}
  return (await work.rest.send<{ url: string }>('POST', path, { ...body, ...kind.createdWith, ...organization })).url
}

/** Names users who do not exist here, and what the object has elsewhere, its file does not contain, and it lacks here. */
function sayMissing(work: Work, kind: Kind, item: Item, server: ServerItem | undefined, { others }: OpenState): void {
  const users = unknownPeople(kind, item.values, work.names)
  if (users.length) note(work, kind, item, 'users who do not exist here', users)
  const wanted = others.flatMap(({ memory }) => memory.get(pathOf(kind, item))?.parts ?? [])
  const missing = [...new Set(wanted)].filter((part) => !server?.parts.includes(part))
  if (missing.length) note(work, kind, item, 'to be set here', missing)
}

function note({ options }: Work, kind: Kind, item: Item, result: string, detail: readonly string[]): void {
  if (options.json) sayJson({ file: pathOf(kind, item), name: item.key, result, detail: detail.join(', ') })
  else say(`${titleOf(kind, item)}: ${result}: ${detail.join(', ')}`)
}
