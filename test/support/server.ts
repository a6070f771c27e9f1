/** A real HTTP server with its own database, for tests of the API. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import { readConfig, type Config } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { openDeps } from '../../src/open-deps.ts'
import { connectionSharing } from '../../src/work/on-behalf.ts'
import { testDatabase } from './database.ts'
import { sharedDocuments } from './documents.ts'

export const CREATE_KEY = 'test-create-key'

export interface TestServer {
  /** Base URL, which ends in `/api/v1`. */
  root: string
  deps: Deps
  stop(): Promise<void>
}

/** Starts a server. `overrides` replaces dependencies, e.g. by a failing blob store; `env` adds settings. */
export async function testServer(overrides: Partial<Deps> = {}, env: Record<string, string> = {}): Promise<TestServer> {
  const limit = env['STATEMENT_TIMEOUT_S']
  const { db, url, drop } = await testDatabase({
    purpose: 'requests',
    sharing: connectionSharing,
    ...(limit ? { statementTimeoutS: Number(limit) } : {}),
  })
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-api-'))
  const config: Config = {
    ...readConfig({
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      BLOBS_FOLDER: folder,
      SECRET_KEY: 'a test secret that is long enough for signing',
      SECRETS_KEY: 'a test secret that is long enough for encrypting',
      SHEAF_CREATE_KEY: CREATE_KEY,
      LOG_LEVEL: 'error',
      FUNCTION_PROCESSES: '1',
      RATE_LIMIT_PER_MINUTE: '0',
      ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
      ORGANIZATION_CPU_PERCENT: '0',
      USER_CPU_PERCENT: '0',
      ORGANIZATION_MB_PER_MINUTE: '0',
      ...env,
    }),
    port: 0,
  }
  const deps = await openDeps(overrides.config ?? config, { db, documents: sharedDocuments(), ...overrides })
  const api = await startApi(config, deps)
  return {
    root: `${api.url}/v1`,
    deps,
    stop: async () => {
      await api.stop()
      await deps.close()
      await overrides.outgoing?.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
