/**
 * Carries out pending imports in this process, in the order of the workflows, for tests that need neither Temporal nor a worker. Exports are left
 * to the tests.
 */
import type { Deps } from '../../src/deps.ts'
import { look, noteMove } from '../../src/domain/annotations/status/lifecycle.ts'
import { attemptCall } from '../../src/domain/hooks/delivery/attempt.ts'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { importQuickly } from '../../src/domain/intake/import-quickly.ts'
import { startImport, unpackDocument } from '../../src/domain/intake/start-import.ts'
import { finishUpload } from '../../src/domain/intake/upload-state.ts'
import { importEmail } from '../../src/domain/mail/import-email.ts'
import { readIncoming } from '../../src/domain/mail/read-incoming.ts'
import { presentWith } from '../../src/resources/hooks/present-payload.ts'
import { parseWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import type { HookCall, Step } from '../../src/workflows/contract.ts'

/** Called with the id of an annotation before its import. */
type Before = (annotation_id: number) => Promise<unknown>

/** The newest event of each workflow that had nothing to do; without a newer one it has nothing to do later. */
const settled = new WeakMap<Deps, Map<string, number>>()

/** Imports everything of an organization. */
export async function importPending(
  deps: Deps,
  organization_id: number,
  before: Before = async () => {},
): Promise<void> {
  const known = settled.get(deps) ?? new Map<string, number>()
  settled.set(deps, known)
  for (let isDone = false; !isDone;) {
    isDone = true
    for (const { workflow_id, newest } of await pending(deps, organization_id)) {
      if (known.get(workflow_id) === newest) continue
      if (await carryOut(deps, workflow_id, before)) isDone = false
      else known.set(workflow_id, newest)
    }
  }
}

const pending = ({ db }: Deps, organization_id: number): Promise<{ workflow_id: string; newest: number }[]> =>
  db('deliveries as d')
    .join('events as e', 'e.id', 'd.event_id')
    .where({ 'd.state': 'pending', 'e.organization_id': organization_id })
    .whereIn('d.consumer', ['inbound', 'intake', 'lifecycle'])
    .groupBy('d.workflow_id')
    .orderBy('d.workflow_id')
    .select('d.workflow_id', db.raw('max(d.event_id) as newest'))

/** Returns whether there was anything to do. */
async function carryOut(deps: Deps, workflowId: string, before: Before): Promise<boolean> {
  const { kind, id } = parseWorkflowId(workflowId)!
  if (kind === 'incoming-email') await receive(deps, id)
  else if (kind === 'upload') return importUpload(deps, id, before)
  else return followAnnotation(deps, id, before)
  return true
}

async function receive(deps: Deps, email_id: number): Promise<void> {
  await readIncoming(deps, email_id)
  for (;;) {
    const { calls } = await importEmail(deps, email_id)
    if (!calls) return
    await callAll(deps, calls)
  }
}

async function importUpload(deps: Deps, upload_id: number, before: Before): Promise<boolean> {
  for (let isCalled = false; ;) {
    const { calls, archives, steps } = await startImport(deps, upload_id)
    if (calls) await callAll(deps, calls)
    isCalled ||= calls !== undefined
    for (const document_id of archives) await unpackDocument(deps, { document_id })
    if (calls || archives.length > 0) continue
    // Like the workflow, which finishes the upload while lifecycles call the hooks of their annotations.
    const waiting: Step[] = []
    for (const step of steps) if (await importOne(deps, step, before)) waiting.push(step)
    const end = await finishUpload(deps, upload_id)
    for (const step of waiting) await finishImport(deps, step)
    // The annotations that hooks of the upload held are imported by their lifecycles.
    return isCalled || steps.length > 0 || end !== null
  }
}

async function followAnnotation(deps: Deps, annotation_id: number, before: Before): Promise<boolean> {
  const { moves, work } = await look(deps, annotation_id)
  for (const { step } of moves) await noteMove(deps, step)
  if (work?.do === 'import' && (await importOne(deps, work, before))) await finishImport(deps, work)
  return moves.length > 0 || work?.do === 'import'
}

/** Returns true if hooks have been called, and the import has to be finished with their answers. */
async function importOne(deps: Deps, step: Step, before: Before): Promise<boolean> {
  await before(step.annotation_id)
  // Null if another import of the test has begun with it.
  const outcome = await importQuickly(deps, step)
  if (outcome?.work?.do !== 'initialize') return false
  await callAll(deps, outcome.work.calls ?? [])
  return true
}

async function callAll(deps: Deps, calls: readonly HookCall[]): Promise<void> {
  for (const { run_id } of calls) await attemptCall(deps, presentWith(deps), run_id)
}
