// npm run test:repeat: runs test files many times beside a busy processor, to find tests whose result depends on the moment.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { createVitest, type TestModule } from 'vitest/node'
import { messageOf } from '../src/provision/problem.ts'
import { countLine, countTests } from '../test/support/count-reporter.ts'
import { provide } from './provide.ts'

const HELP = `npm run test:repeat -- FILE... [--times N] [--load N]

Runs the test files N times on servers that are started once, while N other processes keep a processor busy each. Prints the count of every
run and, of a failed test, its message. Exits with 1 if a run had a failure. FILE is a path of a test, or a part of it.

  --times N   how often (30)
  --load N    how many busy processes (1)
  --help      show this text`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '30' },
    load: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

/** Returns the number of an option; throws if it is not a whole number from `min`. */
function count(option: 'times' | 'load', min: number): number {
  const number = Number(values[option])
  if (!Number.isInteger(number) || number < min) throw new Error(`--${option} must be a whole number from ${min}.`)
  return number
}

/** Keeps `number` processors busy; returns a function that ends that. */
function keepBusy(number: number): () => void {
  const loops = Array.from({ length: number }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  return () => loops.forEach((loop) => loop.kill('SIGKILL'))
}

const failedIn = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) => [...module.children.allTests('failed')].map(({ fullName }) => fullName))

async function main(files: string[]): Promise<number> {
  const [times, load] = [count('times', 1), count('load', 0)]
  await provide()
  // The project `ways` has files of other projects, with more ways in.
  const vitest = await createVitest('test', { run: true, watch: false, project: ['!ways'], reporters: ['dot'] })
  const specifications = await vitest.globTestSpecifications(files)
  if (specifications.length === 0) {
    await vitest.close()
    throw new Error(`No test file matches ${files.join(', ')}.`)
  }
  await vitest.standalone()
  const rest = keepBusy(load)
  const failures = new Map<string, number>()
  let failed = 0
  try {
    for (let run = 1; run <= times; run++) {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true)
      const counts = countTests(testModules, unhandledErrors.length)
      if (counts.failed > 0) failed++
      for (const name of failedIn(testModules)) failures.set(name, (failures.get(name) ?? 0) + 1)
      console.log(`${run} of ${times}: ${countLine(counts)}`)
    }
  } finally {
    rest()
    await vitest.close()
  }
  for (const [name, often] of failures) console.log(`failed ${often} times: ${name}`)
  console.log(`${times - failed} of ${times} runs without a failure`)
  return failed === 0 ? 0 : 1
}

if (values.help) console.log(HELP)
else if (positionals.length === 0) {
  console.error(HELP)
  process.exitCode = 2
} else
  try {
    process.exitCode = await main(positionals)
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
