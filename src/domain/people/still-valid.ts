import type { Knex } from 'knex'
import { personOfId, validToken, type Credential, type Person } from './credentials.ts'
import { validSession } from './sessions.ts'

/**
 * Returns the user with whose credential a request began, as they are now: with their roles and the organization of today. Undefined if
 * they may not go on with what the request began. Decides by the queries that admit requests, so that the two cannot differ.
 */
export function personStill(db: Knex, user_id: number, credential?: Credential): Promise<Person | undefined> {
  if (credential?.kind === 'session') return validSession(db, { id: credential.id })
  if (credential?.kind === 'token') return validToken(db, { id: credential.id })
  return personOfId(db, user_id, credential ?? { kind: 'password' })
}
