/** Builds payloads of hooks from objects as the API presents them to the caller. */
import { randomUUID } from 'node:crypto'
import { readTree } from '../../domain/annotations/contents.ts'
import { invalid } from '../../errors.ts'
import { Annotation, Document, Upload, type Hook, type RowOf } from '../../models/index.ts'
import { isStatus } from '../../rules/annotation-status.ts'
import { HOOK_EVENTS } from '../../rules/hook-events.ts'
import { presentContent } from '../annotations/presenter.ts'
import type { Values } from '../engine/fields.ts'
import { resourceAt } from '../engine/registry.ts'
import { referencesIn } from '../engine/relations.ts'
import type { Caller } from '../engine/request.ts'
import { objects, sideload } from '../engine/sideload.ts'
import { idFromUrl } from '../engine/urls.ts'

/** An event, with the objects it concerns as URLs. */
export interface Occasion {
  event: string
  action: string
  annotation?: string
  previous_status?: string
  status?: string
  upload?: string
}

interface Circumstances {
  at: Date
  /** Access token for hooks that have a token owner. */
  token?: string | undefined
  secrets: Record<string, string>
}

/** Returns the payload of an event, limited to what the caller sees. Throws `invalid` if a property of the event is missing. */
export async function payloadOf(
  caller: Caller,
  hook: RowOf<Hook>,
  occasion: Occasion,
  { at, token, secrets }: Circumstances,
): Promise<Values> {
  const { event, action } = occasion
  if (!HOOK_EVENTS[event]?.includes(action)) throw invalid({ action: [`"${action}" is not a valid choice.`] })
  return {
    request_id: randomUUID(),
    // Clients expect microseconds.
    timestamp: at.toISOString().replace('Z', '000Z'),
    base_url: new URL(caller.urls.root).origin,
    ...(hook.token_owner_id && token ? { svc_authorization_token: token } : {}),
    hook: caller.urls.of('hooks', hook.id),
    settings: hook.settings,
    secrets,
    event,
    action,
    ...(event.startsWith('annotation_') ? await annotationPart(occasion, hook, caller) : {}),
    ...(event === 'upload' ? await uploadPart(occasion, caller) : {}),
  }
}

/** Returns the id of a required reference. */
async function idOf(name: string, collection: string, url: string | undefined, caller: Caller): Promise<number> {
  const [id] = await referencesIn(collection, url || [], [name], caller)
  if (id === undefined) throw invalid({ [name]: ['This field is required.'] })
  return id
}

function demandStatus(name: string, status: string | undefined): void {
  if (status === undefined) throw invalid({ [name]: ['This field is required.'] })
  if (!isStatus(status)) throw invalid({ [name]: [`"${status}" is not a valid choice.`] })
}

async function annotationPart(occasion: Occasion, hook: RowOf<Hook>, caller: Caller): Promise<Values> {
  const { event, status, previous_status } = occasion
  demandStatus('status', status)
  demandStatus('previous_status', previous_status)
  const id = await idOf('annotation', 'annotations', occasion.annotation, caller)
  const row = await Annotation.query(caller.db).findById(id).throwIfNotFound()
  const [shown] = await objects('annotations', [id], caller)
  const [{ annotations: _, ...document } = {}] = await objects('documents', [row.document_id], caller)
  const related = await sideloaded(hook.sideload, row, shown ?? {}, caller)
  const annotation = { ...shown, status, previous_status }
  if (event === 'annotation_status') return { annotation, document, ...related }
  const content = presentContent(id, await readTree(caller.db, id), caller)
  return { annotation: { ...annotation, content }, document, updated_datapoints: [], ...related }
}

/** Returns the lists in the hook's `sideload`, which are sideloads of annotations. */
async function sideloaded(
  keywords: readonly string[],
  row: Annotation,
  { related_emails }: Values,
  caller: Caller,
): Promise<Values> {
  const annotations = resourceAt('annotations')!
  const known = keywords.filter((keyword) => keyword in annotations.sideloads)
  const lists: Values = await sideload(annotations, known, { rows: [{ ...row }], query: {} }, caller)
  if (keywords.includes('related_emails')) {
    const ids = [related_emails ?? []].flat().flatMap((url) => idFromUrl('emails', url) ?? [])
    lists.related_emails = await objects('emails', ids, caller)
  }
  return lists
}

async function uploadPart({ upload }: Occasion, caller: Caller): Promise<Values> {
  const { db, urls } = caller
  const id = await idOf('upload', 'uploads', upload, caller)
  const row = await Upload.query(db).findById(id).throwIfNotFound()
  const documents = await Document.query(db).where('upload_id', id).orderBy('id').withGraphFetched('annotations')
  const values = Object.entries(row.values).map(([name, value]) => ({ id: name, value }))
  const fileOf = (document_id: number, annotation_id: number | null) => ({
    document: urls.of('documents', document_id),
    prevent_importing: false,
    values,
    queue: urls.of('queues', row.queue_id),
    annotation: urls.maybe('annotations', annotation_id),
  })
  return {
    upload: urls.of('uploads', id),
    email: urls.maybe('emails', row.email_id),
    metadata: row.metadata,
    documents: await objects(
      'documents',
      documents.map((document) => document.id),
      caller,
    ),
    files: documents.flatMap(({ id: document_id, annotations = [] }) =>
      annotations.length
        ? annotations.map((annotation) => fileOf(document_id, annotation.id))
        : [fileOf(document_id, null)],
    ),
  }
}
