/** Passwords are stored as argon2id hashes. */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash of no password. Comparing with it takes as long as with a real one, so that unknown names cannot be detected by timing. */
const decoy = hash(randomBytes(16).toString('hex'))

export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? (await decoy), password)
  return right && stored !== null
}
