import { Type } from 'typebox'
import { deleteWorkspace, workspaceRows } from '../../domain/queues/workspaces.ts'
import { Queue, Workspace } from '../../models/index.ts'
import { allowed, ownQueues, sameOrganization } from '../access.ts'
import { defineResource } from '../framework/define.ts'

export const workspaces = defineResource(Workspace, {
  path: 'workspaces',
  singular: 'workspace',
  description: 'A group of queues.',
  fields: (f) => ({
    id: f.id(),
    name: f.text('Name of the workspace.', { required: true, max: 255, example: 'Accounting' }),
    url: f.url(),
    autopilot: f.loaded(
      'Whether a queue of the workspace has autopilot enabled.',
      Type.Boolean(),
      async (rows, { db }) => {
        const found = await Queue.query(db)
          .whereIn(
            'workspace_id',
            rows.map(({ id }) => id),
          )
          .whereRaw(
            `jsonb_typeof(settings->'autopilot') = 'object' and coalesce(settings->'autopilot'->>'enabled', 'true') = 'true'`,
          )
          .distinct('workspace_id')
        const enabled = new Set(found.map(({ workspace_id }) => workspace_id))
        return ({ id }) => enabled.has(id)
      },
    ),
    organization: f.ref('URL of the organization.', { required: true, example: 1 }),
    queues: f.refs('URLs of its queues.', { readOnly: true, visible: true }),
    metadata: f.metadata(),
    created_by: f.createdBy(),
    created_at: f.createdAt({ nullable: true }),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
  }),
  filters: (by) => ({ id: by.ids(), name: by.text(), organization: by.ref() }),
  ordering: { id: 'bigint', name: 'text' },
  visible: (query, caller, table) => {
    sameOrganization(query, caller, table)
    const mine = ownQueues(caller)
    if (!mine) return
    const withOwnQueue = caller
      .db('queues')
      .whereIn('queues.id', mine)
      .whereNotNull('queues.workspace_id')
      .select('queues.workspace_id')
    void query.whereIn(`${table}.id`, withOwnQueue)
  },
  may: allowed('workspaces'),
  save: {
    create: ({ columns }, { db, who }) => workspaceRows.create(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => workspaceRows.update(db, who, id, columns),
    destroy: ({ id }, { deps }) => deleteWorkspace(deps, id),
  },
})
