/** Documents of the organization whose first page looks the same. */
import type { Knex } from 'knex'
import type { AnnotationIdentity, RowOf } from '../../models/index.ts'
import type { Duplicate } from '../../rules/duplicates/policies.ts'
import type { Identity } from '../../rules/duplicates/identity.ts'
import { MAX_DIFFERENT_BITS } from '../../rules/duplicates/pictures.ts'
import { comparePictured, type Crossed } from '../../rules/duplicates/same-invoice.ts'
import type { Tx } from '../outbox/transaction.ts'

/** Pages that look alike, of which there may be one a day for years; the most similar are compared. */
const MAX_COMPARED = 40

type Alike = RowOf<AnnotationIdentity> & Crossed

/** The phrase of a number, divided into words like the texts of documents (`search_words`). */
const phrase = (column: string) =>
  `phraseto_tsquery('simple'::regconfig, regexp_replace(coalesce(${column}, ''), '[^[:alnum:]]+', ' ', 'g'))`

/** Returns the picture of the annotation's first page; null if it has none. */
export async function ownPicture(tx: Tx, annotation_id: number): Promise<OwnPicture | null> {
  const row = await tx<RowOf<AnnotationIdentity>>('annotation_identities')
    .where({ annotation_id })
    .whereNotNull('picture')
    .first('annotation_id', 'picture', 'picture_bands')
  return row ? { annotation_id, picture: row.picture!, bands: row.picture_bands! } : null
}

export interface OwnPicture {
  annotation_id: number
  picture: string
  bands: number[]
}

/** `counting` adds the conditions under which the annotation `a` counts as an earlier document. */
export async function withPicture(
  tx: Tx,
  { annotation_id, picture, bands }: OwnPicture,
  identity: Identity,
  counting: (others: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Duplicate[]> {
  const different = `bit_count(('x' || i.picture)::bit(256) # ('x' || ?::text)::bit(256))`
  const alike = counting(
    tx('annotation_identities as i')
      .join('annotations as a', 'a.id', 'i.annotation_id')
      .whereRaw('i.picture_bands && ?::bigint[]', [bands])
      .whereRaw(`${different} <= ?`, [picture, MAX_DIFFERENT_BITS]),
  )
    .orderByRaw(`${different}, a.id`, [picture])
    .limit(MAX_COMPARED)
    .select('i.*', 'a.document_id')
  const rows: Alike[] = await tx
    .withMaterialized('alike', alike)
    .from('alike')
    .leftJoin('document_words as theirs', 'theirs.document_id', 'alike.document_id')
    .leftJoin('annotations as own', 'own.id', tx.raw('?', [annotation_id]))
    .leftJoin('document_words as mine', 'mine.document_id', 'own.document_id')
    .orderBy('alike.annotation_id')
    .select(
      'alike.*',
      tx.raw(`coalesce(theirs.words @@ ${phrase('?::text')}, false) as "mineThere"`, [identity.printed_number]),
      tx.raw(`coalesce(mine.words @@ ${phrase('alike.printed_number')}, false) as "theirsHere"`),
    )
  return rows.flatMap(({ annotation_id: id, ...other }) =>
    comparePictured(identity, other, other) ? { annotation_id: id, reason: 'same_picture' as const } : [],
  )
}
