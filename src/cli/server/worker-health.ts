/** The health of a worker container. */
import { hostname } from 'node:os'
import { loadEnvFile, readConfig } from '../../config.ts'
import { openTemporalConnection } from '../../temporal-connection.ts'
import { taskQueue } from '../../workflows/contract.ts'

const TYPES = [1, 2] // workflow tasks, activities

/** Returns whether a worker of this host has recently polled Temporal. */
export async function isPolledHere(): Promise<boolean> {
  loadEnvFile()
  const { temporal, workerQueues } = readConfig(process.env)
  const connection = openTemporalConnection(temporal)
  try {
    const answers = await Promise.all(
      workerQueues.flatMap((work) =>
        TYPES.map((taskQueueType) =>
          connection.workflowService.describeTaskQueue({
            namespace: temporal.namespace,
            taskQueue: { name: taskQueue(temporal.taskQueuePrefix, work) },
            taskQueueType,
          }),
        ),
      ),
    )
    // The SDK identifies a worker as PROCESS@HOST.
    return answers.some(({ pollers }) => pollers?.some(({ identity }) => identity?.endsWith(`@${hostname()}`)))
  } finally {
    await connection.close()
  }
}
