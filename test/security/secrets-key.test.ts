/** A process with another SECRETS_KEY than the one of its database does not start, and the checks of an operator say so. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { examinePart } from '../../src/domain/readiness/index.ts'
import { acceptSecretsKey, fitsSecretsKey, requireSecretsKey } from '../../src/domain/requests/key-check.ts'
import { seal } from '../../src/domain/requests/secrets.ts'
import { freePort } from '../../src/provision/ports.ts'
import { samples } from '../api/samples/index.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const root = join(import.meta.dirname, '../..')
const RIGHT = { secretsKey: 'the key of this database, which is long enough' }
const WRONG = { secretsKey: 'the key of some other database, long enough too' }
const REFUSED = 'SECRETS_KEY is not the key of the secrets in the database'

const home = mkdtempSync(join(tmpdir(), 'sheaf-keys-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const db = () => server.deps.db
const readiness = async (keys: { secretsKey: string; secretsKeyPrevious?: string }) => {
  const config = { ...server.deps.config, ...keys }
  return (await examinePart('database', { ...server.deps, config }, 60_000)).map(({ sentence }) => sentence)
}

beforeEach(async () => {
  await db()('key_checks').delete()
  await db()('hooks').delete()
})

describe('a database without a stored value', () => {
  it('takes the key of the first process, and refuses another', async () => {
    expect(await fitsSecretsKey(db(), RIGHT)).toBeNull()
    expect(await readiness(RIGHT)).toEqual([])
    await requireSecretsKey(db(), RIGHT)
    await requireSecretsKey(db(), RIGHT)
    await expect(requireSecretsKey(db(), WRONG)).rejects.toThrow(REFUSED)
  })

  it('takes one of two keys of processes that start at once', async () => {
    const started = await Promise.allSettled([RIGHT, WRONG].map((keys) => requireSecretsKey(db(), keys)))
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('has secrets of an earlier release, which tell the right key', async () => {
    const hook = await samples.hooks!.make(db(), tenant)
    const sealed_secrets = seal(RIGHT, 'hooks.secrets', { token: 'x' })
    await db()('hooks').where('id', hook).update({ sealed_secrets, sealed_config: null })
    await expect(requireSecretsKey(db(), WRONG)).rejects.toThrow(REFUSED)
    expect(await db()('key_checks')).toEqual([])
    await requireSecretsKey(db(), RIGHT)
    expect(await fitsSecretsKey(db(), RIGHT)).toBe(true)
  })
})

describe('a stored value', () => {
  beforeEach(() => requireSecretsKey(db(), RIGHT))

  it('makes the service not ready with another key, and ready with both', async () => {
    expect(await readiness(RIGHT)).toEqual([])
    expect(await readiness(WRONG)).toEqual([expect.stringContaining(REFUSED)])
    expect(await readiness({ ...WRONG, secretsKeyPrevious: RIGHT.secretsKey })).toEqual([])
  })

  it('is replaced when the key is lost', async () => {
    await acceptSecretsKey(db(), WRONG)
    expect(await readiness(WRONG)).toEqual([])
    expect(await readiness(RIGHT)).toEqual([expect.stringContaining(REFUSED)])
  })

  it.each(['api', 'worker', 'rotate-keys --lost', 'doctor'])('is compared by this command: %s', async (command) => {
    const child = spawn(
      process.execPath,
      ['--no-node-snapshot', join(root, 'src/cli/main.ts'), ...command.split(' ')],
      {
        cwd: home,
        env: {
          ...process.env,
          SHEAF_HOME: home,
          PORT: String(await freePort()),
          DATABASE_URL: server.deps.config.databaseUrl,
          TEMPORAL_ADDRESS: '127.0.0.1:1',
          BLOBS_FOLDER: home,
          SECRET_KEY: WRONG.secretsKey,
          SECRETS_KEY: WRONG.secretsKey,
        },
      },
    )
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    if (command.startsWith('rotate')) {
      expect(code, out).toBe(0)
      expect(await readiness(WRONG)).toEqual([])
    } else {
      expect(out).toContain(REFUSED)
      expect(code, out).not.toBe(0)
    }
  })
})
