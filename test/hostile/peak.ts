import { readFileSync } from 'node:fs'

const POLL_MS = 20

/** Watches the memory of processes and their children until the returned function is called, which returns the peak of the largest in MB. */
export function watchPeak(pids: () => number[]): () => number {
  let peak = 0
  const look = (): void => {
    for (const pid of pids()) peak = Math.max(peak, peakOf(pid))
  }
  const poll = setInterval(look, POLL_MS)
  return () => {
    clearInterval(poll)
    look()
    return peak
  }
}

/** The kernel's own record of the peak, so that a short one is not missed; 0 if the process has exited. */
function peakOf(pid: number): number {
  try {
    const own = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
    return Math.max(own, ...children.map((child) => peakOf(Number(child))))
  } catch {
    return 0
  }
}
