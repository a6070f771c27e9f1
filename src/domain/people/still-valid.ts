import type { Knex } from 'knex'
import { Membership, Session, Token, User } from '../../models/index.ts'
import type { Credential } from './credentials.ts'

/** Whether a user may go on with what a request began: still active, and the token or session of the request still exists. */
export async function isStillValid(db: Knex, user_id: number, credential?: Credential): Promise<boolean> {
  const user = await User.query(db).findOne({ id: user_id, is_active: true }).whereNull('deleted_at').select('id')
  if (!user) return false
  if (credential?.kind === 'session')
    return (await Session.query(db).findById(credential.id).whereRaw('expires_at > now()').select('id')) !== undefined
  if (credential?.kind !== 'token') return true
  const token = await Token.query(db).findById(credential.id).whereRaw('expires_at > now()').select('membership_id')
  if (!token || token.membership_id === null) return token !== undefined
  const isMember = await Membership.query(db)
    .findById(token.membership_id)
    .whereRaw('(expires_at is null or expires_at > now())')
    .select('id')
  return isMember !== undefined
}
