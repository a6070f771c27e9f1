import { randomBytes } from 'node:crypto'
import { Client } from '@temporalio/client'
import { inject } from 'vitest'
import { prepareNamespace } from '../../src/provision/temporal-namespace.ts'
import { openTemporalConnection } from '../../src/temporal-connection.ts'

export interface TestTemporal {
  address: string
  /** Used by one test file only, because ids in every test database start at 1 and workflow ids repeat. */
  namespace: string
  client: Client
  close(): Promise<void>
}

/** Creates a Temporal namespace for one test file: `const temporal = await testTemporal(); afterAll(temporal.close)`. */
export async function testTemporal(
  /** By default the server of the test run. */
  address = inject('temporalAddress'),
): Promise<TestTemporal> {
  const namespace = `test-${randomBytes(6).toString('hex')}`
  const connection = openTemporalConnection({ address })
  await prepareNamespace(connection, namespace, 1)
  return { address, namespace, client: new Client({ connection, namespace }), close: () => connection.close() }
}
