/** SECRET_KEY and SECRETS_KEY are replaced with two active at a time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import { rotateKeys, SEALED } from '../../src/domain/requests/rotate-keys.ts'
import { seal, unseal } from '../../src/domain/requests/secrets.ts'
import { samples } from '../api/samples/index.ts'
import { as } from '../support/as.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

const root = join(import.meta.dirname, '../..')
const NEW = 'a new key of more than thirty-two letters'

useTenantServer()

let old: { secretsKey: string }
let both: { secretsKey: string; secretsKeyPrevious: string }
/** A row of each table with sealed values. */
const ids: Record<string, number> = {}

beforeAll(async () => {
  const { db } = server.deps
  old = { secretsKey: server.deps.config.secretsKey }
  both = { secretsKey: NEW, secretsKeyPrevious: old.secretsKey }
  for (const table of ['hooks', 'connectors', 'oidc_providers', 'inboxes', 'export_profiles'])
    ids[table] = await samples[table]!.make(db, tenant)
  const { organization_id, user_id } = tenant
  const empty = Buffer.alloc(0)
  const [letter] = await db('letters').insert({ organization_id, sealed_message: empty }).returning('id')
  const row = { organization_id, user_id, key: 'k', fingerprint: empty, status: 200 }
  const [kept] = await db('idempotency_keys').insert(row).returning('id')
  const call = { organization_id, hook_id: ids.hooks, event: 'invocation', action: 'manual', status: 'completed' }
  const [run] = await db('hook_runs')
    .insert({ ...call, request_id: randomUUID() })
    .returning('id')
  const day = { organization_id, day: '2026-01-02', rows: 0, hash: empty, sealed_hash: empty, sealed_at: db.fn.now() }
  const [sealed] = await db('audit_days').insert(day).returning('id')
  const [check] = await db('key_checks').insert({ id: 1, sealed_value: empty }).returning('id')
  Object.assign(ids, {
    audit_days: sealed.id,
    key_checks: check.id,
    letters: letter.id,
    idempotency_keys: kept.id,
    hook_runs: run.id,
  })
})

const sealAll = async (config: { secretsKey: string }) => {
  for (const { table, column, place } of SEALED)
    await server.deps
      .db(table)
      .where('id', ids[table])
      .update({ [column]: seal(config, place, `${place} in the clear`) })
}
const readAll = async (config: { secretsKey: string; secretsKeyPrevious?: string }) => {
  for (const { table, column, place } of SEALED) {
    const row = await server.deps.db(table).where('id', ids[table]).first(`${column} as sealed`)
    expect(unseal(config, place, row.sealed)).toBe(`${place} in the clear`)
  }
}

describe('SECRETS_KEY', () => {
  it('covers every sealed column of the database', () => {
    const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8')
    const columns = [...schema.matchAll(/^ {2}(sealed_\w+) bytea/gm)].map(([, name]) => name!)
    expect(columns.length).toBeGreaterThan(4)
    expect(SEALED.map(({ column }) => column).filter((name) => name !== 'body')).toEqual(
      expect.arrayContaining(columns),
    )
    const sources = SEALED.map(({ place }) => place)
    expect(sources).toHaveLength(columns.length + 1)
  })

  it('needs only the new key afterwards', async () => {
    await sealAll(old)
    await readAll(both)
    await expect(readAll({ secretsKey: NEW })).rejects.toThrow('cannot be decrypted')
    const done = await rotateKeys(server.deps.db, both)
    expect(done.map(({ changed, unreadable }) => [changed, unreadable])).toEqual(SEALED.map(() => [1, []]))
    await readAll({ secretsKey: NEW })
  })

  it('is rotated again without changes, also after an interruption', async () => {
    await sealAll(old)
    const interrupted = rotateKeys(server.deps.db, both, ({ table }) => {
      if (table === 'connectors') throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    const rest = await rotateKeys(server.deps.db, both)
    const done = SEALED.findIndex(({ table }) => table === 'connectors') + 1
    expect(rest.slice(0, done).map(({ changed, current }) => [changed, current])).toEqual(
      Array.from({ length: done }, () => [0, 1]),
    )
    expect(rest.slice(done).every(({ changed }) => changed === 1)).toBe(true)
    const again = await rotateKeys(server.deps.db, both)
    expect(again.map(({ changed, current }) => [changed, current])).toEqual(SEALED.map(() => [0, 1]))
  })

  it('is rotated by a command, which reports values of unknown keys', async () => {
    await sealAll(old)
    const command = async (previous: string) => {
      const child = spawn(process.execPath, [join(root, 'src/cli/main.ts'), 'rotate-keys'], {
        env: {
          ...process.env,
          DATABASE_URL: server.deps.config.databaseUrl,
          TEMPORAL_ADDRESS: '127.0.0.1:1',
          BLOBS_FOLDER: '/nowhere',
          SECRET_KEY: NEW,
          SECRETS_KEY: NEW,
          SECRETS_KEY_PREVIOUS: previous,
        },
      })
      let out = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
      const [code] = (await once(child, 'close')) as [number]
      return { code, out }
    }
    const lost = await command('a key that was never used for anything')
    expect(lost).toMatchObject({ code: 1, out: expect.stringContaining('1 cannot be decrypted') })
    expect(await command(old.secretsKey)).toMatchObject({
      code: 0,
      out: expect.stringContaining('hooks.sealed_secrets: 1 encrypted with the new key, 0 already were'),
    })
    await readAll({ secretsKey: NEW })
    const { out } = await command(old.secretsKey)
    expect(out.trim().split('\n').toSorted()).toEqual(
      SEALED.map(({ table, column }) => `${table}.${column}: 0 encrypted with the new key, 1 already were`).toSorted(),
    )
  })
})

describe('SECRET_KEY', () => {
  it('accepts cursors of the previous key and signs with the new one', async () => {
    const { secretKey } = server.deps.config
    const first = await page(server.root, '')
    const during = { secretKey: NEW, secretKeyPrevious: secretKey }
    const second = await withKeys(during, (at) => page(at, first.cursor))
    expect(second.status).toBe(200)
    const after = await withKeys({ secretKey: NEW }, async (at) => [
      (await page(at, first.cursor)).status,
      (await page(at, second.cursor)).status,
    ])
    expect(after).toEqual([400, 200])
  })

  async function page(at: string, cursor: string) {
    const { status, body } = await as(at, tenant.token).get(`/groups?page_size=1&cursor=${encodeURIComponent(cursor)}`)
    const next = body.pagination?.next as string | undefined
    return { status, cursor: next ? (new URL(next).searchParams.get('cursor') ?? '') : '' }
  }

  async function withKeys<T>(
    keys: { secretKey: string; secretKeyPrevious?: string },
    work: (at: string) => Promise<T>,
  ): Promise<T> {
    const config = { ...server.deps.config, ...keys }
    const api = await startApi(config, { ...server.deps, config })
    try {
      return await work(`${api.url}/v1`)
    } finally {
      await api.stop()
    }
  }
})
