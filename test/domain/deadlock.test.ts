import { describe, expect, it } from 'vitest'
import { inTransaction, transact, type NewDelivery, type Tx } from '../../src/domain/outbox/transaction.ts'
import { database, useDatabase } from '../support/database.ts'

describe('two transactions that wait for each other', () => {
  useDatabase()
  const signals = { send: (_deliveries: readonly NewDelivery[]) => undefined }

  it.each([
    ['transact', (work: (tx: Tx) => Promise<void>) => transact({ db: database.db, signals }, work)],
    ['inTransaction', (work: (tx: Tx) => Promise<void>) => inTransaction(database.db, work)],
  ])('both commit: %s repeats the one that PostgreSQL ends', async (_name, run) => {
    const { db } = database
    const rows = (await db('organization_groups')
      .insert([{ name: 'a' }, { name: 'b' }])
      .returning('id')) as { id: number }[]
    const [a, b] = rows.map(({ id }) => id) as [number, number]
    let attempts = 0
    const bothHold = Promise.withResolvers<void>()
    const rename = (order: number[]) =>
      run(async (tx) => {
        const isLast = ++attempts === 2
        await tx('organization_groups')
          .where('id', order[0]!)
          .update({ name: tx.raw(`name || '+'`) })
        if (isLast) bothHold.resolve()
        await bothHold.promise
        await tx('organization_groups')
          .where('id', order[1]!)
          .update({ name: tx.raw(`name || '+'`) })
      })
    await Promise.all([rename([a, b]), rename([b, a])])
    expect(attempts).toBeGreaterThan(2)
    expect(await db('organization_groups').whereIn('id', [a, b]).orderBy('id').pluck('name')).toEqual(['a++', 'b++'])
  })
})
