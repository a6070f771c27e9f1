import { Type } from 'typebox'
import {
  DEDICATED_STATUSES,
  deleteDedicatedEngine,
  requestDedicatedEngine,
  requireDraft,
  useInQueues,
} from '../../domain/engines/dedicated.ts'
import { dedicatedEngineRows } from '../../domain/engines/save-engines.ts'
import { badRequest, invalid, type FieldErrors } from '../../errors.ts'
import { DedicatedEngine } from '../../models/index.ts'
import { allowed, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { File } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import type { Answer, Request } from '../framework/request.ts'
import { respond } from '../framework/verbs.ts'

/** Administrators see all dedicated engines of the organization, other users those of their queues. */
export const visibleDedicatedEngines: Visible = (query, caller) => {
  sameOrganization(query, caller, 'dedicated_engines')
  const mine = ownQueues(caller)
  if (!mine) return
  const theirs = caller
    .db('queues')
    .whereIn('queues.id', mine)
    .whereNotNull('queues.dedicated_engine_id')
    .select('queues.dedicated_engine_id')
  void query.whereIn('dedicated_engines.id', theirs)
}

export const dedicatedEngines = defineResource(DedicatedEngine, {
  path: 'dedicated_engines',
  singular: 'dedicated engine',
  description: "An engine that is trained on the customer's own queues.",
  fields: (f) => ({
    id: f.id(),
    name: f.text('Name of the engine.', { required: true, max: 255, example: 'Invoices of one supplier' }),
    description: f.text('Description for users.', {
      default: '',
      example: 'Reads what the generic engine does not.',
    }),
    url: f.url(),
    status: f.oneOf(
      DEDICATED_STATUSES,
      'State of its training. Clients may change `draft` to `schema_review`; in any other status the engine and its schema are read-only.',
    ),
    schema: f.ref('URL of the dedicated engine schema that lists its outputs; null if none.', {
      nullable: true,
      default: null,
    }),
    // No default: a PUT without it must not remove the engine from its queues.
    queues: f.refs('URLs of the queues that use it; a queue that no longer does gets the generic engine.', {
      visible: true,
      example: [1],
      write: (id, ids, request) => useInQueues(request.db, request.who, id, { ids, among: ownQueues(request) }),
    }),
  }),
  filters: (by) => ({ id: by.ids(), status: by.oneOf(DEDICATED_STATUSES) }),
  ordering: { id: 'bigint', name: 'text' },
  visible: visibleDedicatedEngines,
  may: allowed('engines'),
  check: ({ columns: { status } }, { row }) => {
    if (row) requireDraft(row)
    if (!row || status === undefined || ['draft', 'schema_review'].includes(status)) return null
    return { status: [`The status cannot change from draft to ${status}.`] }
  },
  save: {
    // A new engine is a draft, even if a client sends a copied object.
    create: ({ columns: { status: _, ...columns } }, { db, who }) => dedicatedEngineRows.create(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => dedicatedEngineRows.update(db, who, id, columns),
    destroy: ({ id }, { db }) => deleteDedicatedEngine(db, id),
  },
  actions: [
    {
      method: 'post',
      path: 'request',
      summary: 'Request a dedicated engine, with sample files of at most 40 MB in total.',
      may: allowed('engines').create,
      accepts: ['multipart/form-data'],
      parts: Type.Object({
        document_type: Type.String({ description: 'Kind of documents, at most 200 characters.' }),
        document_language: Type.String({ description: 'Languages of the documents.' }),
        volume: Type.String({ description: 'Number of documents per year.' }),
        sample_uploads: Type.Array(File, { description: 'Sample files, one per part.' }),
      }),
      responds: { status: 200, body: Type.Ref('dedicated_engines') },
      handle: requestEngine,
    },
  ],
})

async function requestEngine(request: Request): Promise<Answer> {
  const { multipart, files, texts } = await request.receiveFiles('sample_uploads')
  if (!multipart) throw badRequest('Send the request as multipart/form-data.')
  const errors: FieldErrors = {}
  for (const name of ['document_type', 'document_language', 'volume'])
    if (!texts[name]?.trim()) errors[name] = ['This field is required.']
  const { document_type = '', document_language = '', volume = '' } = texts
  if (volume && !/^\d{1,15}$/.test(volume.trim())) errors.volume = ['A valid integer is required.']
  if ([...document_type].length > 200) errors.document_type = ['Ensure this field has no more than 200 characters.']
  if (Object.keys(errors).length) throw invalid(errors)
  const id = await requestDedicatedEngine(request.deps, request.who, {
    document_type: document_type.trim(),
    document_language: document_language.trim(),
    volume: Number(volume),
    samples: files,
  })
  return respond(resourceAt('dedicated_engines'), request, id, 200)
}
