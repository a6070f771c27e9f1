/** Tokens of embedded URLs, which are limited to one annotation. */
import type { Knex } from 'knex'
import { Page } from '../../models/index.ts'
import type { EmbeddedObjects } from '../../rules/access/embedded.ts'
import { createToken, TOKEN_LIFETIME_S, type Credential } from './credentials.ts'

interface NewEmbedded {
  user_id: number
  annotation_id: number
  /** Seconds; by default the session timeout of the annotation's queue. At most 162 hours. */
  lifetime_s: number | null
  /** The credential of the request: the token ends with it, and acts in the same organization. */
  credential: Credential | undefined
}

/** Creates a token that allows only the review of this annotation by the user. */
export async function createEmbeddedToken(db: Knex, given: NewEmbedded): Promise<string> {
  const { user_id, annotation_id, credential } = given
  const lifetime_s = Math.min(given.lifetime_s ?? (await sessionSeconds(db, annotation_id)), TOKEN_LIFETIME_S)
  const token = credential?.kind === 'token' ? credential : null
  const source = token?.expires_at ?? (credential?.kind === 'session' ? credential.expires_at : undefined)
  return createToken(db, user_id, {
    lifetime_s,
    scope: 'embedded',
    origin: 'embedded',
    annotation_id,
    organization_id: token?.organization_id ?? null,
    membership_id: token?.membership_id ?? null,
    ...(source ? { source_expires_at: source } : {}),
  })
}

async function sessionSeconds(db: Knex, annotation_id: number): Promise<number> {
  const row = await db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('a.id', annotation_id)
    .first<{ seconds: number } | undefined>(db.raw('extract(epoch from q.session_timeout)::float8 as seconds'))
  return Math.max(1, row?.seconds ?? 3600)
}

/** Returns the objects that belong to the annotation of a token now; null if it was removed. `page_id` is the page of the request. */
export async function embeddedObjects(
  db: Knex,
  token: { annotation_id: number; user_id: number },
  page_id: number | null,
): Promise<EmbeddedObjects | null> {
  const { annotation_id, user_id } = token
  const row = await db('annotations')
    .where('id', annotation_id)
    .first<Omit<EmbeddedObjects, 'annotation_id' | 'user_id' | 'page_ids'> | undefined>(
      'document_id',
      'queue_id',
      'schema_id',
      'organization_id',
    )
  if (!row) return null
  const pages = page_id === null ? [] : await Page.query(db).where({ id: page_id, annotation_id }).select('id')
  return { annotation_id, user_id, ...row, page_ids: pages.map(({ id }) => id) }
}
