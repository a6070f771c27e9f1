import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'

/**
 * Ids that no distribution assigns (systemd, "Users, Groups, UIDs and GIDs on Linux systems"). The second range exists in containers too
 * that map only 65,536 ids.
 */
const UNASSIGNED = [
  { from: 1_879_048_192, below: 2_147_483_647 },
  { from: 60_578, below: 61_184 },
]

/** Ids of the users of all running processes, from /proc. */
function usersInUse(): Set<number> {
  const found = new Set<number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
    if (owner) found.add(owner.uid)
  }
  return found
}

let range: (typeof UNASSIGNED)[number] | null | undefined

/** Returns the id of a user and group without processes, or null if this process may not change the user of its children. */
export function unusedUser(): number | null {
  if (range === undefined) range = UNASSIGNED.find(({ from }) => canBecome(from)) ?? null
  if (!range) return null
  const taken = usersInUse()
  for (;;) {
    const id = randomInt(range.from, range.below)
    if (!taken.has(id)) return id
  }
}

/**
 * Returns the command line (util-linux) that runs `command` as this user, with no other groups and no capabilities, unable to gain any. The
 * kernel kills it when the parent ends.
 */
export const asUser = (id: number, command: string[]): string[] => [
  'setpriv',
  ...['--pdeathsig', 'KILL', '--no-new-privs', '--clear-groups'],
  ...['--reuid', String(id), '--regid', String(id)],
  ...['--inh-caps=-all', '--bounding-set=-all'],
  '--',
  ...command,
]

function canBecome(id: number): boolean {
  const [command, ...parameters] = asUser(id, ['true'])
  return spawnSync(command!, parameters, { stdio: 'ignore', cwd: '/' }).status === 0
}
