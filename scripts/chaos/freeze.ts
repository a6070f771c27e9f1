import { readFileSync } from 'node:fs'

/**
 * Stops a process and all processes below it without a message (SIGSTOP): connections stay open, and nothing answers. Returns the function
 * that lets them continue.
 */
export function freeze(pid: number): () => void {
  // The first starts the others, so it is stopped first.
  send(pid, 'SIGSTOP')
  const all = [...descendants(pid), pid]
  for (const one of all) send(one, 'SIGSTOP')
  return () => {
    for (const one of all) send(one, 'SIGCONT')
  }
}

/** Sends a signal; returns false if there is no such process. */
export function send(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, name)
  } catch {
    return false
  }
}

/** Returns the ids of all processes below this one; empty without /proc. */
export function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean)
    return children.map(Number).flatMap((child) => [child, ...descendants(child)])
  } catch {
    return []
  }
}
