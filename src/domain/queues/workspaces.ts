import { referenced } from '../../errors.ts'
import { Queue, Workspace } from '../../models/index.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const workspaceRows = rowsOf(Workspace)

/** Deletes an empty workspace. Throws 409 while it contains queues. */
export const deleteWorkspace = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, async (tx) => {
    const queues = await Queue.query(tx).where('workspace_id', id).orderBy('id').select('id')
    if (queues.length)
      throw referenced(`The workspace still contains queues: ${queues.map((queue) => queue.id).join(', ')}.`)
    await workspaceRows.delete(tx, id)
  })
