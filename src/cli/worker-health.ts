// Exit code 0 when Temporal has seen a worker of this host ask for work: the health check of a worker's container.
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
  // The SDK calls a worker PROCESS@HOST.
  const isHere = answers.some(({ pollers }) => pollers?.some(({ identity }) => identity?.endsWith(`@${hostname()}`)))
  if (!isHere) console.error('Temporal has no worker of this host.')
  process.exitCode = isHere ? 0 : 1
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
} finally {
  await connection.close()
}
