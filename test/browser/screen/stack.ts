/** Starts the stack of `npm start` once for all tests of the review screen. It builds the screen first. */
import type { TestProject } from 'vitest/node'
import { freePort } from '../../../src/provision/ports.ts'
import { homeSecrets } from '../../../src/provision/secrets.ts'
import { removeHome, stackEnvironment, startUp } from '../../support/stack-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Origin of the service, without a path. */
    screenOrigin: string
    /** Port of the program that may show embedded reviews in a frame; a test starts it. */
    hostPort: number
    /** Database of the stack, for tests that need documents of earlier days. */
    databaseUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const hostPort = await freePort()
  const env: Record<string, string> = {
    ...(await stackEnvironment()),
    EMBEDDED_ANCESTORS: `http://127.0.0.1:${hostPort}`,
    RATE_LIMIT_PER_MINUTE: '0',
  }
  const stack = startUp(env)
  await stack.ready
  project.provide('screenOrigin', `http://127.0.0.1:${env['PORT']}`)
  project.provide('hostPort', hostPort)
  const { postgres_password } = homeSecrets(env['SHEAF_HOME']!)
  project.provide('databaseUrl', `postgres://postgres:${postgres_password}@127.0.0.1:${env['POSTGRES_PORT']}/sheaf`)
  return async () => {
    await stack.stop()
    removeHome(env)
  }
}
