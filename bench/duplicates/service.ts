/** Imports readings into a database as the service does, and asks of which earlier documents each is a duplicate. */
import type { Knex } from 'knex'
import { storeTree, takeNodeIds } from '../../src/domain/annotations/content/contents.ts'
import { storePicture } from '../../src/domain/annotations/duplicates/identities.ts'
import { findDuplicates, loadSuspect } from '../../src/domain/intake/find-duplicates.ts'
import { createOrganization } from '../../src/domain/people/organizations.ts'
import type { Tx } from '../../src/domain/outbox/transaction.ts'
import type { Extraction } from '@sheaf/extraction/types'
import { buildTree, withIds } from '../../src/rules/content/index.ts'
import type { DuplicateReason } from '../../src/rules/duplicates/policies.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import type { Reading } from './read.ts'

/** Two documents by their places in the list, the later one first. */
export interface FoundPair {
  later: number
  earlier: number
  reason: DuplicateReason
}

/** Returns the pairs that are found, and how long each question took in milliseconds. */
export async function importAll(
  db: Knex,
  name: string,
  readings: readonly Reading[],
  valuesOf: (place: number) => Extraction,
): Promise<{ pairs: FoundPair[]; times: number[] }> {
  const made = await createOrganization(db, {
    template_name: 'Tax Invoice EU Demo Template',
    name,
    user_fullname: 'Bench User',
    user_email: `${name.replaceAll(' ', '-')}@example.org`,
    user_password: null,
  })
  const schema: SchemaContent = (await db('schemas').where('id', made.schema_id).first('content')).content
  const places = new Map<number, number>()
  const pairs: FoundPair[] = []
  const times: number[] = []
  for (const [place, reading] of readings.entries()) {
    const id = await insert(db, made, reading)
    const tree = await withIds(
      (takeIds) => buildTree(schema, { extraction: valuesOf(place), values: {}, defaultThreshold: 0.8, takeIds }),
      (count) => takeNodeIds(db, count),
    )
    await storePicture(db, id, reading.picture ?? undefined)
    const started = performance.now()
    const found = await findDuplicates(db as Tx, (await loadSuspect(db, id))!, tree)
    times.push(performance.now() - started)
    await storeTree(db, id, tree, schema)
    for (const { annotation_id, reason } of found)
      pairs.push({ later: place, earlier: places.get(annotation_id)!, reason })
    places.set(id, place)
  }
  return { pairs, times }
}

async function insert(
  db: Knex,
  made: { organization_id: number; queue_id: number; schema_id: number },
  { key, sha256, text }: Reading,
): Promise<number> {
  const { organization_id, queue_id, schema_id } = made
  const [document] = await db('documents')
    .insert({
      organization_id,
      s3_name: `${organization_id}-${key}`,
      original_file_name: 'bench.pdf',
      mime_type: 'application/pdf',
      size: 1,
      sha256,
      md5: sha256.slice(0, 32),
    })
    .returning('id')
  await db.raw('insert into document_words (document_id, words) values (?, search_words(?))', [document.id, text])
  const [annotation] = await db('annotations')
    .insert({ organization_id, queue_id, schema_id, document_id: document.id, status: 'to_review' })
    .returning('id')
  return annotation.id as number
}
