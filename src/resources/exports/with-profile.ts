/** The parameter `profile` of exports, and the answer with its file. */
import type { ExportFile } from '../../domain/exports/make-file.ts'
import { conflictStatus, invalid } from '../../errors.ts'
import { describeAttachment } from '../../export/index.ts'
import { ExportProfile, type RowOf } from '../../models/index.ts'
import { ok, type Answer, type Query, type Request } from '../framework/request.ts'

/** Parameters that a profile replaces. */
const REPLACED = [
  'format',
  'columns',
  'prepend_columns',
  'append_columns',
  'delimiter',
  'quote_char',
  'quoting',
  'escape_char',
  'bom',
  'formula_protection',
  'ordering',
  'page',
  'page_size',
  'cursor',
]
const STATUSES = ['exporting', 'exported'] as const

const last = (query: Query, name: string): string | undefined => [query[name]].flat().at(-1) || undefined

/** Returns the profile that the request names by id or by name, or null. Throws 400 if the queue has none of this name. */
export async function profileOf({ query, db }: Request, queue_id: number): Promise<RowOf<ExportProfile> | null> {
  const given = last(query, 'profile')
  if (given === undefined) return null
  const beside = REPLACED.filter((name) => last(query, name) !== undefined)
  if (beside.length > 0)
    throw invalid(Object.fromEntries(beside.map((name) => [name, ['Must not be used together with profile.']])))
  const named = await ExportProfile.query(db).where({ queue_id }).where('name', given).first()
  const byId = /^\d{1,18}$/.test(given) ? await ExportProfile.query(db).findOne({ queue_id, id: Number(given) }) : null
  const found = byId ?? named
  if (!found) throw invalid({ profile: [`The queue has no export profile "${given}".`] })
  if (!found.enabled)
    throw conflictStatus(`The export profile "${found.name}" is disabled. Repair its columns and enable it.`)
  return found
}

/** Returns the status to which the exported documents move. */
export function profileStatus(query: Query, method: string): (typeof STATUSES)[number] | null {
  const given = last(query, 'to_status')
  if (given === undefined) return null
  const status = STATUSES.find((one) => one === given.toLowerCase())
  if (!status) throw invalid({ to_status: [`"${given}" is not a valid choice.`] })
  if (method !== 'POST') throw invalid({ to_status: ['Statuses can be changed with POST only.'] })
  return status
}

/** Answers with a file, which is removed when the client has read it or is gone. */
export function profileAnswer(file: ExportFile): Answer {
  const body = file.read()
  body.once('close', () => void file.close())
  return ok(body, {
    'Content-Type': file.type,
    'Content-Length': String(file.size),
    'Content-Disposition': describeAttachment(file.name),
    'X-Content-Type-Options': 'nosniff',
    'Export-Documents': String(file.documents),
    'Export-Lines': String(file.lines),
    'Export-Replaced-Characters': String(file.replaced),
  })
}
