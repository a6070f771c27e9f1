import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp } from '../../db/migrate.ts'
import { freePort } from '../../src/provision/ports.ts'
import { startPostgres } from '../../src/provision/postgres.ts'
import { endLeftover, markNames, markOf, readMark, writeMark } from '../../src/provision/processes.ts'
import { resolveTemporal } from '../../src/provision/temporal-binary.ts'
import { startTemporal } from '../../src/provision/temporal-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the maintenance database of the run's PostgreSQL. */
    postgresAdminUrl: string
    /** Name of the migrated database that testDatabase() copies. */
    postgresTemplate: string
    temporalAddress: string
  }
}

const PREFIX = 'sheaf-test-'
const TEMPLATE = 'sheaf_template'
/** The servers contain only test data, so they are killed immediately. */
const AT_ONCE: [NodeJS.Signals, number][] = [['SIGKILL', 5000]]

/** Stops the servers of killed test runs and removes their folders. */
async function sweepKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(tmpdir(), name)
    if (!markNames(home).includes('run') || readMark(home, 'run')) continue
    for (const server of markNames(home)) await endLeftover(home, server, AT_ONCE)
    rmSync(home, { recursive: true, force: true })
  }
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const admin = openDatabase(adminUrl, { poolMax: 1 })
  await admin.raw(`create database ${TEMPLATE}`)
  await admin.destroy()
  const db = openDatabase(adminUrl.replace(/\/postgres$/, `/${TEMPLATE}`), { poolMax: 2 })
  await migrateUp(db)
  await db.destroy()
}

/** Starts one PostgreSQL and one Temporal server for the whole run, on free ports. The run fails without them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepKilledRuns()
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  writeMark(home, 'run', markOf(process.pid) ?? {})
  writeFileSync(join(home, 'README'), 'Servers of a test run; removed when it ends.\n')
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const postgres = await startPostgres({ home, port: await freePort(), password: 'test', settings })
  const stops = [() => postgres.stop()]
  const teardown = async () => {
    await Promise.all(stops.map((stop) => stop()))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres.adminUrl)
    const temporal = await resolveTemporal({ home, note: console.error })
    if (temporal.kind === 'binary') {
      const server = await startTemporal({ home, binary: temporal.path, port: await freePort(), inMemory: true })
      stops.push(() => server.stop())
      project.provide('temporalAddress', server.address)
    } else {
      project.provide('temporalAddress', temporal.address)
    }
    project.provide('postgresAdminUrl', postgres.adminUrl)
    project.provide('postgresTemplate', TEMPLATE)
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}
