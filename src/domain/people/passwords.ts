/** Sets new passwords, authorized by the old one or by a token sent to the email address of the account. */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { writeAudit } from '../requests/audit.ts'
import { digest, endCredentials, newKey, type Credential } from './credentials.ts'
import { checkPassword, hashPassword } from './password-hash.ts'
import { inTransaction, type Tx } from '../outbox/transaction.ts'
import type { RowOf, User } from '../../models/index.ts'

const RESET_LIFETIME = '1 hour'
/** Limit of reset emails to one user per hour, so that a mailbox cannot be flooded. */
const RESETS_PER_HOUR = 3

type Account = Pick<
  RowOf<User>,
  'id' | 'organization_id' | 'username' | 'email' | 'first_name' | 'last_name' | 'password_hash' | 'auth_type'
>

const accounts = (db: Knex) =>
  db('users')
    .where({ 'users.is_active': true })
    .whereNull('users.deleted_at')
    .first<Account | undefined>(
      'users.id',
      'users.organization_id',
      'users.username',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.password_hash',
      'users.auth_type',
    )

/** Not within a transaction: the estimate may wait for its turn. */
async function assertGood(
  { passwordChecks }: Pick<Deps, 'passwordChecks'>,
  given: { new_password1: string; new_password2: string },
  { organization_id, username, email, first_name, last_name }: Account,
): Promise<void> {
  if (given.new_password1 !== given.new_password2)
    throw invalid({ new_password2: ["The two password fields didn't match."] })
  const errors = await passwordChecks.errors(callerOf({ organization_id }), 'new_password1', given.new_password1, {
    username,
    email,
    first_name,
    last_name,
  })
  if (errors.length) throw invalid({ new_password1: errors })
}

/** The caller of estimates for an organization, whose users take turns with those of others. */
export const callerOf = ({ organization_id }: { organization_id: number }): string => `organization:${organization_id}`

async function setPassword(
  tx: Tx,
  account: Account,
  password: string,
  { action, keep }: { action: string; keep?: Credential },
) {
  await tx('users')
    .where('id', account.id)
    .update({ password_hash: await hashPassword(password), modified_at: tx.fn.now() })
  await endCredentials(tx, account.id, keep)
  const { organization_id, username } = account
  await writeAudit(tx, [{ object_type: 'user', object_id: account.id, action, who: { organization_id, username } }])
}

/**
 * Sets a new password for a user who provides the old one. Deletes all other tokens and sessions of the user. Returns false if the old
 * password is wrong.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'passwordChecks'>,
  user_id: number,
  given: { old_password: string; new_password1: string; new_password2: string },
  keep: Credential | undefined,
): Promise<boolean> {
  const { db } = deps
  const account = await accounts(db).where('users.id', user_id)
  if (!account) throw notFound('User')
  if (account.auth_type !== 'password') throw forbidden('This user signs in by single sign-on and has no password.')
  if (!(await checkPassword(given.old_password, account.password_hash))) return false
  await assertGood(deps, given, account)
  await inTransaction(db, (tx) =>
    setPassword(tx, account, given.new_password1, { action: 'change_password', ...(keep ? { keep } : {}) }),
  )
  return true
}

/**
 * Creates a password reset for the active user with this address (or username). Returns null if there is none, if the user signs on with
 * single sign-on, or if the limit of emails per hour is reached. The client must not learn which.
 */
export async function requestReset(
  db: Knex,
  email: string,
): Promise<{ to: string; uid: string; token: string; user_id: number; organization_id: number } | null> {
  const account = await accounts(db)
    .whereRaw('(lower(users.email) = lower(?) or lower(users.username) = lower(?))', [email, email])
    .where('users.auth_type', 'password')
    .orderByRaw('lower(users.username) = lower(?) desc, users.id', [email])
  const to = account && [account.email, account.username].find((address) => address.includes('@'))
  if (!account || !to) return null
  const token = newKey()
  const made = await inTransaction(db, async (tx) => {
    // Requests for one user take turns, so that the count is correct.
    await tx('users').where('id', account.id).forNoKeyUpdate().select('id')
    const recent = await tx('password_resets')
      .where('user_id', account.id)
      .whereRaw(`created_at > now() - interval '1 hour'`)
      .count('id as n')
    if (Number(recent[0]!.n) >= RESETS_PER_HOUR) return false
    await tx('password_resets').insert({
      user_id: account.id,
      hash: digest(token),
      expires_at: tx.raw(`now() + interval '${RESET_LIFETIME}'`),
    })
    return true
  })
  const { id: user_id, organization_id } = account
  return made ? { to, uid: String(user_id), token, user_id, organization_id } : null
}

/** Sets the password with a token of `requestReset`. The token works once, and all tokens and sessions of the user are deleted. */
export async function confirmReset(
  deps: Pick<Deps, 'db' | 'passwordChecks'>,
  given: { uid: string; token: string; new_password1: string; new_password2: string },
): Promise<void> {
  const ofToken = async (db: Knex): Promise<Account> => {
    const account = await accounts(db)
      .join('password_resets', 'password_resets.user_id', 'users.id')
      .where({ 'password_resets.hash': digest(given.token), 'users.auth_type': 'password' })
      .whereNull('password_resets.used_at')
      .whereRaw('password_resets.expires_at > now()')
      .modify((query) => void (db.isTransaction && query.forUpdate('password_resets')))
    if (!account || String(account.id) !== given.uid) throw invalid({ token: ['Invalid or expired token.'] })
    return account
  }
  await assertGood(deps, given, await ofToken(deps.db))
  await inTransaction(deps.db, async (tx) => {
    // Another request may have used the token meanwhile.
    await setPassword(tx, await ofToken(tx), given.new_password1, { action: 'reset-password' })
  })
}
