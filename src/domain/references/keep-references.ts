/** Changes of the fields of queues: what reads a field that would disappear is named, or disabled on request. */
import { ApiError } from '../../errors.ts'
import { nodesById, type SchemaContent } from '../../rules/schema-content.ts'
import { writeAudit } from '../requests/audit.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Writer } from '../rows.ts'
import { READERS, type Reference, type Scope } from './readers.ts'

/** A definition that reads fields which a change removes. */
export interface Broken extends Reference {
  effect: string
}

/** What the fields of queues were, and what they become. */
export interface FieldChange extends Scope {
  before: SchemaContent
  after: SchemaContent
  /** Disables what reads removed fields instead of refusing the change. */
  force: boolean
}

/** Definitions that an answer names. */
const MOST_NAMED = 20

const idsOf = (content: SchemaContent): Set<string> => new Set(nodesById(content).keys())

/**
 * Throws 409 `conflict_referenced`, with the list, if definitions read fields that the change removes. With `force`, disables them and
 * records it in the audit log. The caller's transaction makes the change.
 */
export async function keepReferences(tx: Tx, writer: Writer, change: FieldChange): Promise<void> {
  const after = idsOf(change.after)
  const gone = new Set([...idsOf(change.before)].filter((id) => !after.has(id)))
  if (gone.size === 0) return
  const broken = await brokenBy(tx, change, gone)
  if (broken.length === 0) return
  if (!change.force) throw refusal(broken)
  for (const reference of broken)
    await READERS.find(({ type }) => type === reference.type)!.disable?.(tx, writer, reference, gone)
  await writeAudit(tx, [
    change.schema_id === null
      ? { object_type: 'queue', object_id: change.queue_ids[0]!, action: 'update', details: { disabled: broken } }
      : { object_type: 'schema', object_id: change.schema_id, action: 'update', details: { disabled: broken } },
  ])
}

async function brokenBy(tx: Tx, scope: Scope, gone: ReadonlySet<string>): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const { type, effect, find } of READERS)
    for (const reference of await find(tx, scope)) {
      const fields = reference.fields.filter((id) => gone.has(id))
      if (fields.length > 0) broken.push({ type, ...reference, fields, effect })
    }
  return broken
}

function refusal(broken: readonly Broken[]): ApiError {
  const named = broken
    .slice(0, MOST_NAMED)
    .map(({ type, id, name, fields }) => `${type} ${id} (${name}) reads ${fields.join(', ')}`)
  const more = broken.length > MOST_NAMED ? `; and ${broken.length - MOST_NAMED} more` : ''
  const message = `The change removes fields that are used: ${named.join('; ')}${more}. With ?force=true it is made anyway.`
  return new ApiError(409, 'conflict_referenced', message, { references: broken.slice(0, MOST_NAMED) })
}
