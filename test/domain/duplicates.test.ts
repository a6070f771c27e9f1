import { describe, expect, it } from 'vitest'
import { relateDuplicates } from '../../src/domain/intake/duplicates.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { database, useDatabase } from '../support/database.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal } from './fixtures.ts'

describe('relateDuplicates', () => {
  useDatabase()

  it('adds the document and at most 1,000 others, of any number', async () => {
    const { db } = database
    const fixture = await anOrganization(db)
    const id = await anAnnotation(db, fixture, 'to_review')
    const { document_id } = await db('annotations').where({ id }).first('document_id')
    await db('documents').where('id', document_id).update({ sha256: 'same', md5: 'same' })
    await db.raw(
      `insert into annotations (organization_id, queue_id, schema_id, document_id, status)
       select organization_id, queue_id, schema_id, document_id, status from annotations, generate_series(1, 33000)
        where id = ?`,
      [id],
    )
    const annotation = { id, organization_id: fixture.organization_id, sha256: 'same', md5: 'same' }
    const { deps } = depsWithoutTemporal(db)
    const relate = () => transact(deps, (tx) => relateDuplicates(tx, annotation))
    await relate()
    await relate()
    expect(await db('relation_annotations').count('* as rows').first()).toEqual({ rows: 1001 })
    expect(await db('relation_annotations').where('annotation_id', id)).toHaveLength(1)
  })
})
