import { retryDelivery } from '../../domain/exports/deliveries.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { ExportDelivery, type RowOf } from '../../models/index.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import type { Request } from '../framework/request.ts'
import { resourceAt } from '../framework/registry.ts'
import { respond } from '../framework/verbs.ts'
import { Type } from 'typebox'

const STATUSES = ['pending', 'sent', 'failed']
const readOnly = { readOnly: true }
const orNull = { readOnly: true, nullable: true }

export const exportDeliveries = defineResource(ExportDelivery, {
  path: 'export_deliveries',
  singular: 'export delivery',
  description: 'A file of an export profile that was sent, or is to be sent. A profile delivers each document once.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    queue: f.ref('URL of the queue.', readOnly),
    export_profile: f.ref('URL of the export profile; null after it was deleted.', orNull),
    profile_name: f.text('Name of the export profile when the delivery was planned; null for older ones.', orNull),
    status: f.oneOf(STATUSES, 'Whether it is still to be sent, was sent, or failed.', readOnly),
    destination: f.text('Where it was or will be sent.', readOnly),
    planned_at: f.time('When it was planned, UTC; the moment in the name of the file.'),
    documents: f.integer('Number of documents.', readOnly),
    file_name: f.text('Name of the file; null before it is known.', orNull),
    size: f.integer('Size of the file in bytes; null before it is known.', orNull),
    sha256: f.text('SHA-256 of the file, hexadecimal; null before it is known.', orNull),
    error: f.text('Why it failed; null if it did not.', orNull),
    creator: f.ref('URL of the user who requested it; null for the schedule.', orNull),
    finished_at: f.time('When it was sent or failed, UTC; null before.', { nullable: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    queue: by.ref(),
    export_profile: by.ref(),
    status: by.oneOf(STATUSES),
  }),
  ordering: { id: 'bigint' },
  defaultOrdering: '-id',
  visible: assignedQueues('queue_id'),
  may: allowed('export_deliveries'),
  itemActions: [
    {
      method: 'post',
      path: 'retry',
      summary: 'Repeat a delivery that has failed.',
      may: allowed('export_profiles').create,
      body: Type.Object({}),
      example: () => ({}),
      responds: { status: 200, body: Type.Ref('export_deliveries') },
      handle: async (request: Request, { id }: RowOf<ExportDelivery>) => {
        await transact(request.deps, (tx) => retryDelivery(tx, id))
        return respond(resourceAt('export_deliveries'), request, id, 200)
      },
    },
  ],
})
