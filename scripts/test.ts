// `npm test` and `npm run test:recovery`: installs what the tests need, then runs the tests that the arguments select. The last line is the count.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../src/provision/problem.ts'
import { provide } from './provide.ts'

/** Runs vitest with the same Node and passes on signals; resolves with its exit code. */
function runTests(args: string[]): Promise<number> {
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...args], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => (process.stdin.isTTY ? undefined : child.kill('SIGINT')))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

try {
  await provide()
  process.exitCode = await runTests(process.argv.slice(2))
} catch (error) {
  // No test ran: this is a failure, and the last line must show it.
  console.error(messageOf(error))
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
