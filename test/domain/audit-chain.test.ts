/** Audit logs are sealed by day in a chain; changes of records and of the chain itself are noticed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rotateKeys } from '../../src/domain/requests/rotate-keys.ts'
import { hashDay, sealDay } from '../../src/domain/requests/audit-chain.ts'
import { removeOldAuditLogs, sealAuditDays } from '../../src/domain/requests/audit-days.ts'
import { verifyAuditLogs, type VerifiedLog, type VerifyOptions } from '../../src/domain/requests/verify-audit.ts'
import { completeAudit } from '../../src/domain/requests/audit.ts'
import { database, useDatabase } from '../support/database.ts'
import { anOrganization, depsWithoutTemporal } from './fixtures.ts'

useDatabase()

const OLD = { secretsKey: 'the key of this database, which is long enough' }
const NEW = { secretsKey: 'the next key of this database, long enough too' }

let organization_id: number
/** Days before today, in UTC. */
const days: Record<number, string> = {}

const db = () => database.db
const sealer = (keys = OLD) => {
  const { deps } = depsWithoutTemporal(db())
  return { ...deps, config: { ...deps.config, ...keys } }
}
const verify = async (options: VerifyOptions = {}, keys: Parameters<typeof verifyAuditLogs>[1] = OLD) => {
  const logs: VerifiedLog[] = []
  for await (const log of verifyAuditLogs(db(), keys, options)) logs.push(log)
  return logs
}
const problem = async (...options: Parameters<typeof verify>) => {
  const of = (await verify(...options)).find((log) => log.organization_id === organization_id)!.problem
  return of && [of.day, of.problem]
}
const insert = async (ago: number, columns: object = {}) => {
  const row = { organization_id, object_type: 'queue', object_id: ago, action: 'update', username: 'ada' }
  const content = { path: '/queues', method: 'PATCH', request_id: `r${ago}`, details: { from: 1 } }
  const timestamp = `${days[ago]}T12:00:00Z`
  await db()('audit_logs').insert({ ...row, content: JSON.stringify(content), timestamp, ...columns })
}
const at = (ago: number) => db()('audit_logs').where({ organization_id, object_id: ago })
const day = (ago: number) => db()('audit_days').where({ organization_id, day: days[ago] })

beforeAll(async () => {
  const { rows } = await db().raw<{ rows: { ago: number; day: string }[] }>(
    `select ago, (now() at time zone 'utc')::date - ago as day from generate_series(0, 400) as ago`,
  )
  for (const one of rows) days[one.ago] = one.day
})

beforeEach(async () => {
  await db()('audit_logs').delete()
  await db()('audit_days').delete()
  ;({ organization_id } = await anOrganization(db()))
  // No record four days ago.
  for (const ago of [6, 5, 3, 2]) await insert(ago)
  await insert(5)
  await insert(3, { object_type: 'document', content: JSON.stringify({ path: '/api/v1/uploads/bill.pdf' }) })
})

describe('the chain', () => {
  it('has each day from the first record on, also days without records, and is not written twice', async () => {
    await sealAuditDays(sealer())
    const [{ sealed_at }] = await db()('audit_days').where({ organization_id }).orderBy('day').select('sealed_at')
    // A day may have become complete between the two.
    await sealAuditDays(sealer())
    const [first] = await db()('audit_days').where({ organization_id }).orderBy('day').select('sealed_at')
    expect(first.sealed_at).toBe(sealed_at)
    const count = (await db()('audit_days').where({ organization_id })).length
    expect(count).toBeGreaterThanOrEqual(5)
    const [log] = await verify({ organization_id })
    expect(log).toMatchObject({
      first_day: days[6],
      days: count,
      rows: 6,
      problem: null,
      late_days: [],
      begun_at: sealed_at,
    })
    expect(await db()('audit_days').where({ organization_id }).orderBy('day').pluck('rows')).toEqual(
      [1, 2, 0, 2, 1, 0, 0].slice(0, count),
    )
  })

  it('of one organization is sealed although another one cannot be', async () => {
    const [{ id }] = await db()('organizations').orderBy('id').limit(1).select('id')
    await insert(3, { organization_id: id })
    await db().raw(`
      create function refuse() returns trigger language plpgsql as 'begin raise exception ''no room''; end';
      create trigger refuse before insert on audit_days for each row when (new.organization_id = ${id}) execute function refuse()`)
    await expect(sealAuditDays(sealer())).rejects.toThrow('no room')
    await db().raw('drop trigger refuse on audit_days; drop function refuse')
    expect(await db()('audit_days').where({ organization_id: id })).toEqual([])
    expect(await day(5).first('rows')).toEqual({ rows: 2 })
  })

  it('is separate for each organization', async () => {
    const first = organization_id
    const other = await anOrganization(db())
    await insert(5, { organization_id: other.organization_id })
    await sealAuditDays(sealer())
    await db()('audit_logs').where({ organization_id: first, object_id: 5 }).delete()
    const found = (await verify()).map((log) => [log.organization_id, log.problem?.problem])
    expect(found).toContainEqual([first, 'missing'])
    expect(found).toContainEqual([other.organization_id, undefined])
  })

  it('waits for the transactions that may have written records of the day', async () => {
    const late = await db().transaction()
    const row = {
      organization_id,
      object_type: 'user',
      object_id: 9,
      action: 'login',
      timestamp: `${days[5]}T23:59:59Z`,
    }
    await late('audit_logs').insert(row)
    let polls = 0
    const polledTwice = new Promise<void>((resolve) => {
      db().on('query', ({ sql }: { sql: string }) => {
        if (sql.includes('pg_locks') && ++polls === 2) resolve()
      })
    })
    const sealed = sealAuditDays(sealer())
    await polledTwice
    expect(await db()('audit_days').where({ organization_id }).first('id')).toBeUndefined()
    await late.commit()
    await sealed
    expect(await problem()).toBeNull()
    expect(await day(5).first('rows')).toEqual({ rows: 3 })
  })

  it('seals no day that has not been over for a while, and no request changes a sealed record', async () => {
    await insert(0, { timestamp: db().fn.now() })
    await sealAuditDays(sealer())
    expect(await day(0).first('id')).toBeUndefined()
    const [{ id }] = await at(5).select('id')
    await completeAudit(db(), { method: 'GET', path: '/', request_id: 'r', written: [id] }, 200)
    expect(await problem()).toBeNull()
  })

  it('gives records the time at which they are written, not the start of their transaction', async () => {
    await db().transaction(async (tx) => {
      const row = { organization_id, object_type: 'user', object_id: 77, action: 'login' }
      await tx('audit_logs').insert(row)
      const [found] = await tx('audit_logs').where('object_id', 77).select(tx.raw('"timestamp" > now() as is_later'))
      expect(found.is_later).toBe(true)
    })
  })

  it('allows the name of a file to be erased', async () => {
    await sealAuditDays(sealer())
    await at(3)
      .where('object_type', 'document')
      .update({ content: JSON.stringify({ path: '' }) })
    expect(await problem()).toBeNull()
  })
})

/** Other values of each column of a record. */
const VALUES: Record<string, unknown> = {
  id: 4_000_000,
  object_type: 'hook',
  object_id: 55,
  action: 'delete',
  username: 'bob',
  content: JSON.stringify({ path: '/queues', method: 'PATCH', request_id: 'r5', details: { from: 2 } }),
  timestamp: '12:00:00.000001Z',
}

describe('a changed record is noticed', () => {
  beforeEach(() => sealAuditDays(sealer()))

  it('in every column', async () => {
    const columns = Object.keys(await db()('audit_logs').columnInfo())
    expect(Object.keys(VALUES).toSorted()).toEqual(columns.filter((name) => name !== 'organization_id').toSorted())
  })

  it.each(Object.entries(VALUES))('in %s', async (column, value) => {
    const changed = column === 'timestamp' ? `${days[2]}T${String(value)}` : value
    await at(2).update({ [column]: changed })
    expect(await problem()).toEqual([days[2], 'changed'])
  })

  it('if values move from one column to the next', async () => {
    await at(2).update({ action: 'updatead', username: 'a' })
    expect(await problem()).toEqual([days[2], 'changed'])
  })

  it('if the username is removed or empty', async () => {
    await at(2).update({ username: '' })
    expect(await problem()).toEqual([days[2], 'changed'])
  })
})

/** What someone with only the database can do: the first day that does not fit, and how. */
const TAMPERED: Record<string, { tamper: () => Promise<unknown>; ago: number; problem: string }> = {
  'a deleted record': { tamper: () => at(3).where('object_type', 'queue').delete(), ago: 3, problem: 'missing' },
  'an added record': { tamper: () => insert(4), ago: 4, problem: 'added' },
  'a record before the first day': { tamper: () => insert(9), ago: 9, problem: 'added' },
  'a record of another day': {
    tamper: () => at(2).update({ timestamp: `${days[4]}T12:00:00Z` }),
    ago: 4,
    problem: 'added',
  },
  'a record of another organization': {
    tamper: () => at(2).update({ organization_id: organization_id + 1_000 }),
    ago: 2,
    problem: 'missing',
  },
  'a deleted day': { tamper: () => day(4).delete(), ago: 4, problem: 'missing-day' },
  'a deleted first day': { tamper: () => day(6).delete(), ago: 5, problem: 'changed' },
  'a deleted end of the chain': {
    tamper: () => db()('audit_days').where({ organization_id }).where('day', '>', days[5]!).delete(),
    ago: 4,
    problem: 'missing-day',
  },
  'a deleted chain': { tamper: () => db()('audit_days').delete(), ago: 6, problem: 'missing-day' },
  'another hash': { tamper: () => day(3).update({ hash: Buffer.alloc(32) }), ago: 3, problem: 'changed-day' },
  'another number of records': { tamper: () => day(3).update({ rows: 1 }), ago: 3, problem: 'added' },
  'another time of sealing': { tamper: () => day(3).update({ sealed_at: db().fn.now() }), ago: 3, problem: 'changed' },
  'the seal of another day': {
    tamper: async () => {
      const { hash, sealed_hash } = await day(4).first('hash', 'sealed_hash')
      await day(3).update({ hash, sealed_hash })
    },
    ago: 3,
    problem: 'changed-day',
  },
  'a removal that the service has not made': {
    tamper: async () => {
      await at(3).delete()
      await day(3).update({ removed_at: db().fn.now() })
    },
    ago: 3,
    problem: 'changed-day',
  },
  'a chain computed with another key': {
    tamper: async () => {
      await at(3).delete()
      await db()('audit_days').where('day', '>', days[4]!).delete()
      await sealAuditDays(sealer({ secretsKey: 'a key of someone with only the database' }))
    },
    ago: 3,
    problem: 'unknown-key',
  },
}

describe('sheaf audit verify names the first day with', () => {
  beforeEach(() => sealAuditDays(sealer()))

  it.each(Object.entries(TAMPERED))('%s', async (_, { tamper, ago, problem: expected }) => {
    expect(await problem()).toBeNull()
    await tamper()
    expect(await problem()).toEqual([days[ago], expected])
  })

  it('a chain that the service itself made anew after its end was deleted, with the anchors of an earlier check', async () => {
    const anchors = await verify()
    expect(await problem({ anchors })).toBeNull()
    await at(2).delete()
    await db()('audit_days').where({ organization_id }).where('day', '>', days[3]!).delete()
    await sealAuditDays(sealer())
    expect(await problem()).toBeNull()
    expect(await problem({ anchors })).toEqual([anchors.at(-1)!.last_day, 'replaced'])
    await db()('audit_days').where({ organization_id }).delete()
    await db()('audit_logs').where({ organization_id }).delete()
    expect(await problem({ anchors })).toEqual([anchors.at(-1)!.last_day, 'missing-day'])
  })

  it('nothing wrong, but the days that were sealed long after their end', async () => {
    await db()('audit_days').delete()
    const head = { organization_id, day: days[6]!, sealed_at: `${days[5]}T12:00:00.000000Z`, previous: null }
    const { hash, rows } = await hashDay(db(), head)
    const sealed_hash = sealDay(OLD, { ...head, hash, removed_at: null })
    const { previous: _, ...columns } = head
    await db()('audit_days').insert({ ...columns, rows, hash, sealed_hash })
    await sealAuditDays(sealer())
    const [log] = await verify({ organization_id })
    // The third one is late only from midnight on.
    expect(log).toMatchObject({
      problem: null,
      late_days: expect.arrayContaining([days[5], days[4], days[3]]) as string[],
    })
  })
})

describe('after', () => {
  it('the replacement of SECRETS_KEY the chain fits, with the new key alone', async () => {
    await sealAuditDays(sealer())
    const both = { secretsKey: NEW.secretsKey, secretsKeyPrevious: OLD.secretsKey }
    expect(await problem({}, both)).toBeNull()
    expect(await problem({}, NEW)).toEqual([days[6], 'unknown-key'])
    await rotateKeys(db(), both)
    expect(await problem({}, NEW)).toBeNull()
    expect(await problem({}, OLD)).toEqual([days[6], 'unknown-key'])
  })

  it('the removal of old records the chain fits, and records cannot return', { timeout: 180_000 }, async () => {
    await insert(400)
    await insert(380)
    await sealAuditDays(sealer())
    const before = (await verify({ organization_id }))[0]!
    expect(await removeOldAuditLogs(sealer())).toBe(2)
    expect(await db()('audit_logs').where({ organization_id }).whereIn('object_id', [400, 380])).toEqual([])
    const [log] = await verify({ organization_id, anchors: [before] })
    expect(log).toMatchObject({ first_day: days[400], days: before.days, rows: 6, problem: null })
    await sealAuditDays(sealer())
    expect(await problem()).toBeNull()
    await insert(390)
    expect(await problem()).toEqual([days[390], 'added'])
  })

  it('an interrupted removal the chain fits, and the next one completes it', { timeout: 180_000 }, async () => {
    await insert(380)
    await sealAuditDays(sealer())
    const interrupted = sealer()
    interrupted.db = new Proxy(db(), {
      get: (target, name) =>
        name === 'raw'
          ? (sql: string, ...values: []) =>
              sql.startsWith('delete') ? Promise.reject(new Error('killed')) : target.raw(sql, ...values)
          : (Reflect.get(target, name) as unknown),
    })
    await expect(removeOldAuditLogs(interrupted)).rejects.toThrow('killed')
    expect(await at(380)).toHaveLength(1)
    expect(await problem()).toBeNull()
    expect(await removeOldAuditLogs(sealer())).toBe(1)
    expect(await problem()).toBeNull()
  })
})
