import { expect } from 'vitest'
import { confirmAnnotation, startAnnotation } from '../../src/domain/annotations/review/review.ts'
import { approveAnnotation } from '../../src/domain/approvals/approve.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { aFixture, described, until, type Harness } from './harness.ts'
import type { Keep } from './keep-history.ts'

/** Records an approval of two steps, with the lifecycle of its annotation. */
export async function recordApproval(stack: Harness, keep: Keep): Promise<void> {
  const { db } = stack.deps
  const { organization_id, queue, who } = await aFixture(stack.deps, {
    settings: JSON.stringify({ workflows: { enabled: true } }),
  })
  const add = async (table: string, row: object) =>
    ((await db(table).insert(row).returning('id')) as { id: number }[])[0]!.id
  // One user confirms and approves.
  const duties = { confirmer_may_approve: true, approver_may_repeat: true }
  const workflow_id = await add('workflows', { organization_id, name: 'Purchases', ...duties })
  for (const ordering of [1, 2]) await add('workflow_steps', { organization_id, workflow_id, name: 'Step', ordering })
  await db('queue_workflows').insert({ queue_id: queue.id, workflow_id, priority: 1 })
  const files = [{ name: 'm.pdf', bytes: Buffer.from('%PDF-1.7 m') }]
  const { upload_id } = await createUpload(stack.deps, { queue, who, files })
  const load = () => db('annotations').where({ upload_id }).first('id', 'status') as never
  const reach = (wanted: string) =>
    until<{ id: number; status: string } | undefined>(load, (found) => found?.status === wanted)
  const { id } = (await reach('to_review'))!
  await startAnnotation(stack.deps, who, id)
  await confirmAnnotation(stack.deps, who, id)
  const { id: run_id } = (await db('workflow_runs').where({ annotation_id: id }).first('id')) as { id: number }
  await described(stack.deps, `approval/${run_id}`)
  for (const status of ['in_workflow', 'exporting'])
    expect(await approveAnnotation(stack.deps, who, id, { admin: true })).toBe(status)
  await reach('exported')
  await keep(`approval/${run_id}`, 'approval-approved')
  await keep(`annotation/${id}`, 'annotation-approved')
}
