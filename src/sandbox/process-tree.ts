import { readFileSync } from 'node:fs'

const PAGE_KB = 4

/** Returns the resident memory in MB of a process and all its descendants; 0 without /proc or if the process has exited. */
export function treeMemoryMb(pid: number): number {
  let kilobytes = 0
  const open = [pid]
  for (let at = 0; at < open.length && at < 100; at++) {
    const id = open[at]!
    try {
      kilobytes += Number(readFileSync(`/proc/${id}/statm`, 'latin1').split(' ')[1]) * PAGE_KB
      for (const child of readFileSync(`/proc/${id}/task/${id}/children`, 'latin1').split(' ')) {
        if (child) open.push(Number(child))
      }
    } catch {
      // The process exited in the meantime.
    }
  }
  return kilobytes / 1024
}

/** Kills a process that was started as a group leader, with its whole group. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // Already exited.
    }
  }
}
