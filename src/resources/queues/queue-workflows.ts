import { Type } from 'typebox'
import { setQueueWorkflows } from '../../domain/queues/queues.ts'
import { QueueWorkflow, type Queue } from '../../models/index.ts'
import { FieldError } from '../framework/field-error.ts'
import { Url, urlOf, type FieldBuilders, type FieldBuilder } from '../framework/fields.ts'
import { group, resolveReferences } from '../framework/relations.ts'

interface Entry {
  url: string
  priority: number
}
const Priority = Type.Integer({
  minimum: -2_147_483_648,
  maximum: 2_147_483_647,
  description: 'Order among the workflows of the queue, lowest first.',
})
const entries = (url: typeof Url) =>
  Type.Array(
    Type.Object({ url: { ...urlOf('workflows', url), description: 'URL of the workflow.' }, priority: Priority }),
  )

/** The workflows of a queue with their priority, lowest first. They have no default: a PUT without them must not end the control of approvals. */
export const queueWorkflows = (f: FieldBuilders<Queue>): FieldBuilder =>
  f.custom(
    'Workflows for its annotations, in order of priority.',
    { output: entries(Url), input: entries(Type.String()) },
    {
      load: async (rows, { db, urls }) => {
        const ids = rows.map(({ id }) => id)
        const found = await QueueWorkflow.query(db).whereIn('queue_id', ids).orderBy(['priority', 'workflow_id'])
        return group(
          found,
          ({ queue_id }) => queue_id,
          ({ workflow_id, priority }) => ({ url: urls.of('workflows', workflow_id), priority }),
        )
      },
      resolve: async (value, caller) => {
        const urls = (value as Entry[]).map(({ url }) => url)
        const ids = await resolveReferences('workflows', urls, caller)
        if (new Set(ids).size < ids.length) throw new FieldError('A workflow may be listed only once.')
        return ids
      },
      write: (queue_id, { value, ids }, { db }) =>
        setQueueWorkflows(
          db,
          queue_id,
          (value as Entry[]).map(({ priority }, index) => ({ workflow_id: ids[index]!, priority })),
        ),
    },
  )
