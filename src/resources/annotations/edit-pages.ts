/** Actions that change which pages belong to which annotation (filled-gaps 4.3, 4.4). */
import { Type, type Static } from 'typebox'
import { badRequest, conflictStatus, invalid } from '../../errors.ts'
import { editInPlace } from '../../domain/annotations/edit-in-place.ts'
import { editPages, type EditRequest } from '../../domain/annotations/edit-pages.ts'
import { isGone, partsOf, type EditResult } from '../../domain/annotations/edit-parts.ts'
import { cancelEditing, startEditing } from '../../domain/annotations/edit-session.ts'
import { durationColumns, type ProcessingDuration } from '../../domain/annotations/review.ts'
import type { Action, Resource } from '../legacy/define.ts'
import { Url } from '../legacy/fields.ts'
import { visibleIds } from '../legacy/references.ts'
import { load } from '../legacy/verbs.ts'
import { noContent, ok, type Answer, type Caller, type Request } from '../engine/request.ts'
import { can } from '../access.ts'
import { idsIn } from './actions.ts'
import { Angle, EditBody, InPlaceBody, OldBody, CancelBody, Results } from './edit-bodies.ts'
import { metadataIn, ownPages, readParts, showChildren } from './edit-children.ts'

function answer({ urls }: Request, done: EditResult[]): Answer {
  return ok({
    results: done.map(({ annotation_id, document_id }) => ({
      document: urls.of('documents', document_id),
      annotation: urls.of('annotations', annotation_id),
    })),
  })
}

const queueOf = async (caller: Caller, url: string | undefined): Promise<number | null> =>
  url === undefined ? null : (await idsIn(caller, 'queues', 'target_queue', [url]))[0]!

/** The ids of parts the annotation has; 400 under `key` for any other annotation. */
async function childrenIn(caller: Caller, parent_id: number, key: string, urls: string[] = []): Promise<number[]> {
  const ids = await idsIn(caller, 'annotations', key, urls)
  if (ids.length === 0) return ids
  const children = (await partsOf(caller.db, parent_id)).flatMap((part) => (isGone(part) ? [] : part.annotation_id!))
  const stranger = ids.findIndex((id) => !children.includes(id))
  if (stranger >= 0) throw invalid({ [key]: [`"${urls[stranger]}" is no part of the annotation.`] })
  return [...new Set(ids)]
}

async function edit(request: Request, resource: Resource): Promise<Answer> {
  const parent_id = (await load(resource, request)).id as number
  const body = request.body as Static<typeof EditBody>
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
  if (moved.length < move.length) throw invalid({ move: ['An annotation is named twice.'] })
  const targets = await idsIn(
    request,
    'queues',
    'move',
    move.map(({ target_queue }) => target_queue),
  )
  const wanted: EditRequest = {
    parent_id,
    edit: parts,
    delete: await childrenIn(request, parent_id, 'delete', body.delete),
    move: moved.map((annotation_id, index) => ({ annotation_id, queue_id: targets[index]! })),
    stop_reviewing: await childrenIn(request, parent_id, 'stop_reviewing', body.stop_reviewing),
    stop_parent,
    data_source: (edit_data_source as EditRequest['data_source'] | undefined) ?? null,
    processing_duration: (processing_duration as ProcessingDuration | undefined) ?? null,
    request_id: request.request_id,
  }
  refuseTwice(wanted)
  return answer(request, await editPages(request.deps, request.who, wanted))
}

/** What is deleted cannot be changed, moved or released as well. */
function refuseTwice(request: EditRequest): void {
  const edited = request.edit.flatMap(({ annotation_id }) => annotation_id ?? [])
  if (new Set(edited).size < edited.length) throw invalid({ edit: ['An annotation is named twice.'] })
  const others = [...edited, ...request.move.map(({ annotation_id }) => annotation_id), ...request.stop_reviewing]
  if (request.delete.some((id) => others.includes(id)))
    throw invalid({ delete: ['An annotation that is deleted cannot be changed as well.'] })
}

async function inPlace(request: Request, resource: Resource): Promise<Answer> {
  const id = (await load(resource, request)).id as number
  const body = request.body as Static<typeof InPlaceBody>
  const pages = await ownPages(request, id, 'parent_pages', body.parent_pages)
  if (pages.every(({ deleted }) => deleted)) throw invalid({ parent_pages: ['At least one page must stay.'] })
  const done = await editInPlace(request.deps, request.who, {
    id,
    trigger: 'edit_single',
    pages,
    queue_id: await queueOf(request, body.target_queue),
    name: null,
    metadata: metadataIn(body.metadata),
    processing_duration: (body.processing_duration as ProcessingDuration | undefined) ?? null,
    request_id: request.request_id,
  })
  return answer(request, done)
}

async function rotate(request: Request, resource: Resource): Promise<Answer> {
  const id = (await load(resource, request)).id as number
  const { rotation_deg } = request.body as { rotation_deg: number }
  const ids = (await request.db('pages').where({ annotation_id: id }).orderBy('number').pluck('id')) as number[]
  const { status } = (await request.db('annotations').where({ id }).first('status')) as { status: string }
  if (ids.length === 0) throw conflictStatus(`The annotation is ${status} and has no pages to be turned.`)
  await editInPlace(request.deps, request.who, {
    id,
    trigger: 'rotate',
    pages: ids.map((page_id) => ({ page_id, rotation_deg, deleted: false })),
    queue_id: null,
    name: null,
    metadata: {},
    processing_duration: null,
    request_id: request.request_id,
  })
  return noContent
}

/** The older actions: `edit` changes the annotation itself where one document is asked for, `split` never does. */
const old =
  (always: boolean) =>
  async (request: Request, resource: Resource): Promise<Answer> => {
    const row = await load(resource, request)
    const id = row.id as number
    const { documents, processing_duration } = request.body as Static<typeof OldBody>
    const given = documents.map(({ pages, metadata }) => ({ parent_pages: pages, metadata }))
    const parts = await readParts(request, id, given, 'documents')
    const common = {
      processing_duration: (processing_duration as ProcessingDuration | undefined) ?? null,
      request_id: request.request_id,
    }
    const [only] = parts
    if (parts.length === 1 && only && !always) {
      const wanted = { id, trigger: 'edit_single' as const, ...only, ...common }
      return answer(request, await editInPlace(request.deps, request.who, wanted))
    }
    if (row.status === 'split') throw conflictStatus('An annotation in status split does not allow this action.')
    const nothing = { delete: [], move: [], stop_reviewing: [], stop_parent: true, data_source: null }
    return answer(
      request,
      await editPages(request.deps, request.who, { parent_id: id, edit: parts, ...nothing, ...common }),
    )
  }

async function start(request: Request, resource: Resource): Promise<Answer> {
  const parent_id = (await load(resource, request)).id as number
  const children = (await partsOf(request.db, parent_id)).flatMap(({ annotation_id }) => annotation_id ?? [])
  const seen = await visibleIds('annotations', children, request)
  const done = await startEditing(request.deps, request.who, { parent_id, seen, request_id: request.request_id })
  return ok({
    parent_annotation: request.urls.of('annotations', parent_id),
    children: await showChildren(request, parent_id, seen, done.started),
    session_timeout: done.session_timeout,
  })
}

async function cancel(request: Request, resource: Resource): Promise<Answer> {
  const parent_id = (await load(resource, request)).id as number
  const body = request.body as Static<typeof CancelBody>
  const children = await childrenIn(request, parent_id, 'annotations', body.annotations)
  const { cancel_parent = true, processing_duration } = body
  await demandHeld(request, [...children, ...(cancel_parent ? [parent_id] : [])])
  await cancelEditing(request.deps, request.who, {
    parent_id,
    children,
    parent: cancel_parent,
    changes: durationColumns((processing_duration as ProcessingDuration | undefined) ?? {}),
    request_id: request.request_id,
  })
  return noContent
}

/** Other people's reviews are for administrators to end. */
async function demandHeld({ db, who }: Caller, ids: number[]): Promise<void> {
  if (can('administer')(who)) return
  const held = await db('annotations')
    .whereIn('id', ids)
    .where('status', 'reviewing')
    .whereNot('modifier_id', who.user_id)
    .first('id')
  if (held) throw badRequest(`Annotation ${held.id as number} is being reviewed by another user.`)
}

export function editActions(): Action[] {
  const action = (
    path: string,
    summary: string,
    body: Action['body'],
    responds: Action['responds'],
    handle: Action['handle'],
    may = can('edit_pages'),
  ): Action => ({ method: 'post', path: `:id/${path}`, summary, may, ...(body ? { body } : {}), responds, handle })
  const results = { status: 200, body: Results }
  const nothing = { status: 204, body: null }
  const Child = Type.Object({
    url: Type.Union([Url, Type.Null()]),
    queue: Type.Union([Url, Type.Null()]),
    status: Type.Union([Type.String(), Type.Null()]),
    started: Type.Boolean(),
    original_file_name: Type.Union([Type.String(), Type.Null()]),
    parent_pages: Type.Array(
      Type.Object({ page: Url, rotation_deg: Type.Integer(), deleted: Type.Optional(Type.Boolean()) }),
    ),
    values: Type.Record(Type.String(), Type.Unknown()),
  })
  const Started = Type.Object({
    parent_annotation: Url,
    children: Type.Array(Child),
    session_timeout: Type.String(),
  })
  const Turn = Type.Object({ rotation_deg: Angle })
  return [
    action(
      'edit_pages',
      'Divide the pages into annotations of their own, or change such parts.',
      EditBody,
      results,
      edit,
    ),
    action(
      'edit_pages/start',
      'Lock the annotation and its parts for the caller.',
      undefined,
      { status: 200, body: Started },
      start,
    ),
    action('edit_pages/cancel', 'Release the annotation and parts without a change.', CancelBody, nothing, cancel),
    action(
      'edit_pages/in_place',
      'Leave out, turn or reorder pages of the annotation itself; it is read anew.',
      InPlaceBody,
      results,
      inPlace,
      can('edit_in_place'),
    ),
    action(
      'edit',
      'Older: one document changes the annotation itself, several divide it.',
      OldBody,
      results,
      old(false),
    ),
    action('split', 'Older: divide the annotation into documents.', OldBody, results, old(true)),
    action('rotate', 'Turn all pages and read the annotation anew.', Turn, nothing, rotate, can('edit_in_place')),
  ]
}
