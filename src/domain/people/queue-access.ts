/** Which users have access to which queues. */
import { UserQueue } from '../../models/index.ts'
import { releaseApprovals } from '../approvals/release-approvals.ts'
import { replaceLinks } from '../links.ts'
import type { Tx } from '../outbox/transaction.ts'

/** Gives a user access to exactly these queues. */
export async function setQueuesOfUser(tx: Tx, user_id: number, queue_ids: readonly number[]): Promise<void> {
  await replaceLinks(tx, { table: UserQueue.tableName, own: 'user_id', other: 'queue_id' }, user_id, queue_ids)
  releaseApprovals(tx, [user_id])
}

/** Gives exactly these users access to a queue. */
export async function setUsersOfQueue(tx: Tx, queue_id: number, user_ids: readonly number[]): Promise<void> {
  const before = await tx(UserQueue.tableName).where({ queue_id }).pluck<number[]>('user_id')
  await replaceLinks(tx, { table: UserQueue.tableName, own: 'queue_id', other: 'user_id' }, queue_id, user_ids)
  releaseApprovals(
    tx,
    before.filter((id) => !user_ids.includes(id)),
  )
}
