/** The blob store of a run: a folder, or an S3 server in a process of its own, which keeps its objects in that folder. */
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../src/provision/ports.ts'
import { startProgram, type Program } from './program.ts'

export const STORES = ['folder', 's3'] as const
export type Store = (typeof STORES)[number]

export interface BlobServer {
  /** Settings of the service. */
  settings: Record<string, string>
  /** Starts the server; resolves when it accepts connections. Undefined for a folder. */
  start?: () => Promise<Program>
}

const BUCKET = 'chaos'
/** The only account of the server. */
const KEY = 'S3RVER'
const STARTED_MS = 30_000

/** Chooses where the service keeps its blobs. `home`: for the log of the server. */
export async function blobServer(store: Store, home: string, folder: string): Promise<BlobServer> {
  if (store === 'folder') return { settings: { BLOBS_FOLDER: folder } }
  const port = await freePort()
  const command = [process.execPath, join(import.meta.dirname, 's3-server.ts'), String(port), folder, BUCKET]
  return {
    settings: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    start: async () => {
      const program = startProgram('s3', command, home, {})
      const end = performance.now() + STARTED_MS
      while (!(await accepts(port))) {
        if (performance.now() > end) throw new Error(`The S3 server does not listen on port ${port}.`)
        await wait(100)
      }
      return program
    },
  }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
