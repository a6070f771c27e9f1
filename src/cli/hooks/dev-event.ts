/** The event for `sheaf hooks dev`: recorded, generated or from a file, and kept in the folder as `event.json`. */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { eventIn, fetchRecord, findRecord, type RecordedEvent } from './record.ts'
import type { Rest } from '../client/rest.ts'

export interface EventOptions {
  run?: string | undefined
  payload?: string | undefined
  annotation?: string | undefined
  event?: string | undefined
}

/** Calls of a hook that are asked for their record, newest first. */
const MAX_TRIED = 20
const KEPT = 'event.json'
/** Statuses of events of `generate_payload`, which needs them. */
const STATUSES: Record<string, [string, string]> = {
  'annotation_content.initialize': ['importing', 'importing'],
  'annotation_content.export': ['exporting', 'exporting'],
  annotation_content: ['reviewing', 'reviewing'],
  annotation_status: ['importing', 'to_review'],
}

export const eventFile = (folder: string, { payload }: EventOptions): string => payload ?? join(folder, KEPT)

/**
 * Returns a sentence about the event after it has been stored, or null if it was there already. `connect` is called only if the event comes
 * from the service; `id` is the hook's id there, undefined before the first push.
 */
export async function provideEvent(
  folder: string,
  options: EventOptions,
  connect: () => Promise<{ rest: Rest; id: number | undefined }>,
): Promise<string | null> {
  const { run, payload, annotation, event } = options
  if ([run, payload, annotation].filter(Boolean).length > 1)
    throw new Problem('Give one of --run, --payload and --annotation.')
  if (event && !annotation) throw new Problem('--event needs --annotation.')
  const file = eventFile(folder, options)
  if (payload) {
    if (await eventIn(payload)) return null
    throw new Problem(`${payload} does not exist.`)
  }
  if (!run && !annotation && (await eventIn(file))) return null
  const { rest, id } = await connect()
  if (run) return keep(file, await fetchRecord(rest, run), `call ${run}`)
  if (id === undefined)
    throw new Problem('The service does not have this hook yet: push it first, or give --run UUID or --payload FILE.')
  if (annotation) {
    const name = event ?? 'annotation_content.initialize'
    const generated = await generate(rest, id, annotation, name)
    return keep(file, generated, `${name} of annotation ${annotation}`)
  }
  const found = await newest(rest, id)
  return keep(file, found, `call ${found.uuid ?? ''}`)
}

async function newest(rest: Rest, id: number): Promise<RecordedEvent> {
  const runs = await rest.all<{ uuid: string }>('hooks/runs', { hook: String(id) }, MAX_TRIED)
  for (const { uuid } of runs) {
    const record = await findRecord(rest, uuid)
    if (record) return record
  }
  const reason = runs.length
    ? `None of the last ${runs.length} calls of the hook is recorded`
    : 'The hook has no calls of the last 7 days'
  throw new Problem(
    `${reason}. Set "payload_logging_enabled" in "config" of hook.json and push it, to record the next calls; or give --annotation ID or --payload FILE.`,
  )
}

async function generate(rest: Rest, id: number, annotation: string, name: string): Promise<RecordedEvent> {
  const [event = '', action] = name.split('.')
  if (!/^\d+$/.test(annotation)) throw new Problem(`"${annotation}" is not the id of an annotation.`)
  if (!action) throw new Problem(`"${name}" is not an event with its action, such as annotation_content.initialize.`)
  const [previous_status, status] = STATUSES[name] ?? STATUSES[event] ?? []
  const url = `${rest.api}/annotations/${annotation}`
  const body = { event, action, annotation: url, previous_status, status }
  const payload = await rest.send<Record<string, unknown>>('POST', `hooks/${id}/generate_payload`, body)
  for (const key of Object.keys(payload)) if (key.endsWith('_authorization_token')) payload[key] = '[redacted...]'
  return { uuid: null, payload, clock_ms: Date.now(), seed: randomUUID(), calls: [] }
}

/** Only what is needed to run the function with other code. The file contains the document, so that only its owner may read it. */
async function keep(file: string, event: RecordedEvent, what: string): Promise<string> {
  const { uuid, payload, clock_ms, seed, calls } = event
  await writeFile(file, `${JSON.stringify({ uuid, clock_ms, seed, calls, payload }, null, 2)}\n`, { mode: 0o600 })
  return `Stored ${what} in ${file}`
}
