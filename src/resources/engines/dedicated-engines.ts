import { Type } from 'typebox'
import { badRequest, invalid, type FieldErrors } from '../../errors.ts'
import {
  DEDICATED_STATUSES,
  deleteDedicatedEngine,
  requestDedicatedEngine,
  requireDraft,
} from '../../domain/engines/dedicated.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { group } from '../legacy/references.ts'
import { insert, patch, respond } from '../legacy/verbs.ts'
import type { Answer, Request } from '../engine/request.ts'
import { allowed, assignedQueues, can, ownQueues, sameOrganization, type Visible } from '../access.ts'

/** Administrators see all of the organization, everybody else those of queues they work on. */
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

export const dedicatedEngines = defineResource({
  path: 'dedicated_engines',
  singular: 'dedicated engine',
  table: 'dedicated_engines',
  description: "An engine to be trained from a customer's own queues.",
  fields: fieldsOf({
    id: f.id(),
    name: f.text({ required: true, max: 255 }),
    description: f.text({ default: '' }),
    url: f.self(),
    status: f.oneOf(DEDICATED_STATUSES, {
      description: '`draft` can become `schema_review`; whatever is no draft is read-only, with its schema.',
    }),
    schema: f.ref('dedicated_engine_schemas', { nullable: true, default: null }),
    queues: f.loaded(Type.Array(Url), async (rows, caller) => {
      const ids = rows.map((row) => row.id as number)
      const query = caller
        .db('queues')
        .whereIn('dedicated_engine_id', ids)
        .orderBy('id')
        .select('id', 'dedicated_engine_id')
      assignedQueues('id')(query, caller, 'queues')
      return group(await query, 'dedicated_engine_id', (queue) => caller.urls.of('queues', queue.id as number))
    }),
  }),
  filters: {
    id: by.ids('dedicated_engines.id'),
    status: by.oneOf('dedicated_engines.status', DEDICATED_STATUSES),
  },
  ordering: columns('dedicated_engines', { id: 'bigint', name: 'text' }),
  visible: visibleDedicatedEngines,
  may: allowed('engines'),
  check: (values, { row }): FieldErrors | null => {
    if (row) requireDraft(row as { id: number; status: string })
    if (!row || values.status === undefined || ['draft', 'schema_review'].includes(values.status as string)) return null
    return { status: [`A draft cannot become ${values.status as string} here.`] }
  },
  save: {
    // A new engine is a draft, whatever a copied object says.
    create: ({ status: _, ...values }, caller) =>
      insert(dedicatedEngines, values, caller, {
        organization_id: caller.who.organization_id,
        created_by: caller.who.user_id,
      }),
    update: (row, values, caller) => patch(dedicatedEngines, row, values, caller),
    destroy: (row, { db }) => deleteDedicatedEngine(db, row.id as number),
  },
  actions: [
    {
      method: 'post',
      path: 'request',
      summary:
        'Ask for an engine: the parts `document_type`, `document_language` and `volume` (documents a year), and sample ' +
        'files in repeated parts `sample_uploads`, at most 40 MB in total.',
      may: can('administer'),
      accepts: ['multipart/form-data'],
      shape: Type.Object({
        document_type: Type.String(),
        document_language: Type.String(),
        volume: Type.String(),
        sample_uploads: Type.Array(Type.String({ format: 'binary' })),
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
  return respond(dedicatedEngines, request, id, 200)
}
