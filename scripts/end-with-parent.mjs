// Ends a program when the process that started it is gone: SIGKILL leaves that no time to stop its children, and a port that a forgotten
// program holds prevents the next start. `node --import` loads this file before the program. SHEAF_ENDS_WITH is the id of the parent. Plain
// JavaScript without dependencies, like run.mjs, which sets both.
import { clearInterval, setInterval } from 'node:timers'
import { isMainThread } from 'node:worker_threads'

/** Short enough for a person who starts the program again. */
const LOOK_MS = 200

const parent = Number(process.env.SHEAF_ENDS_WITH ?? 0)
// Programs that this one starts end with this one or not, as it decides: they may inherit `--import`, but not the variable.
delete process.env.SHEAF_ENDS_WITH

if (parent && isMainThread) {
  const timer = setInterval(() => {
    // An orphan has another parent. It is so from the beginning if the parent was killed before this file was loaded.
    if (process.ppid === parent) return
    clearInterval(timer)
    // As if the parent had passed on this signal: the program stops in order.
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
}
