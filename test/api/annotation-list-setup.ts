/** Annotations in every state and their names, for the tests of `GET /v1/annotations`. */
import { beforeAll, expect } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

/** An organization with one annotation. */
export let other: Tenant
/** A user with access to the first queue only. */
export let annotator: { user_id: number; client: Client }
/** Annotations by name; `old` and `far` are in the second queue, which the annotator cannot access. */
export const created: Record<'plain' | 'held' | 'done' | 'old' | 'far', number> = {
  plain: 0,
  held: 0,
  done: 0,
  old: 0,
  far: 0,
}
/** A queue of another workspace, which the annotator cannot access. */
export let second: { queue_id: number; schema_id: number }
/** The workspace of the second queue. */
export let workspace_id: number
/** The label of `plain`. */
export let label_id: number
const ids = (body: { results: { id: number }[] }) => body.results.map((row) => row.id)

/** Starts the server for the tests of a file and creates the annotations. */
export function useAnnotationList(): void {
  useTenantServer()
  beforeAll(async () => {
    const { db } = server.deps
    other = await aTenant(db)
    const person = await aPerson(db, tenant, 'annotator')
    annotator = { user_id: person.user_id, client: as(server.root, person.token) }
    await db('users').where('id', annotator.user_id).update({ email: 'pat.smith@example.org' })
    second = await aQueue(db, tenant)
    workspace_id = (
      await admin.post('/workspaces', { name: 'Second', organization: url('organizations', tenant.organization_id) })
    ).body.id
    await db('queues').where('id', second.queue_id).update({ workspace_id })
    const make = async (name: keyof typeof created, columns: object) => {
      const { annotation_id, document_id } = await anAnnotation(db, tenant, {
        arrived_at: '2026-03-01T00:00:00Z',
        ...columns,
      })
      created[name] = annotation_id
      await db('documents')
        .where('id', document_id)
        .update({ original_file_name: `${name}-file.pdf` })
    }
    const at = (day: string) => `2026-02-${day}T10:00:00Z`
    await make('plain', { arrived_at: at('01') })
    await make('held', {
      status: 'reviewing',
      modifier_id: annotator.user_id,
      modified_by: annotator.user_id,
      assigned_at: at('02'),
    })
    await make('done', {
      status: 'exported',
      automated: true,
      modifier_id: tenant.user_id,
      confirmed_by: tenant.user_id,
      confirmed_at: at('03'),
      exported_by: annotator.user_id,
      exported_at: at('04'),
      export_failed_at: at('05'),
      messages: JSON.stringify([{ id: 'all', type: 'error', content: 'Zeppelin rejected' }]),
    })
    await make('old', {
      ...second,
      status: 'purged',
      deleted_by: annotator.user_id,
      deleted_at: at('06'),
      purged_by: tenant.user_id,
      purged_at: at('07'),
      created_at: '2025-01-01T00:00:00Z',
      modified_at: '2025-01-02T00:00:00Z',
    })
    await make('far', {
      ...second,
      status: 'rejected',
      rejected_by: tenant.user_id,
      rejected_at: at('08'),
      restricted_access: true,
    })
    await anAnnotation(db, other)
    label_id = (await admin.post('/labels', { name: 'urgent' })).body.id
    await db('annotation_labels').insert({ annotation_id: created.plain, label_id })
    await db('annotation_assignees').insert({ annotation_id: created.held, user_id: annotator.user_id })
    const [relation] = await db('relations')
      .insert({ organization_id: tenant.organization_id, type: 'edit', key: 'k1', parent_id: created.old })
      .returning('id')
    await db('relation_annotations').insert({ relation_id: relation.id, annotation_id: created.plain })
    await db('pages').insert({
      organization_id: tenant.organization_id,
      annotation_id: created.plain,
      document_id: (await db('annotations').where('id', created.plain).first('document_id')).document_id,
      number: 1,
      s3_name: 'list-page',
    })
    await db('automation_blockers').insert({
      organization_id: tenant.organization_id,
      annotation_id: created.plain,
      content: JSON.stringify([{ level: 'annotation', type: 'automation_disabled' }]),
    })
    const written = await admin.patch(`/annotations/${created.plain}/content`, {
      content: [{ schema_id: 'document_id', content: { value: 'RE-2026/77 Überweisung' } }],
    })
    expect(written.status).toBe(200)
  })
}

/** Returns the names of the annotations of a page. */
export const names = (body: { results: { id: number }[] }) =>
  ids(body).map((id) => Object.entries(created).find(([, known]) => known === id)?.[0] ?? 'unknown')
/** Lists annotations with a query, expects one complete page, and returns their names. */
export const found = async (query: string, client = admin) => {
  const answer = await client.get(`/annotations?${query}`)
  expect(answer.status, `${query}: ${JSON.stringify(answer.body)}`).toBe(200)
  expect(answer.body.pagination.total, query).toBe(answer.body.results.length)
  return names(answer.body)
}
