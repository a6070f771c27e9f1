/** Changes of sealed audit records, and of the chain itself, are evident. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hashDay, sealDay } from '../../src/domain/requests/audit-chain.ts'
import { sealAuditDays } from '../../src/domain/requests/audit-days.ts'
import {
  OLD,
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

useAuditedDays()

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

describe('sheaf audit verify reports the first day with', () => {
  beforeEach(() => sealAuditDays(sealer()))

  it.each(Object.entries(TAMPERED))('%s', async (_, { tamper, ago, problem: expected }) => {
    expect(await problem()).toBeNull()
    await tamper()
    expect(await problem()).toEqual([days[ago], expected])
  })

  it('a chain that the service continued after its last days were deleted, with the anchors of an earlier check', async () => {
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
