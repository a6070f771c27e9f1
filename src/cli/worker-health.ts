// Health check of a worker container: exit code 0 if Temporal has recently been polled by a worker of this host.
import { hostname } from 'node:os'
import { loadConfig } from '../config.ts'
import { openTemporalConnection } from '../temporal-connection.ts'
import { taskQueue } from '../workflows/contract.ts'
import { messageOf } from '../provision/problem.ts'

const TYPES = [1, 2] // workflow tasks, activities

const { temporal, workerQueues } = loadConfig()
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
  const isHere = answers.some(({ pollers }) => pollers?.some(({ identity }) => identity?.endsWith(`@${hostname()}`)))
  if (!isHere) console.error('No worker of this host polls Temporal.')
  process.exitCode = isHere ? 0 : 1
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
} finally {
  await connection.close()
}
