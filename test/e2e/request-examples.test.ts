/** The request examples of the API documentation are answered with 2xx by the demo, exactly as they are printed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { as, type Answer, type Client } from '../support/as.ts'
import { removeHome, stackEnvironment, startUp, type StackProcess } from '../support/stack-process.ts'

interface Operation {
  requestBody?: { content: Record<string, { example?: unknown }> }
}

const examples = join(import.meta.dirname, '../../examples/documents')
/** The first has two pages. */
const FILES = [
  'tidewater-invoice-2-pages.pdf',
  'alder-finch-invoice.pdf',
  'muehlbach-rechnung.pdf',
  'valmont-facture.pdf',
]
let env: Record<string, string>
let stack: StackProcess
let root: string
let client: Client
let paths: Record<string, Record<string, Operation>>

/** Uploads a file and waits until it is ready for review; its annotation has the next id. */
async function importFile(name: string): Promise<void> {
  const form = new FormData()
  form.set('content', new Blob([new Uint8Array(readFileSync(join(examples, name)))]), name)
  const { body } = await client.post('/uploads?queue=1', form)
  await vi.waitFor(
    async () => {
      const task = await client.get(body.url)
      expect(task.status).toBe(303)
      const upload = (await client.get(task.headers.get('location')!)).body
      const [annotation] = upload.annotations as string[]
      expect((await client.get(annotation!)).body.status).toBe('to_review')
    },
    { timeout: 120_000, interval: 300 },
  )
}

beforeAll(async () => {
  env = await stackEnvironment()
  stack = startUp(env)
  await stack.ready
  root = `http://127.0.0.1:${env['PORT']}/api/v1`
  const { body: document } = await as(root).get(root.replace('v1', 'openapi.json'))
  paths = document.paths
  const { body: login } = await as(root).post('/auth/login', exampleOf('post /v1/auth/login'))
  client = as(root, login.key)
  for (const path of ['/health/live', '/health/ready']) expect((await client.get(path)).status, path).toBe(200)
  for (const name of FILES) await importFile(name)
}, 300_000)
afterAll(async () => {
  await stack?.stop()
  removeHome(env)
})

function exampleOf(name: string): unknown {
  const [method = '', path = ''] = name.split(' ')
  return paths[path]![method]!.requestBody!.content['application/json']!.example
}

interface Ids {
  /** 1 by default; `created` is the object that the last POST on a collection created. */
  id?: number | 'created'
  /** Schema id of the node. */
  node?: string
}
let created = 0

async function idsOf({ id = 1, node }: Ids): Promise<Record<string, unknown>> {
  const object = id === 'created' ? created : id
  if (!node) return { id: object }
  const { body } = await client.get(`/annotations/${object}/content?schema_id=${node}`)
  return { id: object, node: body.content[0].id }
}

async function send(name: string, ids: Ids = {}): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ')
  const values = await idsOf(ids)
  const filled = path.replace(/^\/v1/, '').replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? 1))
  // Pages that were changed are being read again.
  if (name.endsWith('edit_pages')) await client.post(`/annotations/${String(values.id)}/start`)
  const answer = await client.send(method.toUpperCase(), filled, { body: exampleOf(name) })
  if (answer.status === 201 && answer.body?.id) created = answer.body.id as number
  return answer
}

/** Operations whose examples cannot work as they are, with the reason. */
const NOT_ON_A_DEMO: Record<string, string> = {
  'post /v1/annotations/{id}/approve': 'needs an approval in progress',
  'post /v1/annotations/{id}/create_embedded_url': 'needs a user with the role of embedded annotators',
  'post /v1/annotations/{id}/edit': 'takes the pages that the example of edit_pages needs',
  'post /v1/annotations/{id}/edit_pages/cancel': 'needs an annotation that was divided',
  'post /v1/annotations/{id}/edit_pages/in_place': 'takes the pages that the example of edit_pages needs',
  'post /v1/annotations/{id}/page_data/translate': 'needs a translation service',
  'post /v1/annotations/{id}/split': 'takes the pages that the example of edit_pages needs',
  'post /v1/annotations/{id}/start_embedded': 'needs a user with the role of embedded annotators',
  'post /v1/auth/membership_token': 'needs a second organization',
  'post /v1/auth/password/reset/confirm': 'needs the token of an email',
  'post /v1/delegations': 'needs a second user who can approve',
  'put /v1/delegations/{id}': 'needs a second user who can approve',
  'patch /v1/delegations/{id}': 'needs a second user who can approve',
  'post /v1/deletion_requests/{id}/confirm': 'needs the token of a preview',
  'post /v1/export_deliveries/{id}/retry': 'needs a delivery that has failed',
  'post /v1/export_profiles/{id}/deliver': 'needs documents that were exported',
  'post /v1/hooks/{id}/invoke': 'needs a hook that answers',
  'post /v1/hooks/{id}/redeliver': 'needs a call that was made',
  'post /v1/inboxes': 'needs a queue without an inbox',
  'post /v1/schemas/{id}/undo': 'needs a change, and the examples of PUT and PATCH are the same',
  'post /v1/workflow_runs/{id}/reset': 'needs an approval in progress',
  'patch /v1/learned_layouts/{id}': 'needs a layout that was learned',
  'put /v1/learned_layouts/{id}': 'needs a layout that was learned',
  'patch /v1/surveys/{id}': 'the ids of questions differ in every installation',
  'post /v1/surveys/from_template': 'the ids of templates differ in every installation',
  'put /v1/surveys/{id}': 'the ids of questions differ in every installation',
  ...Object.fromEntries(
    [
      'patch /v1/organization_groups/{organization_group}/memberships/{id}',
      'post /v1/organization_groups/{id}/billing',
      'post /v1/organization_groups/{id}/billing_stats',
      'post /v1/organization_groups/{id}/billing_stats/export',
      'post /v1/organization_groups/{organization_group}/memberships',
      'put /v1/organization_groups/{organization_group}/memberships/{id}',
    ].map((name) => [name, 'needs an administrator of the group, whom the operator appoints']),
  ),
}

/** In an order in which each finds the objects it needs; those of an earlier step have the id in the list. */
const STEPS: readonly (readonly [string, Ids?])[] = [
  ['post /v1/auth/token'],
  ['post /v1/auth/password/score'],
  ['post /v1/auth/password/reset'],
  ['patch /v1/auth/user'],
  ['post /v1/schemas/validate'],
  ['post /v1/schemas'],
  ['put /v1/schemas/{id}', { id: 2 }],
  ['patch /v1/schemas/{id}', { id: 2 }],
  ['post /v1/schemas/{id}/preview', { id: 2 }],
  ['post /v1/schemas/from_template'],
  ['post /v1/workspaces'],
  ['put /v1/workspaces/{id}', { id: 2 }],
  ['patch /v1/workspaces/{id}', { id: 2 }],
  ['post /v1/queues/from_template'],
  ['post /v1/queues'],
  ['put /v1/queues/{id}', { id: 3 }],
  ['patch /v1/queues/{id}', { id: 3 }],
  ['post /v1/queues/{id}/duplicate'],
  ['post /v1/labels'],
  ['put /v1/labels/{id}'],
  ['patch /v1/labels/{id}'],
  ['post /v1/labels/apply'],
  ['post /v1/users'],
  ['put /v1/users/{id}', { id: 2 }],
  ['patch /v1/users/{id}', { id: 2 }],
  ['put /v1/organizations/{id}'],
  ['patch /v1/organizations/{id}'],
  ['post /v1/organizations/{id}/billing_stats'],
  ['post /v1/organizations/{id}/billing_stats/export'],
  ['post /v1/organizations/{id}/billing'],
  ['post /v1/annotations/search'],
  ['post /v1/annotations/suggested_recipients'],
  ['post /v1/queues/{id}/suggested_recipients'],
  ['post /v1/annotations/usage_report'],
  ['post /v1/annotations/assign'],
  ['post /v1/queues/{id}/automation/projections'],
  ['post /v1/queues/{id}/automation/targets'],
  ['post /v1/annotations/{id}/start'],
  ['patch /v1/annotations/{id}/processing_duration'],
  ['patch /v1/annotations/{id}/content'],
  ['post /v1/annotations/{id}/content/operations'],
  ['post /v1/annotations/{id}/content/validate'],
  ['patch /v1/annotations/{id}/content/{node}', { node: 'document_id' }],
  ['post /v1/annotations/{id}/content/{node}/select', { node: 'document_id' }],
  ['post /v1/annotations/{id}/content/{node}/grid_operations', { node: 'line_items' }],
  ['post /v1/annotations/{id}/content/{node}/grid_parts_operations', { node: 'line_items' }],
  ['post /v1/annotations/{id}/cancel'],
  ['post /v1/queues/{id}/next'],
  ['post /v1/annotations/{id}/postpone'],
  ['post /v1/annotations/{id}/copy', { id: 3 }],
  ['post /v1/annotations'],
  ['put /v1/annotations/{id}', { id: 'created' }],
  ['patch /v1/annotations/{id}', { id: 'created' }],
  ['patch /v1/documents/{id}'],
  ['post /v1/documents/downloads'],
  ['patch /v1/pages/{id}'],
  ['post /v1/notes'],
  ['put /v1/notes/{id}'],
  ['patch /v1/notes/{id}'],
  ['post /v1/relations'],
  ['put /v1/relations/{id}'],
  ['patch /v1/relations/{id}'],
  ['post /v1/document_relations'],
  ['put /v1/document_relations/{id}'],
  ['patch /v1/document_relations/{id}'],
  ['post /v1/suggested_edits'],
  ['put /v1/suggested_edits/{id}'],
  ['patch /v1/suggested_edits/{id}'],
  ['post /v1/triggers'],
  ['put /v1/triggers/{id}'],
  ['patch /v1/triggers/{id}'],
  ['post /v1/delete_recommendations'],
  ['put /v1/delete_recommendations/{id}'],
  ['patch /v1/delete_recommendations/{id}'],
  ['post /v1/email_templates'],
  ['put /v1/email_templates/{id}'],
  ['patch /v1/email_templates/{id}'],
  ['post /v1/export_profiles'],
  ['put /v1/export_profiles/{id}'],
  ['patch /v1/export_profiles/{id}'],
  ['post /v1/export_profiles/from_template'],
  ['post /v1/connectors'],
  ['put /v1/connectors/{id}'],
  ['patch /v1/connectors/{id}'],
  ['post /v1/hooks'],
  ['put /v1/hooks/{id}'],
  ['patch /v1/hooks/{id}'],
  ['post /v1/rules'],
  ['put /v1/rules/{id}'],
  ['patch /v1/rules/{id}'],
  ['post /v1/workflows'],
  ['put /v1/workflows/{id}'],
  ['patch /v1/workflows/{id}'],
  ['post /v1/workflow_steps'],
  ['put /v1/workflow_steps/{id}'],
  ['patch /v1/workflow_steps/{id}'],
  ['post /v1/engines'],
  ['put /v1/engines/{id}'],
  ['patch /v1/engines/{id}'],
  ['post /v1/engine_fields'],
  ['put /v1/engine_fields/{id}'],
  ['patch /v1/engine_fields/{id}'],
  ['post /v1/dedicated_engine_schemas'],
  ['put /v1/dedicated_engine_schemas/{id}'],
  ['patch /v1/dedicated_engine_schemas/{id}'],
  ['post /v1/dedicated_engines'],
  ['put /v1/dedicated_engines/{id}'],
  ['patch /v1/dedicated_engines/{id}'],
  ['post /v1/oidc_providers'],
  ['put /v1/oidc_providers/{id}'],
  ['patch /v1/oidc_providers/{id}'],
  ['post /v1/jwt_keys'],
  ['put /v1/inboxes/{id}'],
  ['patch /v1/inboxes/{id}'],
  ['post /v1/dedicated_engine_schemas/validate'],
  ['post /v1/dedicated_engine_schemas/predict'],
  ['post /v1/engines/{id}/duplicate'],
  ['post /v1/engines/{id}/check_template_compatibility'],
  ['post /v1/email_templates/{id}/render'],
  ['post /v1/emails/send'],
  ['put /v1/emails/{id}'],
  ['patch /v1/emails/{id}'],
  ['put /v1/email_threads/{id}'],
  ['patch /v1/email_threads/{id}'],
  ['post /v1/hooks/create'],
  ['post /v1/hooks/{id}/duplicate'],
  ['post /v1/hooks/{id}/generate_payload'],
  ['post /v1/hooks/{id}/test'],
  ['put /v1/auto_provisioning/{id}'],
  ['patch /v1/auto_provisioning/{id}'],
  ['post /v1/deletion_requests'],
  ['post /v1/annotations/{id}/start', { id: 2 }],
  ['post /v1/annotations/{id}/confirm', { id: 2 }],
  ['post /v1/annotations/{id}/reject', { id: 3 }],
  ['post /v1/annotations/{id}/delete', { id: 3 }],
  ['post /v1/annotations/{id}/rotate', { id: 4 }],
  ['post /v1/annotations/{id}/start'],
  ['post /v1/annotations/{id}/edit_pages'],
  ['post /v1/annotations/purge_deleted'],
  ['post /v1/organizations/create'],
  ['put /v1/auth/user'],
  ['post /v1/auth/password/change'],
]

describe('the objects of a demo', () => {
  it('can be read, all collections and the first object of each', { timeout: 120_000 }, async () => {
    const readable = Object.keys(paths).filter((path) => paths[path]!.get && !path.endsWith('/events'))
    for (const path of readable.filter((one) => !/\{(?!id\})/.test(one))) {
      const { status } = await client.get(path.replace(/^\/v1/, '').replace('{id}', '1'))
      expect(status, path).toBeLessThan(500)
    }
  })
})

describe('the request examples', () => {
  it('are answered with 2xx by the demo as they are', { timeout: 300_000 }, async () => {
    const failures: string[] = []
    for (const [name, ids] of STEPS) {
      const { status, body } = await send(name, ids)
      if (status < 200 || status > 299) failures.push(`${name}: ${status} ${JSON.stringify(body)}`)
    }
    expect(failures).toEqual([])
  })

  it('are all sent, except those that need something a demo does not have', () => {
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        requestBody?.content['application/json']?.example === undefined ? [] : [`${method} ${path}`],
      ),
    )
    const sent = new Set(['post /v1/auth/login', ...STEPS.map(([name]) => name)])
    expect(all.filter((name) => !sent.has(name)).toSorted()).toEqual(Object.keys(NOT_ON_A_DEMO).toSorted())
  })
})
