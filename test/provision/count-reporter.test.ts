import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countLine } from '../support/count-reporter.ts'

const root = join(import.meta.dirname, '../..')
// Inside the checkout, so that the files can import vitest; git ignores the folder.
const folder = mkdtempSync(join(root, 'node_modules', '.sheaf-count-'))
afterAll(() => rmSync(folder, { recursive: true }))

function runVitest(files: Record<string, string>): Promise<{ code: number; last: string }> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const reporter = join(root, 'test/support/count-reporter.ts')
  const args = [
    'run',
    '--root',
    folder,
    '--config',
    join(folder, 'config.mjs'),
    '--reporter=default',
    `--reporter=${reporter}`,
  ]
  writeFileSync(join(folder, 'config.mjs'), 'export default { test: { include: ["*.test.mjs"], exclude: [] } }')
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), last: stdout.trimEnd().split('\n').at(-1)! }),
    )
  })
}

describe('the last line of a test run', () => {
  it('mentions skipped tests only if there are any', () => {
    expect(countLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
    expect(countLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
  })

  it('counts every test, and a file that cannot be run as a failure', async () => {
    const files = {
      'one.test.mjs':
        "import { expect, it } from 'vitest'\nit('a', () => {})\nit('b', () => { expect(1).toBe(2) })\nit.skip('c', () => {})\n",
      'two.test.mjs': "import './missing.mjs'\n",
    }
    expect(await runVitest(files)).toEqual({ code: 1, last: '1 passed, 2 failed, 1 skipped' })
  })
})
