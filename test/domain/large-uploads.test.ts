/** Uploads with more documents than one statement or one run of the workflow handles. */
import { describe, expect, it } from 'vitest'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { startImport } from '../../src/domain/intake/start-import.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { database, useDatabase } from '../support/database.ts'
import { fakeDocuments } from '../workflows/fake-documents.ts'
import { anOrganization, depsWithoutTemporal } from './fixtures.ts'

const zip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])
/** With eleven columns of an annotation each, more values than one statement may have. */
const COUNT = 6_000

describe('an upload of 6,000 documents', () => {
  useDatabase()

  it('gets an annotation for each document, and steps of 1,000 documents until all were returned', async () => {
    const { deps } = depsWithoutTemporal(database.db)
    const fixture = await anOrganization(database.db)
    const files = [{ name: 'all.zip', bytes: zip }]
    const { upload_id, document_ids } = await createUpload(deps, { queue: fixture.queue, who: fixture.who, files })
    await database.db.raw(
      `insert into documents (organization_id, upload_id, parent_id, s3_name, mime_type, original_file_name, size, sha256, md5)
       select organization_id, upload_id, id, s3_name || n, 'application/pdf', n || '.pdf', 1, sha256, md5
         from documents, generate_series(1, ?::int) n where id = ?`,
      [COUNT, document_ids[0]!],
    )
    const seen: number[] = []
    const sizes: number[] = []
    for (let after: number | undefined = 0; after !== undefined;) {
      const { steps, next } = await startImport(deps, upload_id, after)
      seen.push(...steps.map(({ annotation_id }) => annotation_id))
      sizes.push(steps.length)
      after = next
    }
    expect(sizes).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 0])
    expect(seen).toEqual(await database.db('annotations').where({ upload_id }).orderBy('id').pluck('id'))
    expect(new Set(seen).size).toBe(COUNT)
  })

  it('is accepted by the older import', async () => {
    const members = Array.from({ length: 999 }, (_, n) => ({ name: `${n}.pdf`, bytes: Buffer.from(`%PDF-1.7 ${n}`) }))
    const documents = { ...fakeDocuments(), unpack: () => Promise.resolve(members) }
    const deps = { ...depsWithoutTemporal(database.db).deps, documents }
    const { queue, who } = await anOrganization(database.db)
    const files = Array.from({ length: 7 }, (_, n) => ({ name: `${n}.zip`, bytes: zip }))
    const made = await importNow(deps, { queue, who, files })
    expect(new Set(made.map(({ annotation_id }) => annotation_id)).size).toBe(7 * 999)
  })
})
