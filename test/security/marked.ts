/** Documents with a marker in every place where a user's text about a document can be, and a search for it in everything stored. */
import { randomBytes } from 'node:crypto'
import type { Deps } from '../../src/deps.ts'
import { emailKey } from '../../src/domain/mail/emails.ts'
import { storeExtraction } from '../../src/domain/intake/stored-extraction.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, type Tenant } from '../support/factories.ts'
import type { TestServer } from '../support/server.ts'

export interface Marked {
  marker: string
  annotation_id: number
  document_id: number
  s3_name: string
  key: string
}

/** What a reader returns for a document with this word. */
export const readingOf = (marker: string): Parameters<typeof storeExtraction>[2] => {
  const page = { number: 1, width: 10, height: 10, source: 'text', lines: [] }
  const words = [{ text: marker, box: [0, 0, 1, 1], confidence: 1 }]
  return {
    document: { reader: 'pdf', pageCount: 1, pages: [{ ...page, words }] },
    extraction: { engine: { name: 'e', version: '1' }, fields: { note: { value: marker } }, pages: [], pageCount: 1 },
  } as unknown as Parameters<typeof storeExtraction>[2]
}

/** Creates an annotation with its upload, emails, logs, and all other rows and blobs that may repeat its texts. */
export async function aMarkedAnnotation(
  { deps, root }: TestServer,
  tenant: Tenant,
  queue: { queue_id: number; schema_id: number },
): Promise<Marked> {
  const { db, blobs } = deps
  const { organization_id, user_id } = tenant
  const { queue_id } = queue
  // Letters only, so that it is one word for the search.
  const marker = `zq${[...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
  const said = { said: marker }
  const json = JSON.stringify(said)
  const one = async (table: string, row: object) =>
    ((await db(table).insert(row).returning('id')) as { id: number }[])[0]!.id
  const client = as(root, tenant.token)

  const upload_id = await one('uploads', {
    organization_id,
    queue_id,
    values: json,
    metadata: json,
    finished_at: new Date(),
  })
  const expires_at = new Date(Date.now() + 3_600_000)
  await one('tasks', { organization_id, type: 'upload_created', upload_id, detail: marker, expires_at })
  const { annotation_id, document_id } = await anAnnotation(db, tenant, {
    ...queue,
    upload_id,
    metadata: json,
    values: json,
    content_data: JSON.stringify([said]),
    messages: JSON.stringify([{ id: 'all', type: 'info', content: marker }]),
    prediction: json,
    rir_poll_id: marker,
  })
  const of = { organization_id, annotation_id }
  await db('annotation_contents')
    .where({ annotation_id })
    .update({ tree: JSON.stringify([said]), fields: JSON.stringify({ note: [{ string: marker }] }) })
  await db('annotation_identities')
    .where({ annotation_id })
    .update({ printed_number: marker, suppliers: [`name:${marker}`] })
  await db('documents')
    .where('id', document_id)
    .update({ upload_id, original_file_name: `${marker}.pdf`, metadata: json })
  const { s3_name } = (await db('documents').where('id', document_id).first('s3_name')) as { s3_name: string }
  await one('pages', { ...of, document_id, number: 1, s3_name: `pages/${s3_name}/1`, metadata: json })
  await storeExtraction(deps, { id: annotation_id, document_id, s3_name }, readingOf(marker))
  for (const blob of [documentKey(s3_name), `pages/${s3_name}/1`, `pages/${s3_name}/1.300`])
    await blobs.put(blob, Buffer.from(marker))
  await one('automation_blockers', { ...of, content: JSON.stringify([said]) })
  await one('suggested_edits', { ...of, documents: JSON.stringify([said]) })
  await one('relations', { organization_id, type: 'attachment', key: marker, parent_id: annotation_id })

  // The archive in which the document was sent.
  const archive = await aDocument(db, tenant, { upload_id, original_file_name: `${marker}.zip`, metadata: json })
  await db('documents').where('id', document_id).update({ parent_id: archive })
  const packed = (await db('documents').where('id', archive).first('s3_name')) as { s3_name: string }
  await blobs.put(documentKey(packed.s3_name), Buffer.from(marker))

  // Documents that exist for the annotation only: an export, and a file that was replaced when pages were edited.
  for (const kind of ['export', 'replaced']) {
    const id = await aDocument(db, tenant, { original_file_name: `${marker}.xml`, metadata: json })
    const row = (await db('documents').where({ id }).first('s3_name')) as { s3_name: string }
    await blobs.put(documentKey(row.s3_name), Buffer.from(marker))
    if (kind === 'replaced') await db('documents').where({ id }).update({ replaced_in: annotation_id })
    else {
      const document_relation_id = await one('document_relations', { ...of, key: marker })
      await db('document_relation_documents').insert({ document_relation_id, document_id: id })
    }
  }

  const workflow_id = await one('workflows', { organization_id, name: 'w' })
  const workflow_run_id = await one('workflow_runs', { ...of, workflow_id, workflow_status: 'rejected' })
  await one('workflow_activities', { ...of, workflow_run_id, workflow_id, action: 'rejected', note: marker })
  await one('rule_executions', {
    ...of,
    rule_id: 1,
    rule_name: 'r',
    queue_id,
    trigger_event: 'annotation_imported',
    execution_result: 'success',
    trigger_condition_values: json,
    actions: JSON.stringify([said]),
  })
  await one('value_changes', { ...of, node_id: 1, schema_id: 'note', before: marker, after: marker, origin: 'user' })
  const hook_id = await one('hooks', { organization_id, type: 'webhook', name: 'h' })
  const call = {
    ...of,
    hook_id,
    queue_id,
    event: 'e',
    action: 'a',
    status: 'completed',
    request_id: db.raw('gen_random_uuid()'),
  }
  const hook_run = await one('hook_runs', call)
  const { uuid } = (await db('hook_runs').where('id', hook_run).first('uuid')) as { uuid: string }
  await one('hook_logs', {
    ...call,
    uuid,
    hook_type: 'webhook',
    log_level: 'INFO',
    request: marker,
    response: marker,
    output: marker,
  })

  const { id: email_thread_id } = (
    (await db('email_threads')
      .insert({ organization_id, queue_id, subject: marker, from_name: marker })
      .returning('id')) as { id: number }[]
  )[0]!
  for (const type of ['incoming', 'outgoing']) {
    const name = randomBytes(16).toString('hex')
    const email_id = await one('emails', {
      organization_id,
      queue_id,
      email_thread_id,
      type,
      subject: marker,
      message_id: marker,
      from_name: type === 'incoming' ? marker : 'Acme',
      to: JSON.stringify([{ name: marker }]),
      body_text_plain: marker,
      body_text_html: marker,
      metadata: json,
      s3_name: name,
    })
    await blobs.put(emailKey(name), Buffer.from(marker))
    if (type === 'incoming') {
      await db('incoming_messages').insert({
        email_id,
        organization_id,
        queue_id,
        source: 'smtp',
        state: 'finished',
        size: 1,
        finished_at: new Date(),
        envelope: JSON.stringify({ from: marker }),
        metadata: json,
        values: json,
      })
    }
    if (type === 'incoming') await db('email_documents').insert({ email_id, document_id })
    else await db('email_related_annotations').insert({ email_id, annotation_id })
  }
  const document_ids = [document_id]
  await one('document_downloads', {
    organization_id,
    document_ids,
    type: 'document',
    zip: true,
    file_name: marker,
    expires_at,
  })
  await one('events', {
    organization_id,
    queue_id,
    upload_id,
    kind: 'archive.failed',
    data: JSON.stringify({ reason: marker }),
  })
  const path = `/api/v1/uploads/${marker}.pdf`
  await one('audit_logs', {
    organization_id,
    object_type: 'document',
    object_id: document_id,
    action: 'create',
    content: { path },
  })

  const annotation = `${root}/annotations/${annotation_id}`
  const assignees = [`${root}/users/${user_id}`]
  const assigned = await client.post('/annotations/assign', { annotations: [annotation], assignees, note: marker })
  const key = `note-${marker.slice(2, 6)}-${annotation_id}`
  const noted = await client.post('/notes', { annotation, content: marker, metadata: said }, { 'Idempotency-Key': key })
  if (assigned.status !== 204 || noted.status !== 201) throw new Error(JSON.stringify([assigned.body, noted.body]))
  return { marker, annotation_id, document_id, s3_name, key }
}

/** Returns the tables with a row, and the kinds of blobs, that contain the marker, as text or as bytes. */
export async function placesOf({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, marker: string): Promise<string[]> {
  const tables: string[] = await db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    // Partitions are read with their table.
    .whereRaw(`table_name !~ '^value_changes_'`)
    .orderBy('table_name')
    .pluck('table_name')
  const found: string[] = []
  for (const table of tables) {
    const hex = Buffer.from(marker).toString('hex')
    const row = await db.raw<{ rows: unknown[] }>('select 1 from ?? as t where t::text ilike any(?) limit 1', [
      table,
      [`%${marker}%`, `%${hex}%`],
    ])
    if (row.rows.length > 0) found.push(table)
  }
  for await (const key of blobs.list(''))
    if ((await blobs.get(key)).includes(marker)) found.push(`blob ${key.split('/')[0]!}`)
  return [...new Set(found)]
}
