import { Type } from 'typebox'
import { referenced } from '../../errors.ts'
import { columns, defineResource } from '../engine/define.ts'
import { f, fieldsOf, Url } from '../engine/fields.ts'
import { by } from '../engine/filters.ts'
import { group, visibleIds } from '../engine/references.ts'
import { insert, patch } from '../engine/verbs.ts'
import { allowed, ownQueues, sameOrganization } from '../access.ts'

export const workspaces = defineResource({
  path: 'workspaces',
  singular: 'workspace',
  table: 'workspaces',
  description: 'A group of queues.',
  fields: fieldsOf({
    id: f.id(),
    name: f.text({ required: true, max: 255 }),
    url: f.self(),
    autopilot: f.loaded(Type.Boolean(), async (rows, { db }) => {
      const found = await db('queues')
        .whereIn(
          'workspace_id',
          rows.map((row) => row.id),
        )
        .whereRaw(
          `jsonb_typeof(settings->'autopilot') = 'object' and coalesce(settings->'autopilot'->>'enabled', 'true') = 'true'`,
        )
        .distinct('workspace_id')
      const flying = new Set(found.map((row) => row.workspace_id as number))
      return (row) => flying.has(row.id as number)
    }),
    organization: f.ref('organizations', { required: true }),
    queues: f.loaded(Type.Array(Url), async (rows, caller) => {
      const found = await caller
        .db('queues')
        .whereIn(
          'workspace_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('id', 'workspace_id')
      const visible = new Set(
        await visibleIds(
          'queues',
          found.map((queue) => queue.id as number),
          caller,
        ),
      )
      return group(
        found.filter((queue) => visible.has(queue.id as number)),
        'workspace_id',
        (queue) => caller.urls.of('queues', queue.id as number),
      )
    }),
    metadata: f.metadata(),
    created_by: f.ref('users', { readOnly: true, nullable: true, column: 'created_by' }),
    created_at: f.time({ nullable: true }),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time(),
  }),
  filters: {
    id: by.ids('workspaces.id'),
    name: by.text('workspaces.name'),
    organization: by.ids('workspaces.organization_id'),
  },
  ordering: columns('workspaces', { id: 'bigint', name: 'text' }),
  visible: (query, caller) => {
    sameOrganization('workspaces')(query, caller)
    const mine = ownQueues(caller)
    if (!mine) return
    // Those that hold a queue one works on.
    const theirs = caller
      .db('queues')
      .whereIn('queues.id', mine)
      .whereNotNull('queues.workspace_id')
      .select('queues.workspace_id')
    void query.whereIn('workspaces.id', theirs)
  },
  may: allowed('workspaces'),
  save: {
    create: (values, caller) =>
      insert(workspaces, values, caller, { created_by: caller.who.user_id, modified_by: caller.who.user_id }),
    update: (row, values, caller) =>
      patch(workspaces, row, values, caller, { modified_by: caller.who.user_id, modified_at: caller.db.fn.now() }),
    destroy: async (row, { db }) => {
      const queues = await db('queues').where('workspace_id', row.id).orderBy('id').select('id')
      if (queues.length)
        throw referenced(`The workspace still contains queues: ${queues.map((queue) => queue.id).join(', ')}.`)
      await db('workspaces').where('id', row.id).delete()
    },
  },
})
