/** Splits an annotation into parts: each part gets a document and an annotation of its own, and the parent moves to `split`. */
import type { Knex } from 'knex'
import type { Deps } from '../../../deps.ts'
import { conflictStatus, invalid, notFound } from '../../../errors.ts'
import type { Id } from '../../../rules/access/ids.ts'
import { mayMove } from '../../../rules/annotations/status.ts'
import { durationColumns, type ProcessingDuration } from '../review/review.ts'
import { statusChanged, writeEvents } from '../../outbox/events.ts'
import { storeThen } from '../../documents/stored-file.ts'
import { lockQueue } from '../create.ts'
import type { ContentChoice } from '../content/former.ts'
import { loadPagedDocument, makeFiles, partName, type PartFile } from './edit-documents.ts'
import { putInPlace } from './edit-in-place.ts'
import { insertPartDocument, isAdmin, refuseLost } from './edit-rows.ts'
import { isGone, partsOf, type DataSource, type EditPart, type EditResult, type StoredPart } from './edit-parts.ts'
import { samePages, shownPages } from '../../../rules/pages/parts.ts'
import { checkSession, endSession, keepSession, release } from './edit-session.ts'
import { lockAnnotations, type LockedAnnotation } from '../status/lock.ts'
import { moveLocked, type Mover } from '../status/move.ts'
import { moveToQueue } from '../move-to-queue.ts'
import { statusConflict } from '../status/conflict.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { Annotation, PageEdit, type RowOf } from '../../../models/index.ts'
import { Relation, type RelationAnnotation } from '../../../models/tables.ts'

export interface EditRequest {
  parent_id: number
  edit: EditPart[]
  delete: number[]
  move: { annotation_id: number; queue_id: number }[]
  stop_reviewing: number[]
  stop_parent: boolean
  /** What happens to the values of parts whose pages change; by default all are read again. */
  content?: ContentChoice | undefined
  data_source: DataSource | null
  processing_duration: ProcessingDuration | null
  request_id: string | null
}

/** Limit for all parts of a request. */
const MAX_PAGES = 2000

/** A part and its planned change; `kept` means that its pages are unchanged. */
interface Planned extends EditPart {
  stored: StoredPart | null
  kept: boolean
}

/**
 * Applies all changes of a request, or none. Returns one result for each part that has pages. Rejects with 409 `conflict_status` if the
 * status of the parent or of a named part does not allow it, or if another user is working on them. Rejects with 400 if the pages cannot be
 * extracted from the document.
 */
export async function editPages(deps: Deps, who: Mover, request: EditRequest): Promise<EditResult[]> {
  const stored = await partsOf(deps.db, request.parent_id)
  const plan = planParts(request, stored)
  await refuseEarly(deps.db, who, request.parent_id)
  refuseSize(plan, stored)
  const made = plan.filter((part) => !part.kept && shownPages(part.pages).length > 0)
  const document = made.length ? await loadPagedDocument(deps.db, request.parent_id) : null
  const names = await namesOf(deps.db, request.parent_id, document?.original_file_name ?? '', plan)
  const files = document
    ? await makeFiles(
        deps,
        document,
        made.map((part) => ({ pages: part.pages, name: names.get(part)! })),
      )
    : []
  return storeThen(deps, files, async (tx) => {
    const ids = [request.parent_id, ...[...request.delete, ...request.stop_reviewing].concat(named(request))]
    const parent = (await lockAnnotations(tx, [...new Set(ids)])).find(({ id }) => id === request.parent_id)
    if (!parent) throw notFound('Annotation')
    await checkSession(tx, parent, who)
    // The files were created for the parts as they were before the lock.
    if (stateOf(await partsOf(tx, request.parent_id)) !== stateOf(stored))
      throw conflictStatus('The parts of the annotation have been changed in the meantime.')
    if (document && parent.document_id !== document.id) refuseLost()
    const work = new Work(tx, deps, who, request, parent)
    const results = await work.make(plan, made, files)
    await work.settle()
    return results
  })
}

const named = ({ edit, move }: EditRequest): number[] => [
  ...edit.flatMap(({ annotation_id }) => annotation_id ?? []),
  ...move.map(({ annotation_id }) => annotation_id),
]

const planParts = ({ edit }: EditRequest, stored: StoredPart[]): Planned[] =>
  edit.map((part) => {
    const known = stored.find(({ annotation_id }) => annotation_id !== null && annotation_id === part.annotation_id)
    return { ...part, stored: known ?? null, kept: known !== undefined && samePages(known.pages, part.pages) }
  })

/** Returns the part of the state that determines the files. Imports in progress do not affect it. */
const stateOf = (stored: StoredPart[]): string =>
  JSON.stringify(stored.map(({ id, annotation_id, pages }) => [id, annotation_id, pages]))

/**
 * Throws unless at least one part has a page (or the whole document is deleted) and the number of pages is within the limit. A page may
 * occur in several parts.
 */
function refuseSize(plan: Planned[], stored: StoredPart[]): void {
  const pages = plan.reduce((sum, part) => sum + shownPages(part.pages).length, 0)
  if (pages > MAX_PAGES) throw invalid({ edit: [`At most ${MAX_PAGES} pages are allowed in one request.`] })
  const changed = new Set(plan.map(({ annotation_id }) => annotation_id))
  const isLeft = stored.some((part) => !isGone(part) && !changed.has(part.annotation_id))
  if (plan.length > 0 && !isLeft && !plan.some(({ pages }) => shownPages(pages).length > 0))
    throw invalid({ edit: ['At least one part needs a page.'] })
}

/** Checks the status before files are created; it is checked again under the lock. */
async function refuseEarly(db: Knex, who: Mover, parent_id: number): Promise<void> {
  const parent = await db('annotations').where('id', parent_id).first('id', 'status', 'modifier_id')
  if (!parent) throw notFound('Annotation')
  const answer = mayMove(parent.status, 'edit_pages', { caller: who.user_id, modifier: parent.modifier_id })
  if (!answer.allowed) throw await statusConflict(db, answer.reason, parent, who.user_id)
}

/** Numbers new parts after the existing ones. A changed part keeps its name. */
async function namesOf(db: Knex, parent_id: number, original: string, plan: Planned[]): Promise<Map<Planned, string>> {
  const ids = plan.flatMap(({ annotation_id }) => annotation_id ?? [])
  const current = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .whereIn('a.id', ids)
    .select<{ id: number; name: string }[]>('a.id', 'd.original_file_name as name')
  let count = await PageEdit.query(db).where({ parent_id }).whereNotNull('annotation_id').resultSize()
  return new Map(
    plan.map((part) => {
      const own = current.find(({ id }) => id === part.annotation_id)?.name
      const isMade = !own && shownPages(part.pages).length > 0
      return [part, part.name ?? own ?? partName(original, isMade ? ++count : count)]
    }),
  )
}

type NewChild = Pick<RowOf<Annotation>, 'id' | 'organization_id' | 'queue_id' | 'upload_id'>

/** One edit, inside its transaction. */
class Work {
  readonly #tx: Tx
  readonly #deps: Deps
  readonly #who: Mover
  readonly #request: EditRequest
  readonly #parent: LockedAnnotation

  constructor(tx: Tx, deps: Deps, who: Mover, request: EditRequest, parent: LockedAnnotation) {
    this.#tx = tx
    this.#deps = deps
    this.#who = who
    this.#request = request
    this.#parent = parent
  }

  /** Processes the parts in order; returns those that have pages. */
  async make(plan: Planned[], made: Planned[], files: PartFile[]): Promise<EditResult[]> {
    const results: EditResult[] = []
    for (const part of plan) {
      const file = files[made.indexOf(part)]
      if (part.annotation_id === null) {
        if (file) results.push(await this.#insertChild(part, file))
        else await this.#keepPart(part, null)
      } else if (!file && !part.kept) {
        await this.#delete(part.annotation_id)
      } else {
        results.push(await this.#changeChild(part, part.annotation_id, file))
      }
    }
    return results
  }

  /** Applies the rest of the request and moves the parent. */
  async settle(): Promise<void> {
    const { move, stop_reviewing, request_id } = this.#request
    const tx = this.#tx
    for (const { annotation_id, queue_id } of move) await this.#moveTo(annotation_id, queue_id)
    for (const id of this.#request.delete) await this.#delete(id)
    // Parts that were changed or deleted above are no longer in review.
    for (const row of await lockAnnotations(tx, stop_reviewing)) await release(tx, this.#who, row, request_id)
    await this.#settleParent()
  }

  async #settleParent(): Promise<void> {
    const { edit, stop_parent, processing_duration, request_id } = this.#request
    const [tx, who, parent] = [this.#tx, this.#who, this.#parent]
    const changes = durationColumns(processing_duration ?? {})
    if (edit.length > 0) {
      await moveLocked(tx, who, parent, 'edit_pages', { changes, request_id })
      await tx('suggested_edits').where({ annotation_id: parent.id }).delete()
    } else if (Object.keys(changes).length > 0) await tx('annotations').where('id', parent.id).update(changes)
    const isSplit = edit.length > 0 || parent.status === 'split'
    if (stop_parent) {
      await endSession(tx, parent.id)
      if (!isSplit) await release(tx, who, parent, request_id)
    } else if (isSplit && parent.status === 'reviewing') await keepSession(tx, who, parent)
  }

  async #insertChild(part: Planned, file: PartFile): Promise<EditResult> {
    const [tx, who, parent] = [this.#tx, this.#who, this.#parent]
    const queue = await lockQueue(tx, part.queue_id ?? parent.queue_id)
    const document_id = await insertPartDocument(tx, who, parent, file, part.metadata.document)
    const { rows } = await tx.raw<{ rows: NewChild[] }>(
      `insert into annotations (organization_id, queue_id, schema_id, document_id, upload_id, email_id, email_thread_id,
         status, creator_id, modified_by, arrived_at, restricted_access, training_enabled, metadata, "values")
       select p.organization_id, q.id, q.schema_id, ?, p.upload_id, p.email_id, p.email_thread_id,
         'importing', ?, ?, p.arrived_at, p.restricted_access, q.training_enabled, ?, p."values" || ?
       from annotations p, queues q where p.id = ? and q.id = ?
       returning id, organization_id, queue_id, upload_id`,
      [
        document_id,
        who.user_id,
        who.user_id,
        JSON.stringify(part.metadata.annotation ?? {}),
        JSON.stringify(part.values),
        parent.id,
        queue.id,
      ],
    )
    const child = rows[0]!
    const by = { actor_id: who.user_id, request_id: this.#request.request_id }
    await writeEvents(tx, [statusChanged(child, { from: null, to: 'importing', edited_from: parent.id }, by)])
    await this.#keepPart(part, child.id)
    await relateChild(tx, parent, child.id)
    return { annotation_id: child.id, document_id }
  }

  /** Updates an existing part: changed pages are extracted again, unchanged pages keep their values. */
  async #changeChild(part: Planned, id: number, file: PartFile | undefined): Promise<EditResult> {
    const tx = this.#tx
    if (part.queue_id !== null) await this.#moveTo(id, part.queue_id)
    if (file) {
      const document_id = await putInPlace(tx, this.#who, {
        id,
        trigger: 'edit_single',
        file,
        metadata: part.metadata,
        values: part.values,
        content: this.#request.content,
        turned: null,
        request_id: this.#request.request_id,
      })
      await tx('page_edits')
        .where({ annotation_id: id })
        .update({ pages: JSON.stringify(part.pages) })
      return { annotation_id: id, document_id }
    }
    const { annotation, document } = part.metadata
    const { document_id } = await Annotation.query(tx).findById(id).throwIfNotFound()
    if (annotation)
      await tx('annotations')
        .where({ id })
        .update({ metadata: JSON.stringify(annotation) })
    if (document)
      await tx('documents')
        .where('id', document_id)
        .update({ metadata: JSON.stringify(document) })
    if (part.name !== null) await tx('documents').where('id', document_id).update({ original_file_name: part.name })
    await tx('page_edits')
      .where({ annotation_id: id })
      .update({ pages: JSON.stringify(part.pages) })
    return { annotation_id: id, document_id }
  }

  async #delete(id: number): Promise<void> {
    const [row] = await lockAnnotations(this.#tx, [id])
    const { request_id } = this.#request
    if (row) await moveLocked(this.#tx, this.#who, row, 'delete', { request_id })
  }

  async #moveTo(id: number, queue_id: number): Promise<void> {
    await moveToQueue(this.#tx, this.#deps.blobs, { ...this.#who, admin: isAdmin(this.#who) }, id, queue_id)
  }

  async #keepPart(part: EditPart, annotation_id: number | null): Promise<void> {
    await this.#tx('page_edits').insert({
      organization_id: this.#parent.organization_id,
      parent_id: this.#parent.id,
      annotation_id,
      pages: JSON.stringify(part.pages),
      data_source: this.#request.data_source,
    })
  }
}

/**
 * Adds the annotation to the parent's only relation of type `edit`, which the first part creates. The lock on the parent prevents a second
 * one.
 */
async function relateChild(tx: Tx, parent: LockedAnnotation, annotation_id: Id<'annotations'>): Promise<void> {
  const relation = { organization_id: parent.organization_id, type: 'edit' as const, parent_id: parent.id }
  const found = await Relation.query(tx).where(relation).orderBy('id').first()
  const { id } = found ?? (await Relation.query(tx).insert(relation))
  await tx<RowOf<RelationAnnotation>>('relation_annotations').insert({ relation_id: id, annotation_id })
}
