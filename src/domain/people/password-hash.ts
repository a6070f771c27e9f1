/** Passwords are kept as argon2id hashes. */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash of no password: comparing with it takes as long as with a real one, so that unknown names do not answer faster. */
const decoy = hash(randomBytes(16).toString('hex'))

export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? (await decoy), password)
  return right && stored !== null
}
