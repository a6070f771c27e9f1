import { Type } from 'typebox'
import { forbidden, invalid, type FieldErrors } from '../../errors.ts'
import { checkTriggerLinks, deleteTrigger, linkTrigger, type LinkTable } from '../../domain/hooks/triggers.ts'
import { checkTriggerCondition, TRIGGER_EVENTS, type TriggerEvent } from '../../rules/conditions.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, Url, type Field, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { group, resolveReferences } from '../legacy/references.ts'
import { insert, patch } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed, assignedQueues } from '../access.ts'

/** The service alone makes, changes and removes triggers of this event. */
const READ_ONLY = 'email_with_no_processable_attachments'

/** URLs of the rows of another table that carry the trigger's id. */
const linked =
  (table: LinkTable) =>
  (name: string): Field => ({
    output: Type.Array(Url),
    input: Type.Array({ ...Type.String(), 'x-references': table }),
    default: [],
    load: async (rows, { db, urls }) => {
      const found = await db(table)
        .whereIn(
          'trigger_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('id', 'trigger_id')
      return group(found, 'trigger_id', (row) => urls.of(table, row.id as number))
    },
    accept: () => ({}),
    after: async (id, value, caller) => linkTrigger(caller.db, table, id, await idsIn(name, table, value, caller)),
  })

/** Ids of references that are checked before anything is written; a fault names the field. */
export async function idsIn(name: string, collection: string, urls: unknown, caller: Caller): Promise<number[]> {
  try {
    return await resolveReferences(collection, urls as unknown[], caller)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    throw invalid({ [name]: [error.message] })
  }
}

const Condition = Type.Record(Type.String(), Type.Unknown())

export const triggers = defineResource({
  path: 'triggers',
  singular: 'trigger',
  table: 'triggers',
  description:
    'An event in a queue that, when its condition holds, sets off email templates and delete recommendations.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    queue: f.ref('queues', { required: true }),
    event: f.oneOf(TRIGGER_EVENTS, { required: true }),
    condition: f.custom({
      output: Condition,
      input: Type.Union([Condition, Type.Null()]),
      default: {},
      show: (row) => row.condition,
      accept: (value) => ({ condition: JSON.stringify(value ?? {}) }),
    }),
    email_templates: linked('email_templates'),
    delete_recommendations: linked('delete_recommendations'),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time(),
  }),
  filters: {
    id: by.ids('triggers.id'),
    event: by.oneOf('triggers.event', TRIGGER_EVENTS),
    queue: by.ids('triggers.queue_id'),
  },
  ordering: columns('triggers', { id: 'bigint', event: 'text' }),
  visible: assignedQueues('queue_id'),
  may: allowed('triggers'),
  check: checkTrigger,
  save: {
    create: (values, caller) =>
      insert(triggers, values, caller, {
        organization_id: caller.who.organization_id,
        modified_by: caller.who.user_id,
      }),
    update: (row, values, caller) =>
      patch(triggers, row, values, caller, { modified_by: caller.who.user_id, modified_at: caller.db.fn.now() }),
    destroy: async (row, { db }) => {
      if (row.event === READ_ONLY) throw forbidden(`Triggers of ${READ_ONLY} are read-only.`)
      await deleteTrigger(db, row.id as number)
    },
  },
})

async function checkTrigger(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const event = (values.event ?? row?.event) as TriggerEvent
  if (event === READ_ONLY || row?.event === READ_ONLY) throw forbidden(`Triggers of ${READ_ONLY} are read-only.`)
  const faults = checkTriggerCondition(event, values.condition === undefined ? row?.condition : values.condition)
  if (faults) return { condition: faults }
  const [queue_id] =
    values.queue === undefined ? [row!.queue_id] : await idsIn('queue', 'queues', [values.queue], caller)
  const links: Partial<Record<LinkTable, number[]>> = {}
  for (const table of ['email_templates', 'delete_recommendations'] as const)
    if (values[table] !== undefined) links[table] = await idsIn(table, table, values[table], caller)
  const id = (row?.id as number | undefined) ?? null
  return checkTriggerLinks(caller.db, { id, queue_id: queue_id as number, event }, links)
}
