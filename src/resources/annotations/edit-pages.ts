/** Actions that change the pages of annotations. */
import type { Static } from 'typebox'
import { editInPlace } from '../../domain/annotations/pages/edit-in-place.ts'
import { editPages, type EditRequest } from '../../domain/annotations/pages/split.ts'
import { isGone, partsOf, type EditResult } from '../../domain/annotations/pages/edit-parts.ts'
import { cancelEditing, startEditing } from '../../domain/annotations/pages/edit-session.ts'
import { durationColumns } from '../../domain/annotations/review/review.ts'
import { statusConflict } from '../../domain/annotations/status/conflict.ts'
import { badRequest, conflictStatus, invalid } from '../../errors.ts'
import { Annotation, Page, type RowOf } from '../../models/index.ts'
import { can } from '../access.ts'
import type { Action, UrlOf } from '../framework/define.ts'
import { referencesIn, visibleIds } from '../framework/relations.ts'
import { noContent, ok, type Answer, type Caller, type Request } from '../framework/request.ts'
import { CancelBody, EditBody, InPlaceBody, OldBody, Results, RotateBody, Started } from './edit-bodies.ts'
import { metadataIn, ownPages, readParts, showChildren } from './edit-children.ts'

type Row = RowOf<Annotation>

function answer({ urls }: Caller, done: EditResult[]): Answer {
  return ok({
    results: done.map(({ annotation_id, document_id }) => ({
      document: urls.of('documents', document_id),
      annotation: urls.of('annotations', annotation_id),
    })),
  })
}

const queueOf = async (caller: Caller, url: string | undefined): Promise<number | null> =>
  url === undefined ? null : (await referencesIn('queues', url, ['target_queue'], caller))[0]!

/** Returns the ids of parts of the annotation. Throws 400 under `key` for any other annotation. */
async function childrenIn(caller: Caller, parent_id: number, key: string, urls: string[] = []): Promise<number[]> {
  const ids = await referencesIn('annotations', urls, [key], caller)
  if (ids.length === 0) return ids
  const children = (await partsOf(caller.db, parent_id)).flatMap((part) => (isGone(part) ? [] : part.annotation_id!))
  const stranger = ids.findIndex((id) => !children.includes(id))
  if (stranger >= 0) throw invalid({ [key]: [`"${urls[stranger]}" is not a part of the annotation.`] })
  return [...new Set(ids)]
}

async function edit(request: Request<Static<typeof EditBody>>, { id: parent_id }: Row): Promise<Answer> {
  const { body } = request
  const { move = [], stop_parent = true, edit_data_source, processing_duration } = body
  const parts = await readParts(request, parent_id, body.edit ?? [])
  const named = (body.edit ?? []).flatMap(({ annotation }) => annotation ?? [])
  await childrenIn(request, parent_id, 'edit', named)
  const moved = await childrenIn(
    request,
    parent_id,
    'move',
    move.map(({ annotation }) => annotation),
  )
  if (moved.length < move.length) throw invalid({ move: ['An annotation is listed twice.'] })
  const targets = await referencesIn(
    'queues',
    move.map(({ target_queue }) => target_queue),
    ['move'],
    request,
  )
  const wanted: EditRequest = {
    parent_id,
    edit: parts,
    delete: await childrenIn(request, parent_id, 'delete', body.delete),
    move: moved.map((annotation_id, index) => ({ annotation_id, queue_id: targets[index]! })),
    stop_reviewing: await childrenIn(request, parent_id, 'stop_reviewing', body.stop_reviewing),
    stop_parent,
    content: body.content,
    data_source: edit_data_source ?? null,
    processing_duration: processing_duration ?? null,
    request_id: request.request_id,
  }
  refuseTwice(wanted)
  return answer(request, await editPages(request.deps, request.who, wanted))
}

/** Throws 400 for a part that is listed twice, or both deleted and changed, moved or released. */
function refuseTwice(request: EditRequest): void {
  const edited = request.edit.flatMap(({ annotation_id }) => annotation_id ?? [])
  if (new Set(edited).size < edited.length) throw invalid({ edit: ['An annotation is listed twice.'] })
  const others = [...edited, ...request.move.map(({ annotation_id }) => annotation_id), ...request.stop_reviewing]
  if (request.delete.some((id) => others.includes(id)))
    throw invalid({ delete: ['An annotation cannot be both deleted and changed.'] })
}

async function inPlace(request: Request<Static<typeof InPlaceBody>>, { id }: Row): Promise<Answer> {
  const { body } = request
  const pages = await ownPages(request, id, 'parent_pages', body.parent_pages)
  if (pages.every(({ deleted }) => deleted)) throw invalid({ parent_pages: ['At least one page must remain.'] })
  const done = await editInPlace(request.deps, request.who, {
    id,
    trigger: 'edit_single',
    pages,
    queue_id: await queueOf(request, body.target_queue),
    name: null,
    metadata: metadataIn(body.metadata),
    content: body.content,
    processing_duration: body.processing_duration ?? null,
    request_id: request.request_id,
  })
  return answer(request, done)
}

async function rotate(request: Request<Static<typeof RotateBody>>, { id, status }: Row): Promise<Answer> {
  const { rotation_deg, content } = request.body
  const pages = await Page.query(request.db).where('annotation_id', id).orderBy('number').select('id')
  if (pages.length === 0) throw conflictStatus(`The annotation is ${status} and has no pages to rotate.`)
  await editInPlace(request.deps, request.who, {
    id,
    trigger: 'rotate',
    pages: pages.map((page) => ({ page_id: page.id, rotation_deg, deleted: false })),
    queue_id: null,
    name: null,
    metadata: {},
    content,
    processing_duration: null,
    request_id: request.request_id,
  })
  return noContent
}

/** The older actions: `edit` changes the annotation itself if the body has one document, `split` always divides it. */
const old =
  (always: boolean) =>
  async (request: Request<Static<typeof OldBody>>, { id, status }: Row): Promise<Answer> => {
    const { documents, processing_duration } = request.body
    const given = documents.map(({ pages, metadata }) => ({ parent_pages: pages, metadata }))
    const parts = await readParts(request, id, given, 'documents')
    const common = {
      processing_duration: processing_duration ?? null,
      request_id: request.request_id,
    }
    const [only] = parts
    if (parts.length === 1 && only && !always) {
      const wanted = { id, trigger: 'edit_single' as const, ...only, ...common }
      return answer(request, await editInPlace(request.deps, request.who, wanted))
    }
    if (status === 'split') throw conflictStatus('An annotation in status split does not allow this action.')
    const nothing = { delete: [], move: [], stop_reviewing: [], stop_parent: true, data_source: null }
    return answer(
      request,
      await editPages(request.deps, request.who, { parent_id: id, edit: parts, ...nothing, ...common }),
    )
  }

async function start(request: Request, { id: parent_id }: Row): Promise<Answer> {
  const children = (await partsOf(request.db, parent_id)).flatMap(({ annotation_id }) => annotation_id ?? [])
  const seen = await visibleIds('annotations', children, request)
  const done = await startEditing(request.deps, request.who, { parent_id, seen, request_id: request.request_id })
  return ok({
    parent_annotation: request.urls.of('annotations', parent_id),
    children: await showChildren(request, parent_id, seen, done.started),
    session_timeout: done.session_timeout,
  })
}

async function cancel(request: Request<Static<typeof CancelBody>>, { id: parent_id }: Row): Promise<Answer> {
  const { annotations, cancel_parent = true, processing_duration } = request.body
  const children = await childrenIn(request, parent_id, 'annotations', annotations)
  await assertHeld(request, [...children, ...(cancel_parent ? [parent_id] : [])])
  await cancelEditing(request.deps, request.who, {
    parent_id,
    children,
    parent: cancel_parent,
    changes: durationColumns(processing_duration ?? {}),
    request_id: request.request_id,
  })
  return noContent
}

/** Only administrators may end the reviews of other users. */
async function assertHeld({ db, who }: Caller, ids: number[]): Promise<void> {
  if (can('administer')(who)) return
  const held = await Annotation.query(db)
    .findByIds(ids)
    .where('status', 'reviewing')
    .whereNot('modifier_id', who.user_id)
    .first()
  if (!held) return
  const { message } = await statusConflict(
    db,
    `Annotation ${held.id} is being reviewed by another user.`,
    held,
    who.user_id,
  )
  throw badRequest(message)
}

const post = (
  path: string,
  summary: string,
  rest: Pick<Action<Row>, 'handle' | 'body' | 'example' | 'responds'> & Partial<Pick<Action<Row>, 'may'>>,
): Action<Row> => ({ method: 'post', path, summary, may: can('edit_pages'), ...rest })
const results = { status: 200, body: Results }
const nothing = { status: 204, body: null }

export const editActions: Action<Row>[] = [
  post('edit_pages', 'Divide the pages into several annotations, or change existing parts.', {
    body: EditBody,
    example: (url: UrlOf) => ({
      edit: [
        { parent_pages: [{ page: url('pages') }], target_queue: url('queues') },
        { parent_pages: [{ page: url('pages', 2), rotation_deg: 90 }], document_name: 'second.pdf' },
      ],
    }),
    responds: results,
    handle: edit,
  }),
  post('edit_pages/start', 'Lock the annotation and its parts for editing by the caller.', {
    responds: { status: 200, body: Started },
    handle: start,
  }),
  post('edit_pages/cancel', 'Release the annotation and parts without changing them.', {
    body: CancelBody,
    example: (url) => ({ annotations: [url('annotations', 2)], cancel_parent: true }),
    responds: nothing,
    handle: cancel,
  }),
  post('edit_pages/in_place', 'Remove, rotate or reorder pages of the annotation itself, and extract it again.', {
    body: InPlaceBody,
    example: (url) => ({ parent_pages: [{ page: url('pages'), rotation_deg: 90 }] }),
    responds: results,
    handle: inPlace,
    may: can('edit_in_place'),
  }),
  post('edit', 'Older form of `edit_pages`: one document changes the annotation itself, several divide it.', {
    body: OldBody,
    example: (url) => ({ documents: [{ pages: [{ page: url('pages'), rotation_deg: 90 }] }] }),
    responds: results,
    handle: old(false),
  }),
  post('split', 'Older form of `edit_pages`: divide the annotation into documents.', {
    body: OldBody,
    example: (url) => ({
      documents: [{ pages: [{ page: url('pages') }] }, { pages: [{ page: url('pages', 2) }] }],
    }),
    responds: results,
    handle: old(true),
  }),
  post('rotate', 'Rotate all pages, and extract the annotation again.', {
    body: RotateBody,
    example: () => ({ rotation_deg: 90 }),
    responds: nothing,
    handle: rotate,
    may: can('edit_in_place'),
  }),
]
