/** Sideloaded lists and selected keys of `GET /v1/annotations`. */
import { describe, expect, it } from 'vitest'
import { admin, tenant, url } from '../support/tenant-server.ts'
import { annotator, created, label_id, useAnnotationList, workspace_id } from './annotation-list-setup.ts'

useAnnotationList()

describe('sideload', () => {
  const KEYWORDS =
    'assignees automation_blockers confirmed_bys content creators deleted_bys documents emails exported_bys labels modifiers organizations pages purged_bys queues rejected_bys related_emails relations child_relations schemas suggested_edits workflow_runs workspaces notes'.split(
      ' ',
    )

  it('adds a list for every keyword with each complete object once', async () => {
    const { body } = await admin.get(`/annotations?sideload=${KEYWORDS.join(',')}&content.schema_id=document_id`)
    expect(Object.keys(body).sort()).toEqual([...KEYWORDS, 'pagination', 'results'].sort())
    const people = (...wanted: number[]) => [...wanted].sort((a, b) => a - b)
    expect(body.assignees.map((one: { id: number }) => one.id)).toEqual([annotator.user_id])
    expect(body.modifiers.map((one: { id: number }) => one.id)).toEqual(people(tenant.user_id, annotator.user_id))
    expect(body.exported_bys.map((one: { id: number }) => one.id)).toEqual([annotator.user_id])
    expect(body.creators).toEqual([(await admin.get(`/users/${tenant.user_id}`)).body])
    expect(body.queues).toHaveLength(2)
    expect(body.schemas).toHaveLength(2)
    expect(body.workspaces.map((one: { id: number }) => one.id)).toEqual([tenant.workspace_id, workspace_id])
    expect(body.organizations.map((one: { id: number }) => one.id)).toEqual([tenant.organization_id])
    expect(body.documents).toHaveLength(5)
    expect(body.documents[0]).toEqual((await admin.get(body.results[0].document)).body)
    expect(body.labels.map((one: { id: number }) => one.id)).toEqual([label_id])
    expect(body.pages).toHaveLength(1)
    expect(body.automation_blockers).toEqual([(await admin.get(body.results[0].automation_blocker)).body])
    expect(body.relations).toHaveLength(1)
    expect(body.child_relations).toEqual(body.relations)
    for (const none of ['emails', 'related_emails', 'suggested_edits', 'workflow_runs', 'notes'])
      expect(body[none]).toEqual([])
  })

  it('of content returns a flat list of the requested datapoints and requires their schema ids', async () => {
    const { body } = await admin.get(
      `/annotations?id=${created.plain}&sideload=content&content.schema_id=document_id,line_items`,
    )
    expect(body.content.map((node: { schema_id: string }) => node.schema_id).sort()).toEqual([
      'document_id',
      'line_items',
    ])
    const node = body.content.find((one: { schema_id: string }) => one.schema_id === 'document_id')
    expect(node).toEqual((await admin.get(`/annotations/${created.plain}/content/${node.id}`)).body)
    expect(node.url).toBe(`${url('annotations', created.plain)}/content/${node.id}`)
    expect(await admin.get('/annotations?sideload=content')).toMatchObject({
      status: 400,
      body: { 'content.schema_id': ['This field is required.'] },
    })
    expect(await admin.get('/annotations?sideload=secrets')).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  })

  it('returns only objects that annotators can read', async () => {
    const { body } = await annotator.client.get(
      '/annotations?sideload=queues,schemas,workspaces,documents,organizations',
    )
    for (const collection of ['queues', 'schemas', 'workspaces', 'documents', 'organizations']) {
      for (const one of body[collection]) expect((await annotator.client.get(one.url)).status, one.url).toBe(200)
    }
    expect(body.queues).toHaveLength(1)
    expect(body.workspaces[0].queues).toEqual([url('queues', tenant.queue_id)])
  })

  it('works on a single annotation', async () => {
    const { body } = await admin.get(`/annotations/${created.plain}?sideload=documents`)
    expect(body.documents).toHaveLength(1)
    expect(body.id).toBe(created.plain)
  })
})

describe('fields', () => {
  it('selects the keys of each result, and fields! omits keys', async () => {
    const { body } = await admin.get('/annotations?fields=id,url')
    for (const row of body.results) expect(Object.keys(row)).toEqual(['id', 'url'])
    const without = (await admin.get(`/annotations?fields!=content,url&id=${created.plain}`)).body.results[0]
    const whole = (await admin.get(`/annotations/${created.plain}`)).body
    delete whole.content
    delete whole.url
    expect(without).toEqual(whole)
    expect(Object.keys((await admin.get(`/annotations/${created.plain}?fields=status`)).body)).toEqual(['status'])
  })

  it('can be combined with sideloading', async () => {
    const { body } = await admin.get(`/annotations?fields=id&sideload=documents&id=${created.plain}`)
    expect(body.results).toEqual([{ id: created.plain }])
    expect(body.documents).toHaveLength(1)
  })
})
