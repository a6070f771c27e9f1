// `npm run bench:workflow`: the duration of a workflow of three consecutive activities on the dev server, with its default settings and
// with ours (src/provision/temporal-server.ts). Both servers run at the same time and are measured alternately.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { homeOf } from '../src/config.ts'
import { freePort } from '../src/provision/ports.ts'
import { ProvisionError } from '../src/provision/problem.ts'
import { resolveTemporal } from '../src/provision/temporal-binary.ts'
import { startTemporal } from '../src/provision/temporal-server.ts'
import { percentile, writeBench } from './bench.ts'
import type { threeSteps } from './workflow/workflows.ts'

const ROUNDS = 30
const WARM_UP = 3
const TARGET = 3
const TASK_QUEUE = 'bench'

type Undo = () => Promise<unknown>

/** Starts a server and its worker; returns functions to run one workflow and to stop both. */
async function startSide(
  binary: string,
  fast: boolean,
  code: string,
): Promise<{ run: () => Promise<number>; stop: Undo }> {
  const undos: Undo[] = []
  const home = mkdtempSync(join(tmpdir(), 'sheaf-bench-'))
  undos.push(async () => rmSync(home, { recursive: true }))
  const stop = async () => {
    for (const undo of undos.reverse()) await undo()
  }
  try {
    const server = await startTemporal({ home, binary, port: await freePort(), fast })
    undos.push(() => server.stop())
    const connection = await NativeConnection.connect({ address: server.address })
    undos.push(() => connection.close())
    const activities = { step: (n: number) => Promise.resolve(n + 1) }
    const worker = await Worker.create({ connection, taskQueue: TASK_QUEUE, workflowBundle: { code }, activities })
    const running = worker.run()
    undos.push(async () => {
      worker.shutdown()
      await running
    })
    const client = new Client({ connection: await Connection.connect({ address: server.address }) })
    undos.push(() => client.connection.close())
    let count = 0
    const run = async () => {
      const started = performance.now()
      const workflowId = `three-steps/${++count}`
      const result = await client.workflow.execute<typeof threeSteps>('threeSteps', {
        taskQueue: TASK_QUEUE,
        workflowId,
        args: [],
      })
      if (result !== 3) throw new Error(`The workflow returned ${result} instead of 3.`)
      return performance.now() - started
    }
    return { run, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const logger = new DefaultLogger('ERROR')
Runtime.install({ logger, telemetryOptions: { logging: { filter: 'ERROR', forward: {} } } })
const choice = await resolveTemporal({ home: homeOf(process.env), note: (sentence) => console.error(sentence) })
if (choice.kind === 'address')
  throw new ProvisionError('This benchmark starts servers of its own. Unset TEMPORAL_ADDRESS.')
const { code } = await bundleWorkflowCode({
  workflowsPath: join(import.meta.dirname, 'workflow', 'workflows.ts'),
  logger,
})
const own = await startSide(choice.path, false, code)
const ours = await startSide(choice.path, true, code)
try {
  const times = { own: [] as number[], ours: [] as number[] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const [a, b] = [await own.run(), await ours.run()]
    if (round < 0) continue
    times.own.push(a)
    times.ours.push(b)
  }
  const [slow, fast] = [percentile(times.own, 0.5), percentile(times.ours, 0.5)]
  const ratio = slow / fast
  writeBench('workflow', [
    { what: "three activities, the dev server's own settings, p50", value: slow, unit: 'ms' },
    { what: 'three activities, our settings, p50', value: fast, unit: 'ms' },
    { what: 'three activities, our settings, p95', value: percentile(times.ours, 0.95), unit: 'ms' },
    { what: 'own settings / our settings', value: ratio, unit: 'x', target: `>= ${TARGET}`, met: ratio >= TARGET },
  ])
} finally {
  await ours.stop()
  await own.stop()
}
