/** Dependencies for tests that need no servers but the database. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Client } from '@temporalio/client'
import { BlobNotFound, type Blobs } from '../../src/blobs/index.ts'
import { readConfig, type Config } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'

/** What JavaScript itself asks of any object: `await`, and messages of assertions. */
const ASKED_OF_ALL = new Set(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', 'tagName', '$$typeof'])

/**
 * A T with some of its members. Reading another one is an error that names it, so that a test notices what it has not replaced. The names are
 * checked by the compiler, the members are not: those of clients have more overloads than a test implements.
 */
export function standIn<T extends object>(name: string, members: { [Name in keyof T]?: unknown }): T {
  const whole: unknown = new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !ASKED_OF_ALL.has(key))
        throw new Error(`The test uses ${name}.${key}, which it has not replaced.`)
      return Reflect.get(target, key, receiver) as unknown
    },
  })
  return whole as T
}

/** A blob store in memory. `failAt` lets the n-th following write fail (1 = the next). */
export interface MemoryBlobs extends Blobs {
  kept: Map<string, Buffer>
  failAt: number
}

export function memoryBlobs(): MemoryBlobs {
  const kept = new Map<string, Buffer>()
  const found = (key: string): Buffer => {
    const bytes = kept.get(key)
    if (!bytes) throw new BlobNotFound(key)
    return bytes
  }
  const discard = async (keys: string | readonly string[]) => {
    await Promise.resolve()
    for (const key of [keys].flat()) kept.delete(key)
  }
  const store: MemoryBlobs = {
    kept,
    failAt: 0,
    async put(key, body, { ifAbsent = false } = {}) {
      const bytes = body instanceof Uint8Array ? Buffer.from(body) : await buffer(body)
      await Promise.resolve()
      if (store.failAt > 0 && --store.failAt === 0) throw new Error('The disk is full.')
      if (ifAbsent && kept.has(key)) return false
      kept.set(key, bytes)
      return true
    },
    async stream(key, range = { start: 0 }) {
      await Promise.resolve()
      const end = range.end === undefined ? undefined : range.end + 1
      return Readable.from([found(key).subarray(range.start, end)])
    },
    async head(key) {
      await Promise.resolve()
      const bytes = kept.get(key)
      return bytes ? { size: bytes.length, modified: new Date(0) } : null
    },
    deleteRemains: () => Promise.resolve(0),
    create: () => Promise.resolve(false),
    check: () => Promise.resolve(),
    async get(key) {
      await Promise.resolve()
      return found(key)
    },
    delete: discard,
    discard,
    async *list(prefix) {
      await Promise.resolve()
      for (const key of [...kept.keys()]) if (key.startsWith(prefix)) yield key
    },
  }
  return store
}

export const testConfig: Config = {
  ...readConfig({
    DATABASE_URL: 'postgres://nowhere.example/sheaf',
    TEMPORAL_ADDRESS: 'nowhere.example:7233',
    TEMPORAL_TASK_QUEUE_PREFIX: 'test',
    BLOBS_FOLDER: '/nonexistent',
    SECRET_KEY: 'a test secret that is long enough for signing',
    SECRETS_KEY: 'a test secret that is long enough for encrypting',
  }),
  host: '127.0.0.1',
  port: 8090,
}

/** Complete dependencies: a silent log, blobs in memory, no Temporal. A part that a test has not given is an error when it is used. */
export function someDeps(given: Partial<Deps> & Pick<Deps, 'db'>): Deps {
  const silent = () => {}
  return {
    config: testConfig,
    blobs: memoryBlobs(),
    documents: standIn<Deps['documents']>('documents', {}),
    userChecks: standIn<Deps['userChecks']>('userChecks', {}),
    passwordChecks: standIn<Deps['passwordChecks']>('passwordChecks', {}),
    functions: standIn<Deps['functions']>('functions', {}),
    temporal: standIn<Client>('temporal', { withDeadline: () => Promise.reject(new Error('unavailable')) }),
    signals: { send: silent },
    channels: standIn<Deps['channels']>('channels', {}),
    outgoing: standIn<Deps['outgoing']>('outgoing', {}),
    ownApi: standIn<Deps['ownApi']>('ownApi', {}),
    log: standIn<Deps['log']>('log', { debug: silent, info: silent, warn: silent, error: silent }),
    clock: () => new Date(),
    ...given,
  }
}
