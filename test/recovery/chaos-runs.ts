import { expect, onTestFinished, vi } from 'vitest'
import { failing, type Result } from '../../scripts/chaos/report.ts'

/** Returns the names of the checks that fail. */
export const failingNames = (results: readonly Result[]): string[] => failing(results).map(({ name }) => name)

/** Runs a suite without output; requires that its checks hold, and that the worker and then the API were killed. */
export async function expectToHold(run: () => Promise<boolean>): Promise<void> {
  const printed: unknown[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
  onTestFinished(() => log.mockRestore())
  const holds = await run()
  expect(holds, printed.join('\n')).toBe(true)
  expect(printed.join('\n')).toMatch(/kill -9 worker.*kill -9 api/s)
}
