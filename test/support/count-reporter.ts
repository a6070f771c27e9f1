import type { Reporter, TestModule } from 'vitest/node'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The line that scripts and CI read: `12 passed, 0 failed`, and `, 1 skipped` when any were. */
export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A file that could not be run at all, or an error outside every test, counts as one failure: the line must not hide it. */
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

/** Prints the counts as the very last line of the run, plain and on stdout. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const line = countLine(countTests(modules, errors.length))
    // The default reporter prints its summary from the same event; leaving is the only moment after it.
    process.once('exit', () => process.stdout.write(`${line}\n`))
  }
}
