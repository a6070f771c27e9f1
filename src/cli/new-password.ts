import { randomBytes } from 'node:crypto'

/** Returns a random password of 24 characters. */
export const newPassword = (): string => randomBytes(18).toString('base64url')
