import type { Knex } from 'knex'

/** Ends the task of an upload: succeeded, or failed with a sentence that says why. A task that has ended stays as it is. */
export async function finishTask(db: Knex, uploadId: number, failure: string | null): Promise<void> {
  await db('tasks')
    .where({ upload_id: uploadId, status: 'running' })
    .update(
      failure === null
        ? { status: 'succeeded' }
        : { status: 'failed', detail: failure.slice(0, 1000), code: 'import_failed' },
    )
}

/** Deletes tasks past their time; how many. */
export const forgetExpiredTasks = (db: Knex): Promise<number> => db('tasks').whereRaw('expires_at < now()').delete()
