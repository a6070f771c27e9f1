import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/provision/ports.ts'
import { resolveTemporal } from '../../src/provision/temporal-binary.ts'
import { startTemporal } from '../../src/provision/temporal-server.ts'

export interface OwnTemporal {
  address: string
  /** Its state is in the folder `temporal` of this folder. */
  home: string
  stop(): Promise<unknown>
  /** Starts it again at the same address, with the state that it finds. */
  start(): Promise<void>
}

/** Starts a Temporal server that a test can stop. `undos` receives what stops it and deletes its state after the test. */
export async function ownTemporal(undos: (() => unknown)[]): Promise<OwnTemporal> {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-temporal-'))
  undos.push(() => rmSync(home, { recursive: true, force: true }))
  const choice = await resolveTemporal({ home, note: () => undefined })
  if (choice.kind !== 'binary')
    throw new Error('This test stops the server, so it needs the program instead of an address.')
  const options = { home, binary: choice.path, port: await freePort() }
  let server = await startTemporal(options)
  undos.push(() => server.stop())
  return {
    address: server.address,
    home,
    stop: () => server.stop(),
    async start() {
      server = await startTemporal(options)
    },
  }
}
