/** Browser sessions: a key in a cookie, stored only as its hash, like tokens. */
import { timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { digest, newKey, people, personOf, type Person } from './credentials.ts'

/** One day. Use does not extend it. */
export const SESSION_LIFETIME_S = 86_400

/** Creates a session of a user. Returns the key for its cookie and the token for unsafe requests; neither is stored. */
export async function createSession(db: Knex, user_id: number): Promise<{ key: string; csrf_token: string }> {
  const key = newKey()
  const csrf_token = newKey()
  await db('sessions').insert({
    user_id,
    hash: digest(key),
    csrf_hash: digest(csrf_token),
    expires_at: db.raw('now() + make_interval(secs => ?)', [SESSION_LIFETIME_S]),
  })
  return { key, csrf_token }
}

/** Returns the active user of a session that has not expired. */
export const personOfSession = (db: Knex, key: string): Promise<Person | undefined> =>
  validSession(db, { hash: digest(key) })

/** Returns the active user of a valid session, by the digest of its key or by its id. Nothing else decides whether a session is valid. */
export async function validSession(db: Knex, session: { hash: Buffer } | { id: number }): Promise<Person | undefined> {
  const row = await people<{ session_id: number; csrf_hash: Buffer; expires_at: string }>(db)
    .join('sessions', 'sessions.user_id', 'users.id')
    .where('hash' in session ? { 'sessions.hash': session.hash } : { 'sessions.id': session.id })
    .whereRaw('sessions.expires_at > now()')
    .select('sessions.id as session_id', 'sessions.csrf_hash', 'sessions.expires_at')
  if (!row) return undefined
  const { session_id, csrf_hash, expires_at, ...person } = row
  return personOf(person, { kind: 'session', id: session_id, csrf_hash, expires_at })
}

/** Compares hashes in constant time. */
export const isCsrfToken = (token: string, csrf_hash: Buffer): boolean => timingSafeEqual(digest(token), csrf_hash)

/** Deletes the session with this key if it belongs to this user. */
export const endSession = (db: Knex, user_id: number, key: string) =>
  db('sessions')
    .where({ user_id, hash: digest(key) })
    .delete()
