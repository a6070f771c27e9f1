import { Type } from 'typebox'
import { FieldError } from '../engine/field-error.ts'
import { Url, type Field } from '../engine/fields.ts'
import { group, resolveReferences } from '../engine/references.ts'

interface Entry {
  url: string
  priority: number
}

/** The workflows of a queue with their priority, the lowest first; kept in queue_workflows. */
export const queueWorkflows = (): Field => ({
  output: Type.Array(Type.Object({ url: Url, priority: Type.Integer() })),
  input: Type.Array(
    Type.Object({
      url: { ...Type.String(), 'x-references': 'workflows' },
      priority: Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }),
    }),
  ),
  default: [],
  load: async (rows, { db, urls }) => {
    const found = await db('queue_workflows')
      .whereIn(
        'queue_id',
        rows.map((row) => row.id),
      )
      .orderBy(['priority', 'workflow_id'])
    return group(found, 'queue_id', ({ workflow_id, priority }) => ({
      url: urls.of('workflows', workflow_id as number),
      priority: priority as number,
    }))
  },
  accept: async (value, caller) => {
    const ids = await resolveReferences('workflows', urlsOf(value), caller)
    if (new Set(ids).size < ids.length) throw new FieldError('A workflow may stand only once.')
    return {}
  },
  after: async (queue_id, value, caller) => {
    const { db } = caller
    const ids = await resolveReferences('workflows', urlsOf(value), caller)
    await db('queue_workflows').where({ queue_id }).delete()
    if (!ids.length) return
    const rows = (value as Entry[]).map(({ priority }, index) => ({ queue_id, workflow_id: ids[index]!, priority }))
    await db('queue_workflows').insert(rows)
  },
})

const urlsOf = (value: unknown): string[] => (value as Entry[]).map((entry) => entry.url)
