import { Type, type Static } from 'typebox'
import { confirmDeletion, previewDeletion } from '../../domain/deletion/preview.ts'
import { DELETION_STATUSES, DeletionRequest, type RowOf } from '../../models/index.ts'
import { DeletionSearch } from '../../rules/deletion/search.ts'
import { allowed, sameOrganization } from '../access.ts'
import { defineResource, type Action } from '../framework/define.ts'
import { orNull, urlOf } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { respond } from '../framework/verbs.ts'
import { numberedPage } from './numbered-page.ts'

const kinds = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })
const Counts = Type.Object({
  deleted: kinds(
    'Numbers by kind: `documents`, `emails`, and what belongs to the documents: `pages`, `notes`, `hook_calls`, `rule_executions`, `lessons`, `pending_approvals`.',
  ),
  kept: kinds('Numbers of `documents` that the law requires, and of `emails` that belong to documents that are kept.'),
})

const ConfirmBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: '`token` of the preview.' }),
})

async function confirm(request: Request<Static<typeof ConfirmBody>>, { id }: RowOf<DeletionRequest>): Promise<Answer> {
  await confirmDeletion(request.deps, request.who, id, request.body.token)
  return respond(resourceAt('deletion_requests'), request, id, 202)
}

const PAGE = 100
const Found = Type.Object({
  annotation: { ...urlOf('annotations'), description: 'URL of the annotation.' },
  file_name: Type.String({ description: 'Name of the file; empty after it was deleted.' }),
  state: Type.Union(
    ['found', 'deleted', 'kept'].map((one) => Type.Literal(one)),
    { description: '`found` until it is `deleted` or `kept`.' },
  ),
  keep: Type.Boolean({ description: 'Whether the law requires to keep it.' }),
  kept_until: { ...orNull(Type.String({ format: 'date' })), description: 'Last day on which the law requires it.' },
  found_in: Type.Array(Type.String(), {
    description: 'Where it was found: a kind of search terms with a field, such as `names: sender_name`.',
  }),
})

interface FoundRow {
  object_id: number
  state: string
  kept_because: string | null
  kept_until: string | null
  found_in: string[]
}

async function documents(request: Request, { id }: RowOf<DeletionRequest>): Promise<Answer> {
  const { db, urls } = request
  const all = await db('deletion_items')
    .where({ deletion_request_id: id, kind: 'annotation' })
    .orderBy('object_id')
    .select<FoundRow[]>('object_id', 'state', 'kept_because', 'found_in', db.raw('kept_until::text'))
  const { pagination, results } = numberedPage(request, all, PAGE)
  const names = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where('a.organization_id', request.who.organization_id)
    .whereIn(
      'a.id',
      results.map(({ object_id }) => object_id),
    )
    .select<{ id: number; name: string }[]>('a.id', 'd.original_file_name as name')
  const nameOf = new Map(names.map((row) => [row.id, row.name]))
  return ok({
    pagination,
    results: results.map(({ object_id, kept_because, ...rest }) => ({
      annotation: urls.of('annotations', object_id),
      file_name: nameOf.get(object_id) ?? '',
      keep: kept_because !== null,
      ...rest,
    })),
  })
}

const itemActions: Action<RowOf<DeletionRequest>>[] = [
  {
    method: 'post',
    path: 'confirm',
    summary:
      'Delete what the preview shows. The search is repeated; 409 if it no longer finds what the preview shows. Also continues a deletion that has failed.',
    may: allowed('deletion_requests').create,
    body: ConfirmBody,
    example: () => ({ token: '9b2cf535f27731c974343645a3985328' }),
    responds: { status: 202, body: Type.Ref('deletion_requests') },
    handle: confirm,
  },
  {
    method: 'get',
    path: 'documents',
    summary: 'List the documents that were found, each with whether it is deleted or kept.',
    may: allowed('deletion_requests').retrieve,
    query: { page: Type.Integer({ minimum: 1, description: 'Number of the page, from 1.' }) },
    responds: {
      status: 200,
      body: Type.Object({
        pagination: Type.Record(Type.String(), Type.Unknown(), { description: 'Position of this page in the list.' }),
        results: Type.Array(Found, { description: 'Documents in the order of their ids.' }),
      }),
    },
    handle: documents,
  },
]

export const deletionRequests = defineResource(DeletionRequest, {
  path: 'deletion_requests',
  singular: 'deletion request',
  description:
    'A request to delete everything of a supplier or person. Creating one only searches and counts: `confirm` with its `token` deletes. Previews expire after a day.',
  verbs: ['list', 'create', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    status: f.oneOf(DELETION_STATUSES, '`previewed` until it is confirmed; `failed` can be confirmed again.', {
      readOnly: true,
    }),
    search: f.custom(
      'What identifies the supplier or person; a document or email is found by any of the terms. Null after the deletion, which deletes it too, and 30 days after a failure.',
      {
        output: orNull(DeletionSearch),
        input: DeletionSearch,
        required: true,
        example: { names: ['Nordwind Papier GmbH'], vat_ids: ['DE 811 907 980'], emails: ['@nordwind-papier.example'] },
      },
      {
        show: ({ search }) => (Object.keys(search).length > 0 ? search : null),
        accept: (search) => ({ search: search as DeletionSearch }),
      },
    ),
    token: f.computed(
      'What `confirm` needs: a digest of everything that was found. Null once the deletion is running or finished.',
      orNull(Type.String()),
      ({ status, token }) => (status === 'previewed' || status === 'failed' ? token : null),
    ),
    preview: f.computed('What would be deleted and kept.', Counts, ({ preview }) => ({
      deleted: {},
      kept: {},
      ...preview,
    })),
    report: f.computed('What was deleted and kept so far.', Counts, ({ report }) => ({
      deleted: {},
      kept: {},
      ...report,
    })),
    failure: f.text('Why the deletion failed; null if it did not.', { readOnly: true, nullable: true }),
    created_by: f.createdBy(),
    created_at: f.createdAt(),
    confirmed_by: f.ref('URL of the user who confirmed it; null before.', {
      readOnly: true,
      nullable: true,
      column: 'confirmed_by',
    }),
    confirmed_at: f.time('Time of the confirmation, UTC; null before.', { nullable: true }),
    finished_at: f.time('Time when everything was deleted, UTC; null before.', { nullable: true }),
  }),
  filters: (by) => ({ id: by.ids(), status: by.oneOf(DELETION_STATUSES) }),
  ordering: { id: 'bigint' },
  defaultOrdering: '-id',
  visible: sameOrganization,
  may: allowed('deletion_requests'),
  save: { create: ({ columns }, { db, who }) => previewDeletion(db, who, columns.search!) },
  itemActions,
})
