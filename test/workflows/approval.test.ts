/** The workflow of an approval: what it shows in Temporal, reminders, restarts of workers, and its end. */
import { checkedId } from '../support/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAnnotation } from '../../src/domain/approvals/approve.ts'
import { endApprovals } from '../../src/domain/approvals/end-approvals.ts'
import { resetWorkflowRun } from '../../src/domain/approvals/approval-workflows.ts'
import { rejectAnnotation } from '../../src/domain/annotations/review/reject.ts'
import { purgeExpired } from '../../src/domain/annotations/removal/purge.ts'
import { removeAnnotation } from '../../src/domain/annotations/removal/remove.ts'
import * as annotations from '../../src/domain/annotations/review/review.ts'
import { reconcile } from '../../src/domain/outbox/reconcile.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { beginQueueDeletion, removeQueueBatch } from '../../src/domain/queues/delete-queue.ts'
import { importNow } from '../../src/domain/intake/uploads.ts'
import type { Config } from '../../src/config.ts'
import type { RunningWorker } from '../../src/worker/main.ts'
import { approvalQuery, lookSignal, searchAttributes } from '../../src/workflows/contract.ts'
import type { Fixture } from '../domain/fixtures.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { fakeDocuments } from './fake-documents.ts'
import { aFixture, described, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

let stack: Harness
let worker: RunningWorker
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await aMailbox()
  const smtp: NonNullable<Config['smtp']> = {
    host: '127.0.0.1',
    port: mailbox.port,
    tls: 'off',
    from: 'Sheaf <sheaf@example.org>',
  }
  stack = await harness(({ config }) => ({ documents: fakeDocuments(), config: { ...config, smtp } }))
  worker = await stack.startWorker()
})
afterAll(async () => {
  await stack.stop()
  await mailbox.close()
})

const one = async (table: string, row: object) =>
  ((await stack.deps.db(table).insert(row).returning('id')) as { id: number }[])[0]!.id

/** Creates a queue whose workflow has one step of mode all for each list of usernames. */
async function aQueueWithSteps(steps: ('ada' | 'bob')[][], queue: Record<string, unknown> = {}): Promise<Fixture> {
  const fixture = await aFixture(stack.deps, { settings: JSON.stringify({ workflows: { enabled: true } }), ...queue })
  const { organization_id } = fixture
  const { db } = stack.deps
  for (const user_id of [fixture.user_id, fixture.other_user_id]) {
    await db('user_groups').insert({ user_id, group_id: db('groups').select('id').where('name', 'approver') })
    await db('user_queues').insert({ user_id, queue_id: fixture.queue.id })
  }
  // One user confirms and approves.
  const duties = { confirmer_may_approve: true, approver_may_repeat: true }
  const workflow_id = await one('workflows', { organization_id, name: 'Purchases', ...duties })
  for (const [ordering, names] of steps.entries()) {
    const given = { organization_id, workflow_id, name: `Step ${ordering}`, mode: 'all', ordering }
    const workflow_step_id = await one('workflow_steps', given)
    await stack.deps
      .db('workflow_step_assignees')
      .insert(
        names.map((name) => ({ workflow_step_id, user_id: name === 'ada' ? fixture.user_id : fixture.other_user_id })),
      )
  }
  await stack.deps.db('queue_workflows').insert({ queue_id: fixture.queue.id, workflow_id, priority: 1 })
  return fixture
}

/** Imports a document and confirms it; returns it in approval, with the id of its run. */
async function inApproval(fixture: Fixture) {
  const { deps } = stack
  const files = [{ name: 'order.pdf', bytes: Buffer.from(`%PDF-1.7 ${Math.random()}`) }]
  const [created] = await importNow(deps, { queue: fixture.queue, who: fixture.who, files })
  const id = checkedId('annotations', created!.annotation_id)
  const load = () => deps.db('annotations').where({ id }).first()
  await until(load, ({ status }) => status === 'to_review')
  await annotations.startAnnotation(deps, fixture.who, id)
  await annotations.confirmAnnotation(deps, fixture.who, id)
  const { id: run_id } = (await deps.db('workflow_runs').where({ annotation_id: id }).first('id')) as { id: number }
  return { id, run_id, load, workflowId: `approval/${run_id}` }
}

const approver = (fixture: Fixture, who: 'ada' | 'bob') => ({
  ...(who === 'ada' ? fixture.who : fixture.other),
  roles: ['approver'],
})
const approve = (fixture: Fixture, who: 'ada' | 'bob', id: number) =>
  approveAnnotation(stack.deps, approver(fixture, who), id, { admin: false })

/** Waits until the search attributes of a running approval name these users. */
const waitsFor = (workflowId: string, names: string[]) =>
  described(
    stack.deps,
    workflowId,
    ({ searchAttributes, status }) =>
      status.name === 'RUNNING' &&
      JSON.stringify([...((searchAttributes['SheafWaitingFor'] as string[] | undefined) ?? [])].sort()) ===
        JSON.stringify([...names].sort()),
  )
const completed = (workflowId: string) => described(stack.deps, workflowId, ({ status }) => status.name === 'COMPLETED')
const details = (workflowId: string) => stack.deps.temporal.workflow.getHandle(workflowId).query(approvalQuery)

describe('the workflow of an approval', () => {
  it('is a child of the lifecycle and shows for whom it waits, and since when', async () => {
    const fixture = await aQueueWithSteps([['ada', 'bob'], ['bob']])
    const [ada, bob] = [`ada.${fixture.organization_id}@acme.example`, `bob.${fixture.organization_id}@acme.example`]
    const { id, run_id, workflowId, load } = await inApproval(fixture)
    const found = await waitsFor(workflowId, [ada, bob])
    expect(found.parentExecution?.workflowId).toBe(`annotation/${id}`)
    expect(await found.staticSummary()).toBe('Approval of order.pdf in Invoices EU')
    const { step_started_at } = await stack.deps.db('workflow_runs').where({ id: run_id }).first()
    expect(found.searchAttributes).toMatchObject({
      SheafAnnotation: [id],
      SheafQueue: [fixture.queue.id],
      SheafStatus: ['pending'],
      SheafWaitingSince: [new Date(step_started_at)],
    })
    expect(await details(workflowId)).toMatchObject({
      workflow: 'Purchases',
      step: { name: 'Step 0', mode: 'all' },
      waiting_for: [ada, bob],
      approved_by: [],
    })
    await approve(fixture, 'ada', id)
    await waitsFor(workflowId, [bob])
    expect(await details(workflowId)).toMatchObject({ waiting_for: [bob], approved_by: [ada] })
    await approve(fixture, 'bob', id)
    await until(
      () => details(workflowId),
      (state) => state?.step?.name === 'Step 1',
    )
    await approve(fixture, 'bob', id)
    const ended = await completed(workflowId)
    expect(ended.searchAttributes['SheafStatus']).toEqual(['approved'])
    expect(ended.typedSearchAttributes.get(searchAttributes.waitingFor) ?? null).toBeNull()
    await until(load, ({ status }) => status === 'exported')
    await described(stack.deps, `annotation/${id}`, ({ status }) => status.name === 'COMPLETED')
  })

  it('continues after a restart of the worker, with decisions made in between', async () => {
    const fixture = await aQueueWithSteps([['ada'], ['bob']])
    const bob = `bob.${fixture.organization_id}@acme.example`
    const { id, workflowId, load } = await inApproval(fixture)
    await waitsFor(workflowId, [`ada.${fixture.organization_id}@acme.example`])
    await worker.stop()
    await approve(fixture, 'ada', id)
    worker = await stack.startWorker()
    await waitsFor(workflowId, [bob])
    await approve(fixture, 'bob', id)
    await completed(workflowId)
    await until(load, ({ status }) => status === 'exported')
  })

  it('is started again by the lifecycle if Temporal has lost it, and kept by npm run reconcile', async () => {
    const fixture = await aQueueWithSteps([['ada']])
    const { id, workflowId } = await inApproval(fixture)
    const ada = [`ada.${fixture.organization_id}@acme.example`]
    await waitsFor(workflowId, ada)
    await until(
      () => reconcile(stack.deps, { dryRun: true, graceMs: 0 }),
      ({ ended }) => !ended.includes(workflowId),
    )
    await stack.deps.temporal.workflow.getHandle(workflowId).terminate('lost')
    await stack.deps.temporal.workflow.getHandle(`annotation/${id}`).signal(lookSignal)
    const again = await waitsFor(workflowId, ada)
    expect(again.parentExecution?.workflowId).toBe(`annotation/${id}`)
  })

  it.each([
    ['a rejection', 'rejected', 'rejected'],
    ['a reset', 'in_review', 'to_review'],
  ])('ends with %s', async (what, shown, status) => {
    const fixture = await aQueueWithSteps([['ada']])
    const { id, run_id, workflowId, load } = await inApproval(fixture)
    await waitsFor(workflowId, [`ada.${fixture.organization_id}@acme.example`])
    const who = approver(fixture, 'ada')
    if (what === 'a rejection')
      await rejectAnnotation(stack.deps, who, id, { note: '', automatically_rejected: false, admin: false })
    else await resetWorkflowRun(stack.deps, who, { run_id, note: '', request_id: null })
    const ended = await completed(workflowId)
    expect(ended.searchAttributes['SheafStatus']).toEqual([shown])
    expect((await load()).status).toBe(status)
  })

  const DELETIONS: Record<string, (of: { fixture: Fixture; id: number }) => Promise<unknown>> = {
    'its document_lifetime has passed': async ({ fixture }) => {
      await stack.deps.db('queues').where({ id: fixture.queue.id }).update({ document_lifetime: '0 seconds' })
      await purgeExpired(stack.deps)
    },
    'it was deleted for good': ({ fixture, id }) => removeAnnotation(stack.deps, fixture.who, id, null),
    'its queue was deleted': async ({ fixture }) => {
      const due = { status: 'deletion_requested', delete_after: new Date(0) }
      await stack.deps.db('queues').where({ id: fixture.queue.id }).update(due)
      await beginQueueDeletion(stack.deps, fixture.queue.id)
      while ((await removeQueueBatch(stack.deps, fixture.queue.id)) === 'more');
    },
  }
  const REASONS: Record<string, string> = {
    'its document_lifetime has passed':
      'The document was deleted because the document_lifetime of its queue has passed.',
    'it was deleted for good': 'The document was deleted for good.',
    'its queue was deleted': 'The queue of the document was deleted.',
  }

  it.each(Object.entries(DELETIONS))(
    'ends with the reason, and informs its approvers, when %s',
    async (way, remove) => {
      mailbox.letters.length = 0
      const { db } = stack.deps
      const fixture = await aQueueWithSteps([['ada']])
      const { id, run_id, workflowId } = await inApproval(fixture)
      await waitsFor(workflowId, [`ada.${fixture.organization_id}@acme.example`])
      await remove({ fixture, id })
      await completed(workflowId)
      await until(
        () => Promise.resolve(mailbox.letters.length),
        (count) => count > 0,
      )
      const reason = REASONS[way]!
      expect(mailbox.letters).toMatchObject([{ to: ['ada@acme.example'], text: expect.stringContaining(reason) }])
      expect(mailbox.letters[0]!.text).not.toContain('.pdf')
      const [audited] = await db('audit_logs')
        .where({ object_type: 'annotation', object_id: id, action: 'update' })
        .orderBy('id', 'desc')
        .select('content')
      expect(audited).toMatchObject({ content: { details: { approval_ended: reason, assignees: [fixture.user_id] } } })
      const [assigned] = await db('events')
        .where({ annotation_id: id, kind: 'annotation.assigned' })
        .orderBy('id', 'desc')
        .select('data')
      expect(assigned).toMatchObject({ data: { before: [fixture.user_id], assignees: [], note: reason } })
      if (way !== 'its document_lifetime has passed') return
      expect(await db('annotations').where({ id }).first('status')).toEqual({ status: 'purged' })
      expect(await db('workflow_runs').where({ id: run_id }).first()).toMatchObject({
        workflow_status: 'in_review',
        current_step_id: null,
      })
      expect(await db('annotation_assignees').where({ annotation_id: id })).toEqual([])
      const [last] = await db('workflow_activities').where('annotation_id', id).orderBy('id', 'desc').limit(1)
      expect(last).toMatchObject({ action: 'pushed_back', note: reason, created_by: null })
    },
  )

  it('informs active approvers once about all documents that are deleted together', async () => {
    mailbox.letters.length = 0
    const { db } = stack.deps
    const fixture = await aQueueWithSteps([['ada']])
    const ids = [(await inApproval(fixture)).id, (await inApproval(fixture)).id]
    await transact(stack.deps, (tx) => endApprovals(tx, stack.deps, { user_id: null }, ids, 'They were deleted.'))
    await until(
      () => Promise.resolve(mailbox.letters.length),
      (count) => count > 0,
    )
    expect(mailbox.letters).toMatchObject([
      { to: ['ada@acme.example'], text: expect.stringContaining('2 documents no longer wait for your approval') },
    ])
    const inactive = await aQueueWithSteps([['bob']])
    const { id } = await inApproval(inactive)
    await db('users').where('id', inactive.other_user_id).update({ is_active: false })
    const before = await db('letters').where('organization_id', inactive.organization_id)
    await transact(stack.deps, (tx) => endApprovals(tx, stack.deps, { user_id: null }, [id], 'It was deleted.'))
    expect(await db('letters').where('organization_id', inactive.organization_id)).toEqual(before)
  })

  it('follows annotations that automation confirms', async () => {
    const fixture = await aQueueWithSteps([['ada']], { automation_enabled: true, automation_level: 'always' })
    const files = [{ name: 'auto.pdf', bytes: Buffer.from('%PDF-1.7 auto') }]
    const [created] = await importNow(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const id = created!.annotation_id
    const load = () => stack.deps.db('annotations').where({ id }).first()
    const row = await until(load, ({ status }) => status !== 'importing')
    expect(row).toMatchObject({ status: 'in_workflow', automated: true, confirmed_by: null })
    const { id: run_id } = await stack.deps.db('workflow_runs').where({ annotation_id: id }).first()
    await waitsFor(`approval/${run_id}`, [`ada.${fixture.organization_id}@acme.example`])
    await approve(fixture, 'ada', id)
    await completed(`approval/${run_id}`)
    await until(load, ({ status }) => status === 'exported')
  })

  it.each(['confirm', 'export'])('follows annotations for which a rule requests %s', async (method) => {
    const fixture = await aQueueWithSteps([['ada']])
    const { schema_id } = await stack.deps.db('queues').where('id', fixture.queue.id).first('schema_id')
    const action = { id: 'a', enabled: true, type: 'change_status', event: 'annotation_imported', payload: { method } }
    const { organization_id } = fixture
    await one('rules', { organization_id, schema_id, name: 'Quick', actions: JSON.stringify([action]) })
    const files = [{ name: 'rule.pdf', bytes: Buffer.from(`%PDF-1.7 ${method}`) }]
    const [created] = await importNow(stack.deps, { queue: fixture.queue, who: fixture.who, files })
    const id = created!.annotation_id
    const load = () => stack.deps.db('annotations').where({ id }).first()
    expect(await until(load, ({ status }) => status !== 'importing')).toMatchObject({ status: 'in_workflow' })
    await approve(fixture, 'ada', id)
    await until(load, ({ status }) => status === 'exported')
  })

  it('reminds approvers who have not decided by email, once per interval', async () => {
    mailbox.letters.length = 0
    const settings = JSON.stringify({ workflows: { enabled: true, remind_after_hours: 24 } })
    const fixture = await aQueueWithSteps([['ada', 'bob']], { settings })
    const { id, run_id, workflowId } = await inApproval(fixture)
    await waitsFor(
      workflowId,
      ['ada', 'bob'].map((name) => `${name}.${fixture.organization_id}@acme.example`),
    )
    await approve(fixture, 'ada', id)
    await waitsFor(workflowId, [`bob.${fixture.organization_id}@acme.example`])
    expect(mailbox.letters).toEqual([])
    await stack.deps
      .db('workflow_runs')
      .where({ id: run_id })
      .update({ step_started_at: stack.deps.db.raw(`now() - interval '25 hours'`) })
    const handle = stack.deps.temporal.workflow.getHandle(workflowId)
    await handle.signal(lookSignal)
    await until(
      () => details(workflowId),
      (state) => state?.reminders === 1,
    )
    await until(
      () => Promise.resolve(mailbox.letters.length),
      (count) => count > 0,
    )
    await handle.signal(lookSignal)
    await approve(fixture, 'bob', id)
    await completed(workflowId)
    expect(mailbox.letters).toMatchObject([{ to: ['bob@acme.example'] }])
    expect(mailbox.letters[0]!.text).toContain('Approval required in Invoices EU')
  })
})
