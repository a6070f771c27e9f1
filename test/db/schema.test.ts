import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dumpSchema } from '../../db/dump.ts'
import { database, useDatabase } from '../support/database.ts'

useDatabase()

describe('the migrated schema', () => {
  it('is identical to db/schema.sql, which npm run docs writes', async () => {
    const committed = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8')
    expect(await dumpSchema(database.db)).toBe(committed)
  })

  it('counts annotations per queue and status through inserts, moves between queues, status changes and deletions', async () => {
    const { db } = database
    const one = async (table: string, row: object) => (await db(table).insert(row).returning('id'))[0].id as number
    const organization_group_id = await one('organization_groups', { name: 'g' })
    const organization_id = await one('organizations', { name: 'o', organization_group_id })
    const schema_id = await one('schemas', { organization_id, name: 's', content: '[]' })
    const first = await one('queues', { organization_id, schema_id, name: 'a' })
    const second = await one('queues', { organization_id, schema_id, name: 'b' })
    const document_id = await one('documents', {
      organization_id,
      s3_name: 'x',
      mime_type: 'm',
      original_file_name: 'f',
      size: 1,
      sha256: 's',
      md5: 'm',
    })
    const row = { organization_id, queue_id: first, schema_id, document_id, status: 'importing' }
    await db('annotations').insert(Array.from({ length: 6 }, () => row))
    const ids = (await db('annotations').orderBy('id').select('id')).map((annotation) => annotation.id as number)
    await db('annotations').whereIn('id', ids.slice(0, 3)).update({ status: 'to_review' })
    await db('annotations').where('id', ids[0]).update({ queue_id: second })
    await db('annotations').where('id', ids[5]).delete()
    const counts = async (queue_id: number) =>
      (await db('queue_counts').where({ queue_id }).first('counts')).counts as unknown
    expect(await counts(first)).toEqual({ importing: 2, to_review: 2 })
    expect(await counts(second)).toEqual({ to_review: 1 })
  })
})
