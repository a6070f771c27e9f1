// A separate process for temporal-binary.ts: makes the SDK download Temporal's program into the folder, and prints its path.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Runtime } from '@temporalio/worker'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { messageOf } from './problem.ts'

const folder = process.argv[2]!
Runtime.install({ telemetryOptions: { logging: { filter: 'OFF', forward: {} } }, shutdownSignals: [] })
try {
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir: folder, version: 'default' } },
  })
  await environment.teardown()
  const program = readdirSync(folder).find((name) => name.startsWith('temporal'))
  if (!program) throw new Error('the SDK downloaded no program')
  console.log(join(folder, program))
} catch (error) {
  // The reason follows the address, which occurs twice.
  console.error(messageOf(error).split('): ').at(-1))
  process.exitCode = 1
}
