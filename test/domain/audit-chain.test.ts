/** Audit logs are sealed by day in a chain, which stays valid when keys are replaced and old records removed. */
import { describe, expect, it } from 'vitest'
import { removeOldAuditLogs, sealAuditDays } from '../../src/domain/requests/audit-days.ts'
import { completeAudit } from '../../src/domain/requests/audit.ts'
import { rotateKeys } from '../../src/domain/requests/rotate-keys.ts'
import {
  OLD,
  NEW,
  organization_id,
  days,
  db,
  sealer,
  verify,
  problem,
  insert,
  at,
  day,
  useAuditedDays,
} from './audit-chain-setup.ts'
import { anOrganization } from './fixtures.ts'

useAuditedDays()

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

  it('a longer retention of the organization the chain fits, and its records stay', async () => {
    await db()('organizations').where('id', organization_id).update({ audit_log_months: 14 })
    await insert(400)
    await sealAuditDays(sealer())
    expect(await removeOldAuditLogs(sealer())).toBe(0)
    expect(await day(400).first('removed_at')).toEqual({ removed_at: null })
    await db()('organizations').where('id', organization_id).update({ audit_log_months: 12 })
    expect(await removeOldAuditLogs(sealer())).toBe(1)
    expect(await problem()).toBeNull()
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
