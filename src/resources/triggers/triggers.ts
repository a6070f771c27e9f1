import { Type } from 'typebox'
import { createTrigger, updateTrigger } from '../../domain/triggers/rows.ts'
import { checkTriggerLinks, deleteTrigger, linkTrigger } from '../../domain/triggers/targets.ts'
import { forbidden, type FieldErrors } from '../../errors.ts'
import { Trigger, type RowOf } from '../../models/index.ts'
import { TRIGGER_EVENTS } from '../../rules/conditions/index.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import { orNull, type Values } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { referencesIn } from '../framework/relations.ts'
import type { ResourcePath } from '../framework/registry.ts'
import type { Caller, Request } from '../framework/request.ts'

/** Triggers of this event are built in: clients cannot create, change or delete them. */
const READ_ONLY = 'email_with_no_processable_attachments'
const Condition = Type.Record(Type.String(), Type.Unknown())

export const triggers = defineResource(Trigger, {
  path: 'triggers',
  singular: 'trigger',
  description:
    'Sends email templates and applies delete recommendations when an event occurs in a queue and the condition is true.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    event: f.oneOf(
      TRIGGER_EVENTS,
      `Event that fires it. Triggers of \`${READ_ONLY}\` are created with the queue and are read-only.`,
      {
        required: true,
        example: 'validation',
      },
    ),
    queue: f.ref('URL of its queue.', { required: true, example: 1 }),
    condition: f.custom(
      'Query on fields in MongoDB syntax; `{}` is always true.',
      {
        output: Condition,
        input: orNull(Condition),
        default: {},
        example: { $or: [{ 'field.language': { $in: ['deu'] } }, { number_of_pages: { $gt: 10 } }] },
      },
      { show: ({ condition }) => condition, accept: (condition) => ({ condition: condition ?? {} }) },
    ),
    email_templates: f.refs('URLs of the email templates it sends.', {
      default: [],
      write: (id, ids, { db }) => linkTrigger(db, 'email_templates', id, ids),
    }),
    delete_recommendations: f.refs('URLs of the delete recommendations it applies.', {
      default: [],
      write: (id, ids, { db }) => linkTrigger(db, 'delete_recommendations', id, ids),
    }),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
  }),
  filters: (by) => ({ id: by.ids(), event: by.oneOf(TRIGGER_EVENTS), queue: by.ref() }),
  ordering: { id: 'bigint', event: 'text' },
  visible: assignedQueues('queue_id'),
  may: allowed('triggers'),
  examine: examineCondition,
  examines: ['event', 'condition'],
  check: checkTrigger,
  save: {
    create: ({ columns }, { db, who }) => createTrigger(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => updateTrigger(db, who, id, columns),
    destroy: ({ id, event }, { db }) => {
      assertWritable(event)
      return deleteTrigger(db, id)
    },
  },
})

function assertWritable(...events: (string | undefined)[]): void {
  if (events.includes(READ_ONLY)) throw forbidden(`Triggers of ${READ_ONLY} are read-only.`)
}

async function examineCondition(
  values: Values,
  row: RowOf<Trigger> | null,
  request: Request,
): Promise<FieldErrors | null> {
  const { event, condition } = { ...row, ...(values as Partial<RowOf<Trigger>>) }
  if (!event) return null
  assertWritable(event, row?.event)
  const errors = await request.deps.userChecks.run(request.who, 'condition', 'triggerCondition', event, condition ?? {})
  return errors ? { condition: errors } : null
}

async function checkTrigger(
  { columns, ids }: Input<Trigger>,
  { row, caller }: CheckContext<Trigger>,
): Promise<FieldErrors | null> {
  const { event, queue_id } = { ...row, ...columns }
  if (!event || !queue_id) return null
  return checkTriggerLinks(caller.db, { id: row?.id ?? null, queue_id, event }, ids)
}

/** Returns the ids of the objects to which a field of a body refers. */
export const idsIn = (name: string, collection: ResourcePath, urls: unknown, caller: Caller): Promise<number[]> =>
  referencesIn(collection, urls, [name], caller)
