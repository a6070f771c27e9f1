/** Builds payloads of hooks from objects as the API presents them to the caller. */
import { readTree } from '../../domain/annotations/content/contents.ts'
import { contentSchema } from '../../domain/annotations/content/schema-of.ts'
import type { Particulars } from '../../domain/hooks/delivery/payload.ts'
import { filesOfEmail } from '../../domain/mail/email-hooks.ts'
import { Annotation, Document, Email, EmailDocument, Upload, type Hook, type RowOf } from '../../models/index.ts'
import type { Facts } from '../../rules/hooks/call.ts'
import { withoutNulls } from '../../rules/schema/defaults.ts'
import { presentContent } from '../annotations/presenter.ts'
import type { Values } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import type { Caller } from '../framework/request.ts'
import { objects, sideload } from '../framework/sideload.ts'
import { idFromUrl } from '../framework/urls.ts'

/** An event, with the objects it concerns. */
export interface Occasion {
  event: string
  action: string
  annotation_id?: number | null
  upload_id?: number | null
  email_id?: number | null
  facts: Facts
}

interface Circumstances extends Particulars {
  /** Id of the call; all attempts have the same. */
  request_id: string
}

/** Returns the payload of an event, limited to what the caller sees; null if the object of the event does not exist. */
export async function payloadOf(
  caller: Caller,
  hook: RowOf<Hook>,
  occasion: Occasion,
  { request_id, at, token, secrets, updated_datapoints }: Circumstances,
): Promise<Values | null> {
  const { event, action, annotation_id, upload_id, email_id, facts } = occasion
  const parts: (Values | null)[] = [
    event.startsWith('annotation_')
      ? await annotationPart(annotation_id ?? 0, occasion, updated_datapoints, hook, caller)
      : {},
    event === 'upload' ? await uploadPart(upload_id ?? 0, caller) : {},
    event === 'email' ? await emailPart(email_id ?? 0, caller) : {},
  ]
  if (parts.includes(null)) return null
  return {
    ...facts.added,
    request_id,
    // Clients expect microseconds.
    timestamp: at.toISOString().replace('Z', '000Z'),
    base_url: new URL(caller.urls.root).origin,
    ...(hook.token_owner_id && token ? tokenKeys(token, caller) : {}),
    hook: caller.urls.of('hooks', hook.id),
    settings: hook.settings,
    secrets,
    event,
    action,
    ...Object.assign({}, ...parts),
  }
}

/** The key of the access token; with COMPAT_VENDOR_NAMES also the key that existing extensions read. */
const tokenKeys = (token: string, { config }: Caller): Values => ({
  svc_authorization_token: token,
  ...(config.compat.vendorNames ? { rossum_authorization_token: token } : {}),
})

async function annotationPart(
  id: number,
  { event, facts: { status, previous_status } }: Occasion,
  updated_datapoints: readonly number[],
  hook: RowOf<Hook>,
  caller: Caller,
): Promise<Values | null> {
  const row = await Annotation.query(caller.db).findById(id)
  const [shown] = row ? await objects('annotations', [id], caller) : []
  if (!row || !shown) return null
  const [{ annotations: _, ...document } = {}] = await objects('documents', [row.document_id], caller)
  const related = await sideloaded(hook.sideload, row, shown, caller)
  const annotation = { ...shown, ...(status ? { status } : {}), previous_status: previous_status ?? null }
  if (event === 'annotation_status') return { annotation, document, ...related }
  const content = presentContent(id, await readTree(caller.db, id), caller)
  return { annotation: { ...annotation, content }, document, updated_datapoints, ...related }
}

/** Returns the lists in the hook's `sideload`, which are sideloads of annotations. */
async function sideloaded(
  keywords: readonly string[],
  row: Annotation,
  { related_emails }: Values,
  caller: Caller,
): Promise<Values> {
  const annotations = resourceAt('annotations')
  const known = keywords.filter((keyword) => keyword in annotations.sideloads)
  const lists: Values = await sideload(annotations, known, { rows: [{ ...row }], query: {} }, caller)
  if (keywords.includes('related_emails')) {
    const ids = [related_emails ?? []].flat().flatMap((url) => idFromUrl('emails', url) ?? [])
    lists.related_emails = await objects('emails', ids, caller)
  }
  return lists.schemas ? { ...lists, schemas: await inVersion(lists.schemas as Values[], row.id, caller) } : lists
}

/** Shows the schema as it was for the content of the annotation: a receiver reads the content of finished documents with it. */
async function inVersion(schemas: readonly Values[], annotation_id: number, { db }: Caller): Promise<Values[]> {
  const { version, content } = await contentSchema(db, annotation_id)
  return schemas.map((schema) => (version === null ? schema : { ...schema, content: withoutNulls(content) }))
}

async function uploadPart(id: number, caller: Caller): Promise<Values | null> {
  const { db, urls } = caller
  const row = await Upload.query(db).findById(id)
  if (!row) return null
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

const HEADERS = ['from', 'to', 'reply-to', 'subject', 'message-id', 'date', 'authentication-results'] as const

async function emailPart(id: number, caller: Caller): Promise<Values | null> {
  const { db, urls } = caller
  const email = await Email.query(db).findById(id)
  if (!email) return null
  const files = await filesOfEmail(db, id)
  const links = await EmailDocument.query(db).where('email_id', id).withGraphFetched('document')
  const linkOf = new Map(links.map((link) => [link.document_id, link]))
  return {
    email: urls.of('emails', id),
    queue: urls.of('queues', email.queue_id),
    headers: Object.fromEntries(HEADERS.map((name) => [name, email.headers[name] ?? ''])),
    body: { body_text_plain: email.body_text_plain, body_text_html: email.body_text_html },
    files: files.flatMap(({ number, document_id }) => {
      const { document, n_pages = null, height_px = null, width_px = null } = linkOf.get(document_id) ?? {}
      if (!document) return []
      const { original_file_name: filename, mime_type } = document
      return [
        { id: number, filename, mime_type, n_pages, height_px, width_px, document: urls.of('documents', document_id) },
      ]
    }),
  }
}
