/** Workflows, steps and runs. */
import { expect } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'

/** Creates an object and returns it. */
export const make = async (path: string, body: object) => {
  const created = await admin.post(path, body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
/** Creates a workflow. */
export const workflow = (given: object = {}) => make('/workflows', { name: 'Approval', ...given })
/** Creates a step of a workflow. */
export const step = (workflow: { url: string }, ordering: number, given: object = {}) =>
  make('/workflow_steps', { name: 'Step', workflow: workflow.url, ordering, ...given })

/** Creates a run at its only step, with its annotation in approval. */
export async function aRun(workflow_status = 'pending') {
  const { db } = server.deps
  const created = await workflow()
  const first = await step(created, 1)
  const { annotation_id } = await anAnnotation(db, tenant, { status: 'in_workflow' })
  const row = {
    organization_id: tenant.organization_id,
    workflow_id: created.id,
    annotation_id,
    current_step_id: first.id,
  }
  const [run] = await db('workflow_runs')
    .insert({ ...row, workflow_status })
    .returning('id')
  return { run_id: run.id as number, annotation_id, workflow: created, step: first }
}
