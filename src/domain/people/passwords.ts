/** New passwords: by whoever knows the old one, and by whoever reads the mail of the account. */
import type { Knex } from 'knex'
import { forbidden, invalid } from '../../errors.ts'
import { errorsOfPassword } from '../../rules/passwords.ts'
import { writeAudit } from '../requests/audit.ts'
import { digest, endCredentials, newKey, type Credential } from './credentials.ts'
import { checkPassword, hashPassword } from './password-hash.ts'

const RESET_LIFETIME = '1 hour'
/** Letters to one person in an hour, so that nobody's mailbox is filled by others. */
const RESETS_PER_HOUR = 3

interface Account {
  id: number
  organization_id: number
  username: string
  email: string
  first_name: string
  last_name: string
  password_hash: string | null
  auth_type: string
}

const accounts = (db: Knex) =>
  db('users')
    .where({ 'users.is_active': true })
    .whereNull('users.deleted_at')
    .first(
      'users.id',
      'users.organization_id',
      'users.username',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.password_hash',
      'users.auth_type',
    )

function demandGood(given: { new_password1: string; new_password2: string }, account: Account): void {
  if (given.new_password1 !== given.new_password2)
    throw invalid({ new_password2: ["The two password fields didn't match."] })
  const faults = errorsOfPassword(given.new_password1, account)
  if (faults.length) throw invalid({ new_password1: faults })
}

async function setPassword(
  trx: Knex,
  account: Account,
  password: string,
  { action, keep }: { action: string; keep?: Credential },
) {
  await trx('users')
    .where('id', account.id)
    .update({ password_hash: await hashPassword(password), modified_at: trx.fn.now() })
  await endCredentials(trx, account.id, keep)
  const { organization_id, username } = account
  await writeAudit(trx, [{ object_type: 'user', object_id: account.id, action, who: { organization_id, username } }])
}

/**
 * Takes a new password of somebody who knows the old one; all other tokens and sessions of the user end. False when the
 * old password is wrong.
 */
export async function changePassword(
  db: Knex,
  user_id: number,
  given: { old_password: string; new_password1: string; new_password2: string },
  keep: Credential | undefined,
): Promise<boolean> {
  const account = (await accounts(db).where('users.id', user_id)) as Account
  if (account.auth_type !== 'password') throw forbidden('This user signs in by single sign-on and has no password.')
  if (!(await checkPassword(given.old_password, account.password_hash))) return false
  demandGood(given, account)
  await db.transaction((trx) =>
    setPassword(trx, account, given.new_password1, { action: 'change_password', ...(keep ? { keep } : {}) }),
  )
  return true
}

/**
 * A way to a new password for the active user of this address (or username); null when there is none, when single
 * sign-on keeps the password, or when there were enough letters this hour. Nobody but the mailbox may learn which.
 */
export async function requestReset(
  db: Knex,
  email: string,
): Promise<{ to: string; uid: string; token: string; user_id: number; organization_id: number } | null> {
  const account = (await accounts(db)
    .whereRaw('(lower(users.email) = lower(?) or lower(users.username) = lower(?))', [email, email])
    .where('users.auth_type', 'password')
    .orderByRaw('lower(users.username) = lower(?) desc, users.id', [email])) as Account | undefined
  const to = account && [account.email, account.username].find((address) => address.includes('@'))
  if (!account || !to) return null
  const token = newKey()
  const made = await db.transaction(async (trx) => {
    // Requests for one person take turns, so that the count holds.
    await trx('users').where('id', account.id).forNoKeyUpdate().select('id')
    const recent = await trx('password_resets')
      .where('user_id', account.id)
      .whereRaw(`created_at > now() - interval '1 hour'`)
      .count('id as n')
    if (Number(recent[0]!.n) >= RESETS_PER_HOUR) return false
    await trx('password_resets').insert({
      user_id: account.id,
      hash: digest(token),
      expires_at: trx.raw(`now() + interval '${RESET_LIFETIME}'`),
    })
    return true
  })
  const { id: user_id, organization_id } = account
  return made ? { to, uid: String(user_id), token, user_id, organization_id } : null
}

/** Sets the password of whoever has a token of `requestReset`; it works once, and every token and session of the user ends. */
export async function confirmReset(
  db: Knex,
  given: { uid: string; token: string; new_password1: string; new_password2: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const account = (await accounts(trx)
      .join('password_resets', 'password_resets.user_id', 'users.id')
      .where({ 'password_resets.hash': digest(given.token), 'users.auth_type': 'password' })
      .whereNull('password_resets.used_at')
      .whereRaw('password_resets.expires_at > now()')
      .forUpdate('password_resets')) as Account | undefined
    if (!account || String(account.id) !== given.uid) throw invalid({ token: ['Invalid or expired token.'] })
    demandGood(given, account)
    await setPassword(trx, account, given.new_password1, { action: 'reset-password' })
  })
}
