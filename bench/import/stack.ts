import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp } from '../../db/migrate.ts'
import { startApi } from '../../src/api/main.ts'
import { readConfig } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { openDeps } from '../../src/open-deps.ts'
import { createToken } from '../../src/domain/people/credentials.ts'
import { createOrganization } from '../../src/domain/people/organizations.ts'
import { freePort } from '../../src/provision/ports.ts'
import { startPostgres } from '../../src/provision/postgres.ts'
import { resolveTemporal } from '../../src/provision/temporal-binary.ts'
import { residentMb } from '../bench.ts'
import { prepareNamespace } from '../../src/provision/temporal-namespace.ts'
import { startTemporal } from '../../src/provision/temporal-server.ts'

export interface BenchFile {
  name: string
  bytes: Buffer
  mime: string
}

export interface BenchAccount {
  token: string
  queue_id: number
  upload: BenchStack['upload']
}

export interface BenchStack {
  deps: Deps
  /** Start of the API's URLs, which ends in `/api`. */
  url: string
  /** POST /v1/uploads; resolves with the id of the upload after the API has responded with 202. */
  upload(files: BenchFile[]): Promise<number>
  /** Creates another organization and returns its `upload`. */
  tenant(name: string): Promise<BenchStack['upload']>
  /** Creates another organization; `token` is that of its administrator. */
  account(name: string): Promise<BenchAccount>
  /** Starts the API in a process of its own, for load that must not share the thread of the clients; returns its root, which ends in `/api/v1`. */
  apiProcess(): Promise<string>
  /**
   * Waits until this number of annotations of the service have left `importing`; throws if one has failed. Polls every `everyMs`, which is
   * the maximum error of the result and costs PostgreSQL a count each time.
   */
  imported(count: number, everyMs: number): Promise<void>
  /** Resident memory of the worker process itself and of Temporal's server, in MB. */
  workerMb(): number
  temporalMb(): number
  /** Memory of the worker's objects after a garbage collection, in MB: on the heap, and outside of it (buffers). */
  workerHeap(): Promise<{ heapMb: number; externalMb: number }>
  stop(): Promise<void>
}

/** PostgreSQL, Temporal, API (in this process) and a worker in its own process, as in production; all on loopback, with these settings. */
export async function startBenchStack(settings: Record<string, string> = {}): Promise<BenchStack> {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-bench-'))
  const [postgresPort, temporalPort] = [await freePort(), await freePort()]
  const postgres = await startPostgres({ home, port: postgresPort, password: 'bench' })
  const choice = await resolveTemporal({ home, note: console.error })
  if (choice.kind !== 'binary')
    throw new Error('This benchmark starts a Temporal server of its own. Unset TEMPORAL_ADDRESS.')
  const temporal = await startTemporal({ home, binary: choice.path, port: temporalPort })
  const env = {
    SHEAF_HOME: home,
    DATABASE_URL: postgres.adminUrl,
    BLOBS_FOLDER: join(home, 'blobs'),
    TEMPORAL_ADDRESS: temporal.address,
    SECRET_KEY: 'only used for the minutes of this benchmark',
    SECRETS_KEY: 'only used for the minutes of this benchmark',
    LOG_LEVEL: 'error',
    ...settings,
  }
  const config = {
    ...readConfig({ ...env, RATE_LIMIT_PER_MINUTE: '0', ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0' }),
    port: 0,
  }
  const setUp = openDatabase(config.databaseUrl, { poolMax: 2 })
  await migrateUp(setUp)
  await setUp.destroy()
  const connection = await Connection.connect({ address: temporal.address })
  await prepareNamespace(connection, config.temporal.namespace, config.temporal.retentionDays)
  await connection.close()

  // The API only renders pages; children of its own would use memory without ever working here.
  const deps = await openDeps({ ...config, documentProcesses: 1 })
  const api = await startApi(config, deps)
  const heapFile = join(home, 'worker-heap.json')
  const heapOptions = ['--expose-gc', '--import', join(import.meta.dirname, 'heap-on-signal.ts')]
  const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts')
  const worker = spawn(process.execPath, [...heapOptions, main, 'worker'], {
    // The same options as `npm run worker`.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
      BENCH_HEAP_FILE: heapFile,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(worker, 'exit')

  const account = async (name: string): Promise<BenchAccount> => {
    const made = await createOrganization(deps.db, {
      template_name: 'Tax Invoice EU Demo Template',
      name,
      user_fullname: name,
      user_email: `${name}@sheaf.example`,
      user_password: null,
    })
    const token = await createToken(deps.db, made.who.user_id)
    return { token, queue_id: made.queue_id, upload: (files) => send(made.queue_id, token, files) }
  }
  const tenant = async (name: string): Promise<BenchStack['upload']> => (await account(name)).upload
  const processes: ChildProcess[] = []

  const send = async (queue_id: number, token: string, files: BenchFile[]): Promise<number> => {
    const form = new FormData()
    for (const file of files)
      form.append('content', new Blob([new Uint8Array(file.bytes)], { type: file.mime }), file.name)
    const answer = await fetch(`${api.url}/v1/uploads?queue=${queue_id}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    })
    if (answer.status === 429) {
      await wait(1000 * Number(answer.headers.get('retry-after') ?? 1))
      return send(queue_id, token, files)
    }
    if (answer.status !== 202) throw new Error(`The upload failed with status ${answer.status}: ${await answer.text()}`)
    const { url } = (await answer.json()) as { url: string }
    const task = await deps
      .db('tasks')
      .where({ id: Number(url.split('/').at(-1)) })
      .first('upload_id')
    return task.upload_id as number
  }

  return {
    deps,
    url: api.url,
    upload: await tenant('bench'),
    tenant,
    account,
    async apiProcess() {
      const apiPort = await freePort()
      const child = spawn(process.execPath, [main, 'api'], {
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          ...env,
          PORT: String(apiPort),
          RATE_LIMIT_PER_MINUTE: '0',
          ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      processes.push(child)
      const root = `http://127.0.0.1:${apiPort}/api/v1`
      for (const end = Date.now() + 120_000; ; await wait(200)) {
        const isReady = await fetch(`${root}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) return root
        if (Date.now() > end || child.exitCode !== null) throw new Error('The API of the benchmark did not start.')
      }
    },
    async imported(count, everyMs) {
      for (const end = Date.now() + 600_000; ; await wait(everyMs)) {
        const { rows } = (await deps.db.raw(
          `select count(*) filter (where status = 'to_review') as done, count(*) filter (where status = 'failed_import') as failed
           from annotations`,
        )) as { rows: { done: number; failed: number }[] }
        if (rows[0]!.failed > 0) throw new Error('A document of the benchmark could not be imported.')
        if (rows[0]!.done >= count) return
        if (Date.now() > end || worker.exitCode !== null)
          throw new Error(`Only ${rows[0]!.done} of ${count} were imported.`)
      }
    },
    workerMb: () => residentMb(worker.pid!),
    temporalMb: () => residentMb(temporal.server.pid),
    async workerHeap() {
      rmSync(heapFile, { force: true })
      worker.kill('SIGUSR2')
      while (!existsSync(heapFile)) await wait(20)
      const { heapUsed, external } = JSON.parse(readFileSync(heapFile, 'utf8')) as NodeJS.MemoryUsage
      return { heapMb: heapUsed / 2 ** 20, externalMb: external / 2 ** 20 }
    },
    async stop() {
      const ends = processes.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'))
      for (const child of processes) child.kill('SIGTERM')
      await Promise.all(ends)
      worker.kill('SIGTERM')
      await gone
      await api.stop()
      await deps.close()
      await temporal.stop()
      await postgres.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
