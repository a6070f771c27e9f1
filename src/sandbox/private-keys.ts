/**
 * Opens private keys of customers in a thread of their own: the file determines how much processor time its passphrase takes, usually a
 * second.
 */
import { join } from 'node:path'
import type { OpenedKey, PrivateKeyTypes } from './children/private-keys-thread.ts'
import { openCheckThread } from './check-thread.ts'

/** Processor time: several times that of a key with the settings of ssh-keygen on a slow machine. */
const TIME_LIMIT_MS = 5_000

/** The thread starts with the first key, ends after a minute without work, and does not keep the process alive. */
const thread = openCheckThread<PrivateKeyTypes>({
  script: join(import.meta.dirname, 'children', 'private-keys-thread.ts'),
  timeLimitMs: TIME_LIMIT_MS,
  memoryMb: 128,
  waitingPerLane: 2,
  waiting: 20,
  texts: {
    tooCostly: 'Reading this key takes too much time: save it with fewer rounds for its passphrase.',
    busyLane: 'Too many keys of the organization are being read.',
    busy: 'Too many keys are being read; try again later.',
    broken: 'Keys cannot be read now; try again later.',
  },
})

/** Returns the key without its passphrase, or why it cannot be read. Throws as the checks of `openCheckThread`. */
export const openPrivateKey = (
  organization_id: number,
  field: string,
  { key, passphrase }: { key: string; passphrase: string | null },
): Promise<OpenedKey> => thread.run(`${organization_id}`, field, 'open', key, passphrase)
