import type { Knex } from 'knex'

/** Finishes the task of an upload: succeeded, or failed with the reason. A finished task does not change. */
export async function finishTask(db: Knex, uploadId: number, failure: string | null): Promise<void> {
  await db('tasks')
    .where({ upload_id: uploadId, status: 'running' })
    .update(
      failure === null
        ? { status: 'succeeded' }
        : { status: 'failed', detail: failure.slice(0, 1000), code: 'import_failed' },
    )
}

/** Deletes expired tasks. Returns their number. */
export const deleteExpiredTasks = (db: Knex): Promise<number> => db('tasks').whereRaw('expires_at < now()').delete()
