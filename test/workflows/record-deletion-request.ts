import { confirmDeletion, previewDeletion } from '../../src/domain/deletion/preview.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { deletionWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import { anAnnotation } from '../domain/fixtures.ts'
import { aFixture, type Harness } from './harness.ts'
import type { Keep } from './keep-history.ts'

/** Records a deletion request in two batches, and one that fails because of a reference. */
export async function recordDeletionRequest(stack: Harness, keep: Keep): Promise<void> {
  const { db } = stack.deps
  const fixture = await aFixture(stack.deps)
  const remove = async (name: string, count: number, prepare: (annotation_id: number) => Promise<unknown>) => {
    const supplier = `Supplier of ${name}`
    for (let n = 0; n < count; n++) {
      const annotation_id = await anAnnotation(db, fixture, 'to_review')
      const fields = JSON.stringify({ sender_name: [{ string: supplier }] })
      await db('annotation_contents')
        .insert({ annotation_id, tree: '[]', fields })
        .onConflict('annotation_id')
        .merge(['fields'])
      await prepare(annotation_id)
    }
    const id = await transact(stack.deps, (tx) => previewDeletion(tx, fixture.who, { names: [supplier] }))
    const { token } = (await db('deletion_requests').where({ id }).first('token')) as { token: string }
    await confirmDeletion(stack.deps, fixture.who, id, token)
    await keep(deletionWorkflowId(id), name)
  }
  await remove('request-deleted', 51, () => Promise.resolve())
  await db.raw('create table readers (annotation_id bigint references annotation_contents (annotation_id))')
  await remove('request-failed', 1, (annotation_id) => db('readers').insert({ annotation_id }))
}
