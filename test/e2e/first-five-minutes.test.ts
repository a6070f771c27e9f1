import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StackProcess } from '../support/stack-process.ts'
import { removeHome, stackEnvironment, startUp } from '../support/stack-process.ts'

const root = join(import.meta.dirname, '../..')
const SCRIPT = 'examples/first-five-minutes.sh'

/** Returns the commands or the exact responses of README's section about the six calls. */
function readmeBlocks(language: string): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const section = /^## From login to export[^\n]*\n(.*?)^## /ms.exec(readme)![1]!
  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text]) =>
    name === language ? [text!] : [],
  )
}

describe('the six calls of README', () => {
  let env: Record<string, string>
  let stack: StackProcess
  beforeAll(async () => {
    env = await stackEnvironment()
    stack = startUp(env)
    expect(await stack.ready).toContain('Sheaf is ready')
  }, 120_000)
  afterAll(async () => {
    await stack.stop()
    removeHome(env)
  })

  it('lead from login to export and print the output in README', { timeout: 120_000 }, async () => {
    const api = `http://127.0.0.1:${env['PORT']}/api/v1`
    const { stdout, stderr } = await promisify(execFile)('sh', [SCRIPT], {
      cwd: root,
      env: { ...process.env, API: api },
    })
    expect(stderr).toBe('')
    expect(stdout.replaceAll('\r\n', '\n')).toBe(readmeBlocks('text').join(''))
  })

  it('are identical to those of the script, in the same order', () => {
    const script = readFileSync(join(root, SCRIPT), 'utf8')
    const commands = script.split('\n').filter((line) => line && !line.startsWith('#') && line !== 'set -eu')
    const shown = readmeBlocks('sh').flatMap((block) => block.split('\n').filter(Boolean))
    expect(shown).toEqual(commands)
    expect(commands.join('\n').match(/\bcurl /g)).toHaveLength(6)
  })
})
