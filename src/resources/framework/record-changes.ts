/** Records changes of configuration in the audit log: the fields that clients can write, as the API shows them before and after. */
import { auditChanges } from '../../domain/requests/audit.ts'
import { withoutNotes } from '../../domain/requests/audit-reads.ts'
import { changesBetween, secretChange } from '../../rules/audit/changes.ts'
import { configurationType } from '../../rules/audit/objects.ts'
import type { Resource } from './define.ts'
import type { Values } from './field.ts'
import { visibleRows } from './query.ts'
import type { Writing } from './request.ts'
import { showOne } from './show.ts'

/** Runs `change` of an object in the open transaction and records what it has changed, if the object is configuration. */
export async function recordingChanges<T>(
  resource: Resource,
  id: number,
  writing: Writing,
  change: () => Promise<T>,
): Promise<T> {
  if (!configurationType(resource.table)) return change()
  const before = await shown(resource, id, writing)
  const result = await change()
  await record(resource, id, writing, { action: 'update', before })
  return result
}

/** Records an object that the open transaction has created, if it is configuration. */
export const recordCreation = async (resource: Resource, id: number, writing: Writing): Promise<void> =>
  record(resource, id, writing, { action: 'create', before: {} })

async function record(
  resource: Resource,
  object_id: number,
  writing: Writing,
  { action, before }: { action: 'create' | 'update'; before: Values | null },
): Promise<void> {
  const object_type = configurationType(resource.table)
  if (!object_type) return
  const after = await shown(resource, object_id, writing)
  const fields = Object.keys(after ?? {}).filter((name) => resource.fields[name]!.input !== undefined)
  const changes = changesBetween(before ?? {}, after ?? {}, fields)
  await auditChanges(writing.db, { object_type, object_id, action }, [
    ...changes,
    ...secretsOf(resource, writing).map(([name, value]) => secretChange(name, value, { isNew: action === 'create' })),
  ])
}

/** The fields of the request that are never shown, such as a password that replaces another one. */
const secretsOf = ({ fields }: Resource, { body }: Writing): [string, unknown][] =>
  Object.entries((body ?? {}) as Values).filter(([name]) => Object.hasOwn(fields, name) && fields[name]?.writeOnly)

/** The object as administrators see it, who read the log: writers may lose sight of what they change, such as of their own queue. */
async function shown(resource: Resource, id: number, writing: Writing): Promise<Values | null> {
  const { membership: _, ...who } = writing.who
  const reader: Writing = { ...writing, who: { ...who, roles: ['organization_group_admin'] } }
  const { table } = resource
  const [row] = await visibleRows(resource, reader).where(`${table}.id`, id).select(`${table}.*`)
  return row ? withoutNotes(() => showOne(resource, row, reader)) : null
}
