import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-run-'))
const program = join(folder, 'program.ts')

beforeAll(() => {
  const text = [
    'import { getHeapStatistics } from "node:v8"',
    'const [what = "", ...rest]: string[] = process.argv.slice(2)',
    'process.on("SIGTERM", () => { console.log("stopped"); process.exit(5) })',
    'if (what === "wait") { console.log("waiting"); setInterval(() => undefined, 1000) }',
    'else if (what === "heap") console.log(getHeapStatistics().heap_size_limit, process.env["NODE_OPTIONS"])',
    'else { console.log(JSON.stringify([process.version, rest])); process.exitCode = Number(what) }',
  ]
  writeFileSync(program, text.join('\n'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(args: string[], given: NodeJS.ProcessEnv = {}) {
  // Without npm's environment: a test has no npm parent process to watch.
  const { npm_lifecycle_event: _, ...env } = process.env
  return spawn(process.execPath, [join(import.meta.dirname, '../../scripts/run.mjs'), ...args], {
    env: { ...env, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function finish(child: ReturnType<typeof run>) {
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out }
}

describe('scripts/run.mjs', () => {
  it("runs TypeScript with the project's Node and passes on arguments and exit code", async () => {
    const { code, out } = await finish(run([program, '3', 'two words', '--flag']))
    expect(code).toBe(3)
    const [version, args] = JSON.parse(out) as [string, string[]]
    expect(version).toMatch(/^v24\./)
    expect(args).toEqual(['two words', '--flag'])
  })

  it('limits the memory for short-lived objects, unless the caller sets a limit', async () => {
    const limit = async (options: string) => {
      const { out } = await finish(run([program, 'heap'], { NODE_OPTIONS: options }))
      expect(out).toContain(`--max-semi-space-size=16 ${options}`.trim())
      return parseInt(out) / 2 ** 20
    }
    const old = '--max-old-space-size=512'
    // V8 adds three times the semi-space to the old generation.
    expect(await limit(old)).toBe(512 + 3 * 16)
    expect(await limit(`${old} --max-semi-space-size=32`)).toBe(512 + 3 * 32)
  })

  it('passes on the signal to stop', async () => {
    const child = run([program, 'wait'])
    child.stdout.once('data', () => child.kill('SIGTERM'))
    expect(await finish(child)).toEqual({ code: 5, out: 'waiting\nstopped\n' })
  })

  it('runs programs of packages by name', async () => {
    const { code, out } = await finish(run(['bin:tsc', '--version']))
    expect(code).toBe(0)
    expect(out).toMatch(/^Version 6\./)
    expect((await finish(run(['bin:no-such-program']))).code).toBe(1)
  })

  it('reports an installation in one line when there is no terminal, and the output of npm when it fails', async () => {
    const checkout = join(folder, 'fresh')
    mkdirSync(join(checkout, 'scripts'), { recursive: true })
    copyFileSync(join(import.meta.dirname, '../../scripts/run.mjs'), join(checkout, 'scripts/run.mjs'))
    writeFileSync(join(checkout, 'package-lock.json'), '{"packages":{}}')
    const npm = join(folder, 'npm.js')
    writeFileSync(npm, 'console.log("no network"); process.exit(7)')
    const { npm_lifecycle_event: _, ...env } = process.env
    const child = spawn(process.execPath, [join(checkout, 'scripts/run.mjs'), program], {
      env: { ...env, npm_execpath: npm },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(err.split('\n').slice(0, 3)).toEqual([
      'Installing the dependencies (npm ci), once; this usually takes one to three minutes.',
      'no network',
      'The dependencies could not be installed: npm ci exited with code 7.',
    ])
  })

  it('does not change linked packages of another lock file', async () => {
    const checkout = join(folder, 'checkout')
    const other = join(folder, 'other')
    for (const path of [join(checkout, 'scripts'), join(other, 'package')]) mkdirSync(path, { recursive: true })
    copyFileSync(join(import.meta.dirname, '../../scripts/run.mjs'), join(checkout, 'scripts/run.mjs'))
    const packages = { 'node_modules/something': { version: '1.0.0' } }
    writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ packages }))
    symlinkSync(other, join(checkout, 'node_modules'))
    const child = spawn(process.execPath, [join(checkout, 'scripts/run.mjs'), program, '0'], { stdio: 'ignore' })
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(1)
    expect(existsSync(join(other, 'package'))).toBe(true)
  })
})
