/** What a hook is sent (filled-gaps 7.4, 7.5, 7.7), made from the objects as the API shows them. */
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { readTree } from '../../domain/annotations/contents.ts'
import { isStatus, STATUSES } from '../../rules/annotation-status.ts'
import { HOOK_EVENTS } from '../../rules/hook-events.ts'
import { resourceAt } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import type { Row, Values } from '../legacy/fields.ts'
import { resolveReferences } from '../legacy/references.ts'
import { objects, sideload } from '../engine/sideload.ts'
import { idFromUrl } from '../engine/urls.ts'
import type { Caller, Request } from '../engine/request.ts'
import { presentContent } from '../annotations/presenter.ts'

const reference = (collection: string) => Type.Optional(Type.String({ 'x-references': collection }))

/** Events whose payloads are made of objects there are; mail is not received yet. */
const EVENTS = Object.keys(HOOK_EVENTS).filter((event) => event !== 'email')

export const PayloadRequest = Type.Object({
  event: Type.String({ enum: EVENTS }),
  action: Type.String(),
  annotation: reference('annotations'),
  previous_status: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  upload: reference('uploads'),
})

const Status = Type.String({ enum: [...STATUSES] })
/** What is needed of which event. */
export const PayloadShape = Type.Union([
  Type.Object({
    event: Type.String({ enum: EVENTS.filter((event) => event.startsWith('annotation_')) }),
    action: Type.String(),
    annotation: Type.String({ 'x-references': 'annotations' }),
    previous_status: Status,
    status: Status,
  }),
  Type.Object({
    event: Type.Literal('upload'),
    action: Type.String(),
    upload: Type.String({ 'x-references': 'uploads' }),
  }),
  Type.Object({
    event: Type.String({ enum: EVENTS.filter((event) => !/^(annotation_|upload$)/.test(event)) }),
    action: Type.String(),
  }),
])

interface Asked {
  event: string
  action: string
  annotation?: string
  previous_status?: string
  status?: string
  upload?: string
}

/** `secrets` are the names only. The token is the request's own, and only sent to hooks that get one. */
export async function generatePayload(request: Request, hook: Row, secrets: string[]): Promise<Values> {
  const asked = request.body as Asked
  if (!HOOK_EVENTS[asked.event]!.includes(asked.action))
    throw invalid({ action: [`"${asked.action}" is not a valid choice.`] })
  const [, token] = /^(?:bearer|token)\s+(\S+)$/i.exec(request.header('Authorization').trim()) ?? []
  return {
    request_id: randomUUID(),
    timestamp: request.deps.clock().toISOString().replace('Z', '000Z'),
    base_url: new URL(request.urls.root).origin,
    ...(hook.token_owner_id && token ? { svc_authorization_token: token } : {}),
    hook: request.urls.of('hooks', hook.id as number),
    settings: hook.settings,
    secrets: Object.fromEntries(secrets.map((name) => [name, '[redacted...]'])),
    event: asked.event,
    action: asked.action,
    ...(asked.event.startsWith('annotation_') ? await annotationPart(asked, hook, request) : {}),
    ...(asked.event === 'upload' ? await uploadPart(asked, request) : {}),
  }
}

/** The id of a required reference. */
async function idOf(collection: string, name: string, url: string | undefined, caller: Caller): Promise<number> {
  if (!url) throw invalid({ [name]: ['This field is required.'] })
  try {
    return (await resolveReferences(collection, [url], caller))[0]!
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    throw invalid({ [name]: [error.message] })
  }
}

async function annotationPart(asked: Asked, hook: Row, caller: Caller): Promise<Values> {
  for (const name of ['status', 'previous_status'] as const) {
    const status = asked[name]
    if (status === undefined) throw invalid({ [name]: ['This field is required.'] })
    if (!isStatus(status)) throw invalid({ [name]: [`"${status}" is not a valid choice.`] })
  }
  const { status, previous_status } = asked
  const id = await idOf('annotations', 'annotation', asked.annotation, caller)
  const row = (await caller.db('annotations').where('id', id).first()) as Row
  const [shown] = (await objects('annotations', [id], caller)) as [Values]
  const [document] = (await objects('documents', [row.document_id as number], caller)) as [Values]
  const { annotations: _, ...ownDocument } = document
  const related = await sideloaded(hook.sideload as string[], row, shown, caller)
  if (asked.event === 'annotation_status')
    return { annotation: { ...shown, status, previous_status }, document: ownDocument, ...related }
  const content = presentContent(id, await readTree(caller.db, id), caller)
  return {
    annotation: { ...shown, status, previous_status, content },
    document: ownDocument,
    updated_datapoints: [],
    ...related,
  }
}

/** The lists the hook asks for, by the keywords that annotations have for their own lists. */
async function sideloaded(keywords: string[], row: Row, shown: Values, caller: Caller): Promise<Values> {
  const annotations = resourceAt('annotations')!
  const known = keywords.filter((keyword) => keyword in annotations.sideloads!)
  const lists: Values = await sideload(annotations, known, { rows: [row], query: {} }, caller)
  if (keywords.includes('related_emails')) {
    const ids = (shown.related_emails as string[]).map((url) => idFromUrl('emails', url)!)
    lists.related_emails = await objects('emails', ids, caller)
  }
  return lists
}

async function uploadPart(asked: Asked, caller: Caller): Promise<Values> {
  const id = await idOf('uploads', 'upload', asked.upload, caller)
  const { db, urls } = caller
  const upload = (await db('uploads').where('id', id).first()) as Row
  const found = (await db('documents')
    .leftJoin('annotations', 'annotations.document_id', 'documents.id')
    .where('documents.upload_id', id)
    .orderBy('documents.id')
    .select('documents.id', { annotation_id: 'annotations.id' })) as { id: number; annotation_id: number | null }[]
  const values = Object.entries(upload.values as Values).map(([name, value]) => ({ id: name, value }))
  return {
    upload: urls.of('uploads', id),
    email: urls.maybe('emails', upload.email_id as number | null),
    metadata: upload.metadata,
    documents: await objects(
      'documents',
      found.map((document) => document.id),
      caller,
    ),
    files: found.map((document) => ({
      document: urls.of('documents', document.id),
      prevent_importing: false,
      values,
      queue: urls.of('queues', upload.queue_id as number),
      annotation: urls.maybe('annotations', document.annotation_id),
    })),
  }
}
