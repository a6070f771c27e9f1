/** The service that the commands of the model use: an organization per run, a queue with a webhook, and a worker that can stop. */
import { expect } from 'vitest'
import { endExpiredReviews } from '../../../src/domain/annotations/review/end-expired.ts'
import { documentKey } from '../../../src/domain/documents/stored-file.ts'
import type { Deps } from '../../../src/deps.ts'
import { openOutgoing } from '../../../src/outgoing/outgoing-http.ts'
import type { Status } from '../../../src/rules/annotations/status.ts'
import { statusIsOpen } from '../../../src/rules/temporal/lifecycle.ts'
import type { Role } from '../../../src/rules/access/permissions.ts'
import { startWorker, type RunningWorker } from '../../../src/worker/main.ts'
import { searchAttributes } from '../../../src/workflows/contract.ts'
import { as, type Answer, type Client } from '../../support/as.ts'
import { testConnector, type TestConnector } from '../../support/connector.ts'
import { anAnnotation, aPerson, aTenant, type Tenant } from '../../support/factories.ts'
import { testServer, type TestServer } from '../../support/server.ts'
import { testTemporal, type TestTemporal } from '../../support/temporal.ts'
import { fakeDocuments } from '../fake-documents.ts'
import { until } from '../harness.ts'
import { isPending, moveByService, newItem, type Item, type Model, type Person } from './state.ts'

export interface Setting {
  useConfirmed: boolean
  approval: boolean
}
/** Annotations at the beginning of a run. */
const ITEMS = 4
const ROLES: readonly Role[] = ['admin', 'annotator', 'annotator', 'manager', 'approver', 'approver', 'viewer']
/** How long the service may take to do what an event requests. */
const PATIENCE_S = 240

export interface User extends Person {
  client: Client
}

/** Server, receiver of webhooks and worker, which all runs share. */
export class Service {
  server!: TestServer
  receiver!: TestConnector
  restarts = 0
  private temporal!: TestTemporal
  private worker: RunningWorker | null = null
  private workerDeps!: Deps

  async start(): Promise<void> {
    this.temporal = await testTemporal()
    this.receiver = await testConnector()
    this.server = await testServer(
      {
        outgoing: openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] }),
        temporal: this.temporal.client,
        documents: fakeDocuments(),
      },
      { TEMPORAL_NAMESPACE: this.temporal.namespace },
    )
    this.receiver.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end('{}')
    }
    const config = { ...this.server.deps.config, mode: 'embedded' as const }
    this.workerDeps = { ...this.server.deps, config }
    await this.startWorker()
  }

  get isWorking(): boolean {
    return this.worker !== null
  }
  async startWorker(): Promise<void> {
    this.worker ??= await startWorker(this.workerDeps.config, this.workerDeps)
  }
  async stopWorker(): Promise<void> {
    await this.worker?.stop()
    this.worker = null
    this.restarts++
  }
  async stop(): Promise<void> {
    await this.worker?.stop()
    await this.server.stop()
    await this.receiver.stop()
    await this.temporal.close()
  }
}

/** One organization with its users and annotations. */
export class World {
  readonly ids: number[] = []
  people!: User[]
  private tenant!: Tenant
  private readonly service: Service
  constructor(service: Service) {
    this.service = service
  }

  private get db() {
    return this.service.server.deps.db
  }
  get isWorking(): boolean {
    return this.service.isWorking
  }
  url(collection: string, id: number): string {
    return `${this.service.server.root}/${collection}/${id}`
  }
  get queue_id(): number {
    return this.tenant.queue_id
  }

  /** Creates the organization; returns the model of its beginning. */
  async begin({ useConfirmed, approval }: Setting): Promise<Model> {
    const { server, receiver } = this.service
    await this.service.startWorker()
    receiver.calls.length = 0
    this.tenant = await aTenant(this.db)
    const { queue_id } = this.tenant
    this.people = []
    for (const role of ROLES) {
      const { user_id, token } = await aPerson(this.db, this.tenant, role)
      this.people.push({ role, user_id, client: as(server.root, token) })
    }
    const [admin, , , , one, two] = this.people as [User, User, User, User, User, User]
    const make = async (path: string, body: object) => {
      const answer = await admin.client.post(path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body as { id: number; url: string }
    }
    const settings = { confirm_with_errors_allowed: true, workflows: { enabled: approval } }
    const changes: Record<string, unknown> = { use_confirmed_state: useConfirmed, automation_level: 'never', settings }
    if (approval) {
      const flow = await make('/workflows', { name: 'Approval' })
      for (const [index, { user_id }] of [one, two].entries())
        await make('/workflow_steps', {
          name: `Step ${index + 1}`,
          workflow: flow.url,
          ordering: index + 1,
          assignees: [this.url('users', user_id)],
        })
      changes.workflows = [{ url: flow.url, priority: 1 }]
    }
    const changed = await admin.client.patch(`/queues/${queue_id}`, changes)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await make('/hooks', {
      type: 'webhook',
      name: 'Model',
      queues: [this.url('queues', queue_id)],
      events: ['annotation_status.changed'],
      config: { url: `${receiver.url}/hook` },
    })
    const items = Array.from({ length: ITEMS }, () => newItem('to_review'))
    for (const _item of items) await this.create()
    return { useConfirmed, steps: approval ? [[one.user_id], [two.user_id]] : null, items }
  }

  private async create(): Promise<void> {
    const { annotation_id, document_id } = await anAnnotation(this.db, this.tenant)
    const { s3_name } = await this.db('documents').where({ id: document_id }).first('s3_name')
    await this.service.server.deps.blobs.put(documentKey(s3_name as string), Buffer.from('%PDF-1.7 model'))
    this.ids.push(annotation_id)
  }

  /** Refuses an answer other than the predicted one. */
  assertIs(answer: Answer, wanted: number | 'ok', what: string): void {
    const fits = wanted === 'ok' ? answer.status < 300 : answer.status === wanted
    if (!fits) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}, expected ${wanted}`)
  }

  private async statusOf(id: number): Promise<Status> {
    const row = await this.db('annotations').where({ id }).first('status')
    return row.status as Status
  }

  /** Waits until the worker has ended what it does with an annotation, if there is a worker. */
  async finish(model: Model, item: Item): Promise<void> {
    if (!isPending(item) || !this.isWorking) return
    await until(
      () => this.statusOf(this.ids[model.items.indexOf(item)]!),
      (status) => status !== item.status,
      PATIENCE_S,
    )
    this.end(model, item)
  }
  async finishAll(model: Model): Promise<void> {
    for (const item of model.items) await this.finish(model, item)
  }
  private end(model: Model, item: Item): void {
    moveByService(model, item, item.status === 'importing' ? 'engine_finished' : 'export_succeeded')
  }

  async stopWorker(model: Model): Promise<void> {
    await this.service.stopWorker()
    for (const [index, item] of model.items.entries())
      if (isPending(item) && (await this.statusOf(this.ids[index]!)) !== item.status) this.end(model, item)
  }
  startWorker(): Promise<void> {
    return this.service.startWorker()
  }

  async timeOut(id: number): Promise<void> {
    const long = this.db.raw(`now() - interval '3 hours'`)
    await this.db('annotations').where({ id }).update({ assigned_at: long, modified_at: long })
    // An annotation that the worker has locked is left to the next sweep.
    await until(
      async () => {
        await endExpiredReviews(this.service.server.deps)
        return this.statusOf(id)
      },
      (status) => status !== 'reviewing',
    )
  }

  /** Compares annotations, events and counts. */
  async compareRows(model: Model): Promise<void> {
    const rows = (await this.db('annotations').whereIn('id', this.ids).orderBy('id')) as Record<string, unknown>[]
    for (const [index, item] of model.items.entries()) {
      const row = rows.find(({ id }) => id === this.ids[index])!
      const columns = Object.keys(item.columns).map((column) => {
        const value = row[column]
        return [column, value !== null && column.endsWith('_at') ? 'time' : value]
      })
      const assignees = await this.db('annotation_assignees')
        .where({ annotation_id: row.id })
        .pluck<number[]>('user_id')
      const approvals = await this.db('workflow_runs')
        .where({ annotation_id: row.id, workflow_status: 'pending' })
        .pluck<number[]>('id')
      const events = await this.db('events')
        .where({ annotation_id: row.id, kind: 'annotation_status.changed' })
        .orderBy('id')
        .select<{ data: { from: Status | null; to: Status }; actor_id: number | null }[]>('data', 'actor_id')
      expect({
        status: row.status,
        columns: Object.fromEntries(columns),
        assignees,
        approvals: approvals.length,
        moves: events.map(({ data: { from, to }, actor_id }) => ({ from, to, actor: actor_id })),
      }).toEqual({
        status: item.status,
        columns: item.columns,
        assignees: [...item.assignees],
        approvals: item.step === null ? 0 : 1,
        moves: item.moves,
      })
    }
    const { counts } = (await this.people[0]!.client.get(`/queues/${this.queue_id}`)).body as {
      counts: Record<string, number>
    }
    const wanted: Record<string, number> = {}
    for (const { status } of model.items) wanted[status] = (wanted[status] ?? 0) + 1
    const present = Object.entries(counts).filter(([, count]) => count !== 0)
    expect(Object.fromEntries(present)).toEqual(wanted)
  }

  /** Waits until the webhook has been called about every move in order, and Temporal shows the status. */
  async compareEffects(model: Model): Promise<void> {
    const { receiver, server } = this.service
    for (const [index, item] of model.items.entries()) {
      const id = this.ids[index]!
      const wanted = item.moves.filter(({ from }) => from !== null).map(({ from, to }) => `${from} > ${to}`)
      await until(
        () => Promise.resolve(called(receiver, id)),
        (calls) => calls.length >= wanted.length,
        PATIENCE_S,
      )
      expect(called(receiver, id), `calls about ${id}`).toEqual(wanted)
      if (item.moves.length === 0) continue
      const isOpen = statusIsOpen(item.status)
      await until(
        async () => {
          const { status, typedSearchAttributes } = await server.deps.temporal.workflow
            .getHandle(`annotation/${id}`)
            .describe()
          return { shown: typedSearchAttributes.get(searchAttributes.status), isOpen: status.name === 'RUNNING' }
        },
        (found) => found.shown === item.status && found.isOpen === isOpen,
        PATIENCE_S,
      )
    }
  }
}

/** The moves about which the webhook was called; a call that was repeated has the same id. */
function called(receiver: TestConnector, id: number): string[] {
  const seen = new Set<string>()
  return receiver.calls.flatMap(({ body }) => {
    const { annotation, request_id } = body as {
      annotation?: { id: number; previous_status: string | null; status: string }
      request_id: string
    }
    if (annotation?.id !== id || annotation.previous_status === null || seen.has(request_id)) return []
    seen.add(request_id)
    return [`${annotation.previous_status} > ${annotation.status}`]
  })
}
