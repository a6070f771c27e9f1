import { Type } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { f, fieldsOf, Url, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { resolveReferences } from '../legacy/references.ts'
import { insert } from '../legacy/verbs.ts'
import type { Caller } from '../engine/request.ts'
import { allowed, assignedQueues } from '../access.ts'
import { idsIn } from './triggers.ts'

/** The trigger that sets an object off, as a list of at most one URL; kept in `trigger_id`. */
export const triggerList = (sentence: string, required = false) =>
  f.custom({
    output: Type.Array(Url),
    input: Type.Array({ ...Type.String(), 'x-references': 'triggers' }),
    shape: () => Type.Array(Url, { maxItems: 1, ...(required ? { minItems: 1 } : {}) }),
    ...(required ? { required: true } : { default: [] }),
    show: (row, { urls }) => (row.trigger_id === null ? [] : [urls.of('triggers', row.trigger_id as number)]),
    accept: async (value, caller) => {
      const ids = await resolveReferences('triggers', value as unknown[], caller)
      if (ids.length > 1 || (required && !ids.length)) throw new FieldError(sentence)
      return { trigger_id: ids[0] ?? null }
    },
  })

export const deleteRecommendations = defineResource({
  path: 'delete_recommendations',
  singular: 'delete recommendation',
  table: 'delete_recommendations',
  description: 'Recommends to delete documents for which a trigger of the event validation fires.',
  fields: fieldsOf({
    id: f.id(),
    enabled: f.bool({ default: true }),
    url: f.self(),
    organization: f.ref('organizations', { createOnly: true }),
    queue: f.ref('queues', { required: true }),
    triggers: triggerList('Exactly one trigger is required.', true),
  }),
  filters: { queue: by.ids('delete_recommendations.queue_id') },
  ordering: {
    ...columns('delete_recommendations', { id: 'bigint' }),
    queue: { sql: 'delete_recommendations.queue_id', type: 'bigint' },
  },
  visible: assignedQueues('queue_id'),
  may: allowed('delete_recommendations'),
  check: checkRecommendation,
  save: {
    create: (values, caller) =>
      insert(deleteRecommendations, values, caller, { organization_id: caller.who.organization_id }),
  },
})

async function checkRecommendation(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const [queue_id] =
    values.queue === undefined ? [row!.queue_id] : await idsIn('queue', 'queues', [values.queue], caller)
  const triggers =
    values.triggers === undefined
      ? [row!.trigger_id].filter((id) => id !== null)
      : await idsIn('triggers', 'triggers', values.triggers, caller)
  const trigger = triggers.length === 1 && (await caller.db('triggers').where('id', triggers[0]).first())
  if (!trigger) return null
  const about = values.triggers === undefined ? 'queue' : 'triggers'
  if (trigger.queue_id !== queue_id) return { [about]: ['The trigger belongs to another queue.'] }
  return trigger.event === 'validation' ? null : { triggers: ['The trigger must have the event validation.'] }
}
