import { readFileSync } from 'node:fs'

const PAGE_KB = 4

/** Resident memory in MB of a process and all below it; 0 where there is no /proc or the process is gone. */
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
      // It ended between two looks.
    }
  }
  return kilobytes / 1024
}

/** Ends a process that was started as the leader of its group, and all of the group. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // Already gone.
    }
  }
}
