/** Passwords and access tokens. Tokens are kept as hashes only, passwords as argon2id. */
import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Knex } from 'knex'

/** 162 hours: default and maximum (api.md, Limits). */
export const TOKEN_LIFETIME_S = 583_200

export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash of no password: comparing with it takes as long as with a real one, so that unknown names do not answer faster. */
const nobody = hash(randomBytes(16).toString('hex'))

export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? (await nobody), password)
  return right && stored !== null
}

const digest = (key: string) => createHash('sha256').update(key).digest()

/** A new access token of a user: 40 hexadecimal characters, shown once. */
export async function createToken(
  db: Knex,
  user_id: number,
  options: { lifetime_s?: number; origin?: string | null; scope?: string } = {},
): Promise<string> {
  const key = randomBytes(20).toString('hex')
  await db('tokens').insert({
    user_id,
    hash: digest(key),
    origin: options.origin ?? null,
    scope: options.scope ?? 'default',
    expires_at: db.raw(`now() + make_interval(secs => ?)`, [options.lifetime_s ?? TOKEN_LIFETIME_S]),
  })
  return key
}

export interface Person {
  id: number
  organization_id: number
  organization_group_id: number
  username: string
  email: string
  password_hash: string | null
  auth_type: string
  roles: string[]
  token_id: number | null
}

const people = (db: Knex) =>
  db('users')
    .join('organizations', 'organizations.id', 'users.organization_id')
    .where({ 'users.is_active': true })
    .whereNull('users.deleted_at')
    .first(
      'users.id',
      'users.organization_id',
      'organizations.organization_group_id',
      'users.username',
      'users.email',
      'users.password_hash',
      'users.auth_type',
      db.raw(`(select coalesce(array_agg(g.name), '{}') from user_groups ug join groups g on g.id = ug.group_id
               where ug.user_id = users.id) as roles`),
    )

/** The active user of a token that has not expired. */
export async function personOfToken(db: Knex, key: string): Promise<Person | undefined> {
  return people(db)
    .join('tokens', 'tokens.user_id', 'users.id')
    .where('tokens.hash', digest(key))
    .whereRaw('tokens.expires_at > now()')
    .select('tokens.id as token_id') as unknown as Promise<Person | undefined>
}

/** The active user of this id. */
export const personOfId = (db: Knex, id: number): Promise<Person | undefined> =>
  people(db).where('users.id', id) as unknown as Promise<Person | undefined>

/** The active user of a name and password; single sign-on users have no password here. */
export async function personOfPassword(db: Knex, username: string, password: string): Promise<Person | undefined> {
  const person = (await people(db)
    .whereRaw('lower(users.username) = lower(?)', [username])
    .where('users.auth_type', 'password')) as Person | undefined
  const right = await checkPassword(password, person?.password_hash ?? null)
  return right && person ? { ...person, token_id: null } : undefined
}

export const deleteToken = (db: Knex, token_id: number) => db('tokens').where('id', token_id).delete()
