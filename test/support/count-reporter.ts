import type { Reporter, TestModule } from 'vitest/node'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Returns the line that scripts and CI read: `12 passed, 0 failed`, with `, 1 skipped` if there are skipped tests. */
export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Counts tests by result. A file that cannot run, or an error outside a test, counts as one failure. */
export function countTests(modules: readonly TestModule[], unhandled: number): Counts {
  const counts = { passed: 0, failed: unhandled, skipped: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') counts.passed++
      else if (state === 'failed') counts.failed++
      else counts.skipped++
    }
    if (module.errors().length > 0) counts.failed++
  }
  return counts
}

/** Prints the counts as the last line of the run, unformatted, on stdout. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const line = countLine(countTests(modules, errors.length))
    // The default reporter prints its summary in the same event; only process exit is later.
    process.once('exit', () => process.stdout.write(`${line}\n`))
  }
}
