/** Queues with an approval, their annotations, and the requests of approvers. */
import { afterAll, beforeAll, expect } from 'vitest'
import { storeTree, readTree } from '../../src/domain/annotations/content/contents.ts'
import { contentDatapoints, copyJson } from '../../src/rules/content/tree.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import type { Client } from '../support/as.ts'
import { openOutgoing } from '../../src/outgoing/outgoing-http.ts'
import { testConnector, type TestConnector } from '../support/connector.ts'
import { aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { entered, sandboxOfWays, type Door } from '../support/ways-in.ts'
import { importPending } from '../support/without-worker.ts'
import { fakeDocuments } from '../workflows/fake-documents.ts'
import { step, workflow } from './workflows-setup.ts'

let receiver: TestConnector
let files = 0

/** Starts the server for the tests of a file. Documents come in by the way of the suite, and are imported in this process. */
export function useApprovals(): void {
  beforeAll(async () => {
    receiver = await testConnector()
  })
  useTenantServer({
    deps: {
      documents: { ...fakeDocuments(), ...sandboxOfWays },
      outgoing: openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] }),
      signals: { send: () => undefined },
    },
  })
  afterAll(() => receiver.stop())
}

const door = (): Door => ({
  deps: server.deps,
  client: admin,
  ...tenant,
  url,
  receiver,
  reviewable: async (load) => {
    await importPending(server.deps, tenant.organization_id)
    return (await load())!.id
  },
})

export interface Stage {
  assignees?: number[]
  mode?: 'any' | 'all' | 'auto'
  condition?: object
}

/**
 * Creates a queue whose workflow has these steps, and gives their assignees access to it. One user may do everything, unless `duties`
 * separates them.
 */
export async function aQueueWith(
  stages: Stage[],
  {
    condition = {},
    settings = {},
    duties = { confirmer_may_approve: true, approver_may_repeat: true },
    ...columns
  }: { condition?: object; settings?: object; duties?: object; use_confirmed_state?: boolean } = {},
) {
  const queue = await aQueue(server.deps.db, tenant)
  const flow = await workflow({ condition, ...duties })
  const steps = []
  for (const [index, { assignees = [], ...stage }] of stages.entries())
    steps.push(
      await step(flow, index + 1, {
        name: `S${index + 1}`,
        ...stage,
        assignees: assignees.map((id) => url('users', id)),
      }),
    )
  const changed = await admin.patch(`/queues/${queue.queue_id}`, {
    workflows: [{ url: flow.url, priority: 1 }],
    // The documents of these tests have the same values.
    settings: { duplicates: 'allow', workflows: { enabled: true, ...settings } },
    ...columns,
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  for (const id of new Set(stages.flatMap(({ assignees = [] }) => assignees))) await give(id, queue.queue_id)
  return { ...queue, flow, steps }
}

/** Imports a document by the way of the suite. Returns the id of its annotation. */
export async function received({ queue_id }: { queue_id: number }): Promise<number> {
  const file = { stem: `order${++files}`, bytes: Buffer.from(`%PDF-1.7 order ${files}`) }
  const find = await entered(door(), queue_id, file)
  await importPending(server.deps, tenant.organization_id)
  return (await find())!.id
}

/** Imports a document and starts its review by the administrator, with values of fields. */
export async function inReview(queue: { queue_id: number; schema_id: number }, values: Record<string, string> = {}) {
  const { db } = server.deps
  const { schema_id } = queue
  const id = await received(queue)
  const tree = copyJson(await readTree(db, id))
  for (const { node } of contentDatapoints(tree))
    if (node.content && values[node.schema_id] !== undefined)
      Object.assign(node.content, { value: values[node.schema_id]!, normalized_value: values[node.schema_id]! })
  const { content } = (await db('schemas').where('id', schema_id).first('content')) as { content: SchemaContent }
  await storeTree(db, id, tree, content)
  expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
  return id
}
export const confirm = (id: number, body: object = {}) => admin.post(`/annotations/${id}/confirm`, body)
export const approve = (id: number, client: Client = admin, body: object = {}) =>
  client.post(`/annotations/${id}/approve`, body)
export const status = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status as string
export const run = async (id: number) => (await admin.get(`/workflow_runs?annotation=${id}`)).body.results.at(-1)
export const actions = async (id: number) =>
  (await admin.get(`/workflow_activities?annotation=${id}`)).body.results.map((one: { action: string }) => one.action)
export const assignees = async (id: number) => (await admin.get(`/annotations/${id}`)).body.assignees as string[]

/** Creates an approver with access to these queues. */
export async function approver(queue_ids: number[] = []) {
  return person('approver', queue_ids)
}
/** Gives a user access to a queue. */
export const give = (user_id: number, queue_id: number) =>
  server.deps.db('user_queues').insert({ user_id, queue_id }).onConflict().ignore()
/** Takes the access away, as an administrator does. */
export const takeQueues = (user_id: number) => admin.patch(`/users/${user_id}`, { queues: [] })
