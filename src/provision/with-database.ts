import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { startPostgres } from './postgres.ts'
import { ProvisionError } from './problem.ts'
import { homeSecrets } from './secrets.ts'
import { lockHome, runningStack } from './stack-lock.ts'

/** Throws ProvisionError if the home contains no database. */
export function requireDatabaseIn(home: string): void {
  if (!existsSync(join(home, 'postgres')))
    throw new ProvisionError(`${home} contains no database; set SHEAF_HOME to the folder of your data.`)
}

/** Runs `work` on the database of DATABASE_URL or of the running stack; if no stack is running, starts its PostgreSQL server for this time. */
export async function withDatabase<T>(config: Config, command: string, work: () => Promise<T>): Promise<T> {
  if (config.mode === 'external' || runningStack(config.home)) return work()
  return withStoppedStack(config, command, work)
}

/** Runs `work` while the PostgreSQL server of the home runs and no stack does. Throws ProvisionError if a stack is running. */
export async function withStoppedStack<T>(config: Config, command: string, work: () => Promise<T>): Promise<T> {
  const { home, postgresPort: port } = config
  const lock = await lockHome(home, command)
  try {
    const postgres = await startPostgres({ home, port, password: homeSecrets(home).postgres_password })
    try {
      return await work()
    } finally {
      await postgres.stop()
    }
  } finally {
    lock.release()
  }
}
