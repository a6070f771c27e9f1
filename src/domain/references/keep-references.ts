/**
 * Changes of the fields of queues: what reads a field that would disappear is named, or disabled on request; what reads a renamed field is
 * written.
 */
import type { Knex } from 'knex'
import { ApiError } from '../../errors.ts'
import type { Names } from '../../rules/schema/field-renames.ts'
import { nodesById, type SchemaContent } from '../../rules/schema/index.ts'
import { writeAudit } from '../requests/audit.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Writer } from '../rows.ts'
import { READERS, type Reader, type Reference, type Scope } from './readers.ts'

/** A definition that reads fields which a change removes. */
export interface Broken extends Reference {
  effect: string
}

/** What the fields of queues were, and what they become. */
export interface FieldChange extends Scope {
  before: SchemaContent
  after: SchemaContent
  /** The new ids of renamed fields, by their former ids. */
  names?: Names
  /** Disables what reads removed fields instead of refusing the change. */
  force: boolean
}

/** Definitions that an answer names. */
const MAX_NAMED = 20

const idsOf = (content: SchemaContent): Set<string> => new Set(nodesById(content).keys())

/**
 * Writes the new ids of renamed fields to the definitions that read them. Throws 409 `conflict_referenced`, with the list, if definitions read
 * fields that the change removes, or fields that it renames and that other queues of the definition keep. With `force`, disables these and
 * records it in the audit log. The caller's transaction makes the change.
 */
export async function keepReferences(tx: Tx, writer: Writer, change: FieldChange): Promise<void> {
  const { names = NONE } = change
  const after = idsOf(change.after)
  const gone = new Set([...idsOf(change.before)].filter((id) => !after.has(id)))
  if (gone.size === 0 && names.size === 0) return
  const { broken, renamed } = await concerned(tx, change, gone, names)
  if (broken.length > 0 && !change.force) throw refusal(broken)
  for (const reference of broken) await readerOf(reference).disable?.(tx, writer, reference, gone)
  for (const reference of renamed) await readerOf(reference).rename(tx, writer, reference, names)
  if (broken.length === 0 && names.size === 0) return
  const details = {
    ...(broken.length > 0 ? { disabled: broken } : {}),
    ...(names.size > 0 ? { renamed: Object.fromEntries(names), references: renamed } : {}),
  }
  await writeAudit(tx, [
    change.schema_id === null
      ? { object_type: 'queue', object_id: change.queue_ids[0]!, action: 'update', details }
      : { object_type: 'schema', object_id: change.schema_id, action: 'update', details },
  ])
}

const NONE: Names = new Map()
const readerOf = ({ type }: Reference): Reader => READERS.find((reader) => reader.type === type)!
const SHARED = 'it also reads fields of queues with another schema, which keep their ids: change it by hand'

/** Returns the definitions that a change breaks, and those that get the new ids of fields. */
export async function concerned(
  db: Knex,
  scope: Scope,
  gone: ReadonlySet<string>,
  names: Names,
): Promise<{ broken: Broken[]; renamed: Reference[] }> {
  const broken: Broken[] = []
  const renamed: Reference[] = []
  for (const { type, effect, find, isShared, isDisplay } of READERS)
    for (const found of await find(db, scope)) {
      const reference = { type, ...found }
      const lost = found.fields.filter((id) => gone.has(id) && !names.has(id))
      const carried = found.fields.filter((id) => names.has(id))
      const stays = carried.length > 0 && ((await isShared?.(db, scope, found)) ?? false)
      if (carried.length > 0 && !stays) renamed.push({ ...reference, fields: carried })
      if (isDisplay) continue
      if (stays) broken.push({ ...reference, fields: [...lost, ...carried], effect: SHARED })
      else if (lost.length > 0) broken.push({ ...reference, fields: lost, effect })
    }
  return { broken, renamed }
}

function refusal(broken: readonly Broken[]): ApiError {
  const named = broken
    .slice(0, MAX_NAMED)
    .map(({ type, id, name, fields }) => `${type} ${id} (${name}) reads ${fields.join(', ')}`)
  const more = broken.length > MAX_NAMED ? `; and ${broken.length - MAX_NAMED} more` : ''
  const message = `The change removes fields that are used: ${named.join('; ')}${more}. With ?force=true it is made anyway.`
  return new ApiError(409, 'conflict_referenced', message, { references: broken.slice(0, MAX_NAMED) })
}
