/** Blobs that belong to no row, in both stores. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBlobs, type Blobs } from '../../src/blobs/index.ts'
import { notePending } from '../../src/domain/documents/pending-files.ts'
import { reconcileBlobs } from '../../src/domain/outbox/reconcile-blobs.ts'
import { database, useDatabase } from '../support/database.ts'
import { testS3, type TestS3 } from '../support/s3.ts'
import { anAnnotation, anOrganization } from './fixtures.ts'

let s3: TestS3
const folder = mkdtempSync(join(tmpdir(), 'sheaf-orphans-'))
useDatabase()
beforeAll(async () => {
  s3 = await testS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true })
})

const stores = {
  'the folder': () => openBlobs({ kind: 'folder', folder }),
  'the bucket': () => openBlobs(s3.blobs),
}
const DAY_MS = 24 * 3_600_000

describe.each(Object.entries(stores))('reconcile and blobs without a row in %s', (_, open) => {
  let blobs: Blobs
  beforeEach(() => {
    blobs = open()
  })
  const depsIn = (ms: number) => ({ db: database.db, blobs, clock: () => new Date(Date.now() + ms) })
  const keys = async () => {
    const found: string[] = []
    for await (const key of blobs.list('')) found.push(key)
    return found.sort()
  }

  it('deletes what a killed process wrote before its commit, once it is older than a day', async () => {
    const { db } = database
    const fixture = await anOrganization(db)
    const [live, purged] = [await anAnnotation(db, fixture, 'to_review'), await anAnnotation(db, fixture, 'purged')]
    const nameOf = async (id: number) => {
      const row = await db('annotations as a')
        .join('documents as d', 'd.id', 'a.document_id')
        .where('a.id', id)
        .first('d.s3_name')
      return row.s3_name as string
    }
    const [kept, emptied] = [await nameOf(live), await nameOf(purged)]
    await db('documents').where('s3_name', emptied).update({ has_content: false })
    const receiving = `receiving${Math.random()}`.replace('.', '')
    await notePending(db, [receiving])
    const needed = [
      `documents/${kept}`,
      `words/${kept}`,
      `pages/${kept}/1`,
      `pages/${kept}/1.300`,
      `extractions/${live}`,
      `documents/${receiving}`,
      'of-a-newer-version/x',
    ]
    const orphans = [
      'documents/lost',
      'words/lost',
      'pages/lost/1',
      'emails/lost',
      'extractions/999999999',
      `documents/${emptied}`,
      `words/${emptied}`,
      `extractions/${purged}`,
    ]
    for (const key of [...needed, ...orphans]) await blobs.put(key, Buffer.from('x'))

    expect(await reconcileBlobs(depsIn(DAY_MS - 3_600_000))).toEqual({ orphans: [], deleted: true })
    const plan = await reconcileBlobs(depsIn(DAY_MS + 60_000), { dryRun: true })
    expect(plan.orphans.sort()).toEqual(orphans.sort())
    expect(await keys()).toHaveLength(needed.length + orphans.length)
    const done = await reconcileBlobs(depsIn(DAY_MS + 60_000))
    expect(done.orphans.sort()).toEqual(orphans)
    expect(await keys()).toEqual(needed.sort())
    await blobs.delete(needed)
  })

  it('keeps a store most of which belongs to no row, unless forced', async () => {
    const lost = Array.from({ length: 101 }, (_, number) => `documents/lost${number}`)
    for (const key of lost) await blobs.put(key, Buffer.from('x'))
    const { deleted, orphans } = await reconcileBlobs(depsIn(2 * DAY_MS))
    expect([deleted, orphans.length]).toEqual([false, 101])
    expect(await keys()).toHaveLength(101)
    expect((await reconcileBlobs(depsIn(2 * DAY_MS), { force: true })).deleted).toBe(true)
    expect(await keys()).toEqual([])
  })
})
