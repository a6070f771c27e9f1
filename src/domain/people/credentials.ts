/**
 * Access tokens and their users. Only the SHA-256 of a token is stored and looked up. The index compares hashes of the received value, so
 * the time of a look-up reveals nothing about a key, and no direct comparison of keys can be timed.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { TokenScope } from '../../rules/access/scopes.ts'
import { checkPassword } from './password-hash.ts'
import { inTransaction } from '../outbox/transaction.ts'
import { isAudited, writeAudit } from '../requests/audit.ts'
import type { RowOf, Token, User } from '../../models/index.ts'

export { checkPassword, hashPassword } from './password-hash.ts'

/** 162 hours: default and maximum. */
export const TOKEN_LIFETIME_S = 583_200
/** Validity of the one-time token of a newly registered user. */
const ONE_TIME_LIFETIME_S = 86_400

/** Returns a secret for a client: 40 hexadecimal characters. */
export const newKey = (): string => randomBytes(20).toString('hex')
export const digest = (key: string): Buffer => createHash('sha256').update(key).digest()

export interface NewToken {
  /** Seconds, at most `TOKEN_LIFETIME_S`. */
  lifetime_s?: number
  origin?: string | null
  scope?: TokenScope
  /** The annotation to which a token of scope `embedded` is limited. */
  annotation_id?: number
  one_time?: boolean
  /** The organization of the group in which the token acts, if it is not the user's own. */
  organization_id?: number | null
  membership_id?: number | null
  /** Expiry of the credential that the token was exchanged for; the token does not live longer. */
  source_expires_at?: string
}

/**
 * Creates an access token of a user and returns its key, which is not stored. A token of a membership ends with it, and one made from
 * another credential ends with that one.
 */
export async function createToken(db: Knex, user_id: number, options: NewToken = {}): Promise<string> {
  const key = newKey()
  const lifetime_s = options.lifetime_s ?? (options.one_time ? ONE_TIME_LIFETIME_S : TOKEN_LIFETIME_S)
  const row = {
    user_id,
    hash: digest(key),
    origin: options.origin ?? null,
    scope: options.scope ?? 'default',
    one_time: options.one_time ?? false,
    organization_id: options.organization_id ?? null,
    membership_id: options.membership_id ?? null,
    annotation_id: options.annotation_id ?? null,
    lifetime_s,
    expires_at: db.raw(
      `least(now() + make_interval(secs => ?), (select expires_at from memberships where id = ?::bigint), ?::timestamptz)`,
      [lifetime_s, options.membership_id ?? null, options.source_expires_at ?? null],
    ),
  }
  await inTransaction(db, async (tx) => {
    const [made] = await tx<RowOf<Token>>('tokens').insert(row).returning('id')
    if (!isAudited()) return
    const user = await tx<RowOf<User>>('users').where('id', user_id).first('organization_id', 'username')
    if (!user) return
    // Both organizations can see who entered: the one that the user visits, and the one that vouches for the user.
    const organizations = new Set([options.organization_id ?? user.organization_id, user.organization_id])
    const membership = row.membership_id === null ? {} : { membership: row.membership_id }
    const details = { scope: row.scope, origin: row.origin, ...membership }
    await writeAudit(
      tx,
      [...organizations].map((organization_id) => ({
        object_type: 'token',
        object_id: made!.id,
        action: 'create',
        details,
        who: { username: user.username, organization_id },
      })),
    )
  })
  return key
}

/** The origin of tokens that hooks get in their payloads. */
export const OF_HOOK = 'hook'

/** For a newly registered user: can be exchanged at `auth/token` once and has no other use. */
export const createOneTimeToken = (db: Knex, user_id: number): Promise<string> =>
  createToken(db, user_id, { one_time: true, origin: 'registration' })

/** How a user was authenticated. */
export type Credential =
  | {
      kind: 'token'
      id: number
      scope: TokenScope
      /** Set for the scope `embedded`. */
      annotation_id: number | null
      lifetime_s: number
      expires_at: string
      one_time: boolean
      /** Sent to a hook in its payload. */
      ofHook: boolean
      /** Set for tokens that act in another organization than the user's own. */
      organization_id: number | null
      membership_id: number | null
    }
  | { kind: 'session'; id: number; csrf_hash: Buffer; expires_at: string }
  | { kind: 'password' }
  | { kind: 'jwt' }
  | { kind: 'oidc' }

export interface Person {
  id: number
  /** The organization in which the user acts. */
  organization_id: number
  organization_group_id: number
  username: string
  email: string
  password_hash: string | null
  auth_type: string
  roles: string[]
  /** `limited`: in its queues only. `confined`: limited to queues or in time, and so without rights over the whole organization. */
  membership: { id: number; limited: boolean; confined: boolean } | null
  credential: Credential
}

export type PersonRow = Omit<Person, 'membership' | 'credential'>

/** Active users with their organization and roles. */
export const people = <More extends object = object>(
  db: Knex,
): Knex.QueryBuilder<object, (PersonRow & More) | undefined> =>
  db('users')
    .join('organizations', 'organizations.id', 'users.organization_id')
    .where({ 'users.is_active': true })
    .whereNull('users.deleted_at')
    .first<(PersonRow & More) | undefined>(
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

/** Returns the user of a row of `people`, acting in the user's own organization. */
export const personOf = (row: PersonRow, credential: Credential): Person => ({ ...row, membership: null, credential })

interface OfToken extends Pick<
  RowOf<Token>,
  'lifetime_s' | 'expires_at' | 'one_time' | 'origin' | 'membership_id' | 'annotation_id'
> {
  token_id: number
  scope: TokenScope
  target_id: number | null
  limited: boolean | null
  temporary: boolean | null
  /** Of the membership. */
  roles_there: string[]
}

/** Returns the active user of a token that is valid (see `validToken`). */
export const personOfToken = (db: Knex, key: string): Promise<Person | undefined> =>
  validToken(db, { hash: digest(key) })

/**
 * Returns the active user of a token that has not expired. In another organization, the token is valid only while the membership is (same
 * user, same organization, not expired) or while the user is an administrator of the group. Nothing else decides whether a token is valid.
 */
export async function validToken(db: Knex, token: { hash: Buffer } | { id: number }): Promise<Person | undefined> {
  const row = await people<OfToken>(db)
    // Almost every request begins with this statement, and planning takes several times longer than executing it. Under a name, each
    // connection plans it once.
    .options({ name: 'hash' in token ? 'token_by_hash' : 'token_by_id' })
    .join('tokens', 'tokens.user_id', 'users.id')
    .leftJoin('organizations as target', 'target.id', 'tokens.organization_id')
    .leftJoin('memberships', (on) =>
      on
        .on('memberships.id', 'tokens.membership_id')
        .andOn('memberships.user_id', 'tokens.user_id')
        .andOn('memberships.organization_id', 'tokens.organization_id'),
    )
    .where('hash' in token ? { 'tokens.hash': token.hash } : { 'tokens.id': token.id })
    .whereRaw('tokens.expires_at > now()')
    .whereRaw('(tokens.membership_id is null or memberships.id is not null)')
    .whereRaw('(memberships.expires_at is null or memberships.expires_at > now())')
    .whereRaw('(target.id is null or target.organization_group_id = organizations.organization_group_id)')
    .select(
      'tokens.id as token_id',
      'tokens.scope',
      'tokens.lifetime_s',
      'tokens.expires_at',
      'tokens.one_time',
      'tokens.origin',
      'tokens.organization_id as target_id',
      'tokens.membership_id',
      'tokens.annotation_id',
      'memberships.limited',
      db.raw('memberships.expires_at is not null as temporary'),
      db.raw(`(select coalesce(array_agg(g.name), '{}') from membership_groups mg join groups g on g.id = mg.group_id
               where mg.membership_id = memberships.id) as roles_there`),
    )
  if (!row) return undefined
  const {
    token_id,
    scope,
    lifetime_s,
    expires_at,
    one_time,
    origin,
    target_id,
    membership_id,
    annotation_id,
    ...rest
  } = row
  const { limited, temporary, roles_there, ...home } = rest
  const person = { ...home, roles: membership_id === null ? home.roles : rolesAbroad(home.roles, roles_there) }
  const abroad = target_id !== null && target_id !== person.organization_id
  if (abroad && membership_id === null && !person.roles.includes('organization_group_admin')) return undefined
  return {
    ...person,
    organization_id: target_id ?? person.organization_id,
    membership:
      membership_id === null
        ? null
        : { id: membership_id, limited: limited ?? false, confined: Boolean(limited || temporary) },
    credential: {
      kind: 'token',
      id: token_id,
      scope,
      annotation_id,
      lifetime_s,
      expires_at,
      one_time,
      ofHook: origin === OF_HOOK,
      organization_id: target_id,
      membership_id,
    },
  }
}

/**
 * The roles in the organization of a membership are those of the membership, so that the home organization cannot raise them. Only
 * administrators of the group, whom other administrators of the group appoint, have their role everywhere.
 */
export const rolesAbroad = (home: readonly string[], there: readonly string[]): string[] =>
  home.includes('organization_group_admin') ? [...home] : there.filter((role) => role !== 'organization_group_admin')

/** Returns the active user with this id. */
export async function personOfId(db: Knex, id: number, credential: Credential): Promise<Person | undefined> {
  const row = await people(db).where('users.id', id)
  return row && personOf(row, credential)
}

/** Returns the active user with this name and password. Single sign-on users have no password here. */
export async function personOfPassword(db: Knex, username: string, password: string): Promise<Person | undefined> {
  const row = await people(db)
    .whereRaw('lower(users.username) = lower(?)', [username])
    .where('users.auth_type', 'password')
  const right = await checkPassword(password, row?.password_hash ?? null)
  return right && row ? personOf(row, { kind: 'password' }) : undefined
}

/** Deletes a token. Returns false if it did not exist any more. */
export const deleteToken = async (db: Knex, token_id: number): Promise<boolean> =>
  (await db('tokens').where('id', token_id).delete()) > 0

/** Deletes all tokens, sessions and pending password resets of a user, except the credential in use. */
export async function endCredentials(db: Knex, user_id: number, keep?: Credential): Promise<void> {
  const but = (kind: Credential['kind']) => (keep?.kind === kind && 'id' in keep ? keep.id : 0)
  await db('tokens').where({ user_id }).whereNot('id', but('token')).delete()
  await db('sessions').where({ user_id }).whereNot('id', but('session')).delete()
  await db('password_resets').where({ user_id }).whereNull('used_at').update({ used_at: db.fn.now() })
}

/** Deletes expired rows; no check relies on this. */
export async function deleteExpiredCredentials(db: Knex): Promise<void> {
  for (const table of ['tokens', 'sessions', 'login_failures', 'taken_names'])
    await db(table).whereRaw('expires_at < now()').delete()
  await db('password_resets').whereRaw(`expires_at < now() - interval '1 day'`).delete()
  // The clocks of the api processes, which check the JWTs, may be slower than that of the database.
  await db('used_jwts').whereRaw(`expires_at < now() - interval '1 hour'`).delete()
}
