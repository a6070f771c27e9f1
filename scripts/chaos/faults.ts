/** The faults and the order in which they are injected. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DRAFTS } from '../../src/blobs/folder-files.ts'
import type { Random } from '../train/random.ts'
import { descendants, freeze, send } from './freeze.ts'
import type { Note } from './report.ts'
import type { ChaosStack } from './stack.ts'
import type { Part } from './supervise.ts'

export interface Fault {
  name: string
  /** Resolves when the fault has been repaired, but not before the service has recovered. False if it was not possible. */
  inject(stack: ChaosStack, random: Random): Promise<boolean>
}

const OUTAGE_MS = 20_000
const FULL_MS = 5_000
const BACK_MS = 6_000
const HOURS_BACK = 2
/** The last word of the command line of a document process. */
const DOCUMENT_CHILD = /document-child\.ts/

const kill = (part: keyof ChaosStack['parts']): Fault => ({
  name: `kill -9 ${part}`,
  inject: async ({ parts }) => {
    await parts[part].up()
    return send(parts[part].running()?.pid, 'SIGKILL')
  },
})

/** Every kind of fault that this machine allows, and the names of those that it does not. */
export function faultsFor({ disks, parts, s3 }: Pick<ChaosStack, 'disks' | 'parts' | 's3'>): {
  faults: Fault[]
  impossible: string[]
} {
  const faults = [
    kill('api'),
    kill('worker'),
    kill('temporal'),
    kill('postgres'),
    killChild,
    frozen(parts.postgres),
    frozen(parts.temporal),
    ...(s3 ? [frozen(s3)] : []),
    stopPostgres,
    clockBack,
    disks.blobs.isReal ? fullDisk('blobs') : unwritableBlobs,
  ]
  return disks.database.isReal
    ? { faults: [...faults, fullDisk('database')], impossible: [] }
    : { faults, impossible: ['disk full: database (a small file system cannot be mounted here)'] }
}

const killChild: Fault = {
  name: 'kill -9 document child',
  inject: async ({ parts }, random) => {
    await parts.worker.up()
    const worker = parts.worker.running()?.pid
    const children = worker ? descendants(worker).filter((pid) => DOCUMENT_CHILD.test(commandLine(pid))) : []
    return children.length > 0 && send(random.pick(children), 'SIGKILL')
  },
}

/** Its connections stay open and nothing answers: worse for clients than a stop. */
const frozen = (part: Part): Fault => ({
  name: `${part.name} frozen for 20 s (SIGSTOP)`,
  inject: async () => {
    await part.up()
    const pid = part.running()?.pid
    if (!pid) return false
    const thaw = freeze(pid)
    await wait(OUTAGE_MS)
    thaw()
    return true
  },
})

const stopPostgres: Fault = {
  name: 'postgres stopped for 20 s',
  inject: async ({ parts }) => {
    await parts.postgres.up()
    await parts.postgres.hold()
    await wait(OUTAGE_MS)
    parts.postgres.resume()
    await parts.postgres.up()
    return true
  },
}

/** PostgreSQL and Temporal keep the real time. */
const clockBack: Fault = {
  name: `Date of api and worker ${HOURS_BACK} h back`,
  inject: async ({ clockFile }) => {
    writeFileSync(clockFile, String(-HOURS_BACK * 3_600_000))
    await wait(BACK_MS)
    rmSync(clockFile, { force: true })
    return true
  },
}

const fullDisk = (name: keyof ChaosStack['disks']): Fault => ({
  name: `disk full: ${name}`,
  inject: async ({ disks, config }) => {
    const disk = disks[name]
    // What the service deletes in the meantime is filled again.
    for (const end = performance.now() + FULL_MS; performance.now() < end; await wait(250)) {
      disk.fill()
      if (name === 'database') await needSpace(config.databaseUrl)
    }
    disk.free()
    return true
  },
})

/** PostgreSQL has space for some minutes in files that exist already: it has to begin a new segment of its log. */
async function needSpace(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000, query_timeout: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`select pg_logical_emit_message(true, 'chaos', 'full')`)
    await client.query('select pg_switch_wal()')
  } catch {
    // It has failed for lack of space, which is the purpose.
  } finally {
    await client.end().catch(() => undefined)
  }
}

const unwritableBlobs: Fault = {
  name: 'blobs not writable (simulated: drafts folder replaced by a file)',
  inject: async ({ disks }) => {
    const drafts = join(disks.blobs.folder, DRAFTS)
    renameSync(drafts, `${drafts}.kept`)
    writeFileSync(drafts, '')
    await wait(FULL_MS)
    rmSync(drafts)
    renameSync(`${drafts}.kept`, drafts)
    return true
  },
}

/**
 * Injects faults one after the other until `until` has passed, with random pauses. Each round contains every kind in random order, and the
 * first round is always completed. Returns the number of faults by name.
 */
export async function injectFaults(
  stack: ChaosStack,
  faults: readonly Fault[],
  random: Random,
  until: () => boolean,
  note: Note,
): Promise<Map<string, number>> {
  const done = new Map(faults.map(({ name }) => [name, 0]))
  for (let round = 0; round === 0 || !until(); round++) {
    for (const fault of shuffle(faults, random)) {
      if (round > 0 && until()) break
      await wait(random.between(500, 3500))
      note(fault.name)
      if (await fault.inject(stack, random)) done.set(fault.name, done.get(fault.name)! + 1)
      else note(`${fault.name}: no process to kill`)
    }
  }
  return done
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(random.integer(0, rest.length - 1), 1)[0]!)
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
