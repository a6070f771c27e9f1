/**
 * `npm test` and `npm run test:recovery`: installs what the tests need, then runs the tests that the arguments select. The last line is the count.
 * `npm test` leaves out the tests of packages that have passed on this machine with all that they use; `npm test -- --all` runs them.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../src/provision/problem.ts'
import { packageHashes, passedPackages, recordPassed, type Hashes } from './package-tests.ts'
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

/** The hashes of the packages; none outside of a clone, where git does not list the files of a package. */
function hashesOrNone(): Hashes {
  try {
    return packageHashes()
  } catch {
    return {}
  }
}

/** Runs whole projects. Records that the tests of packages have passed, and leaves out those that have passed before unless `all`. */
async function runProjects(projects: string[], all: boolean): Promise<number> {
  const hashes = hashesOrNone()
  const known = all ? [] : passedPackages(hashes)
  if (known.length > 0)
    console.log(
      `Left out, because nothing that they use has changed since they passed here: the tests of ${known.join(', ')}. ` +
        '`npm test -- --all` runs them.',
    )
  const code = await runTests([...projects, ...known.flatMap((folder) => ['--exclude', `${folder}/test/**`])])
  // The hashes from before: what was changed meanwhile has not been tested.
  if (code === 0) recordPassed(hashes)
  return code
}

try {
  await provide()
  const all = process.argv.includes('--all')
  const args = process.argv.slice(2).filter((arg) => arg !== '--all')
  const isWhole = args.includes('unit') && args.every((arg, at) => arg === '--project' || args[at - 1] === '--project')
  process.exitCode = await (isWhole ? runProjects(args, all) : runTests(args))
} catch (error) {
  // No test ran: this is a failure, and the last line must show it.
  console.error(messageOf(error))
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
