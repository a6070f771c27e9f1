import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRunning, markOf } from '../../src/provision/processes.ts'

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

function copyScripts(checkout: string): void {
  for (const name of ['run.mjs', 'end-with-parent.mjs'])
    copyFileSync(join(import.meta.dirname, '../../scripts', name), join(checkout, 'scripts', name))
}

/** Returns whether a program listens at this path. */
const connected = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

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

  it('keeps compiled code for the next start, and starts without a place for it', async () => {
    const compiled = join(folder, 'compiled')
    expect((await finish(run([program, '0'], { NODE_COMPILE_CACHE: compiled }))).code).toBe(0)
    const kept = () => readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(kept().length).toBeGreaterThan(0)
    // A file where the folder should be: as if the user may not write there.
    expect((await finish(run([program, '0'], { NODE_COMPILE_CACHE: program }))).code).toBe(0)
  })

  it('passes on the signal to stop', async () => {
    const child = run([program, 'wait'])
    child.stdout.once('data', () => child.kill('SIGTERM'))
    expect(await finish(child)).toEqual({ code: 5, out: 'waiting\nstopped\n' })
  })

  it('ends its program when it is killed', async () => {
    const child = run([program, 'wait'])
    child.stdout.once('data', () => child.kill('SIGKILL'))
    // The program holds the pipe until it ends, and stops in order.
    expect(await finish(child)).toEqual({ code: null, out: 'waiting\nstopped\n' })
  })

  it('ends a command of `sheaf` when bin/sheaf.mjs is killed', { timeout: 120_000 }, async () => {
    const socket = join(folder, 'socket')
    const { npm_lifecycle_event: _, ...env } = process.env
    const sheaf = join(import.meta.dirname, '../../bin/sheaf.mjs')
    const child = spawn(process.execPath, [sheaf, 'reader', '--socket', socket], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      // Without the right to change users it refuses to start, which is no reader that could go on.
      if (log.includes('the reader is ready')) child.kill('SIGKILL')
    })
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect(log).toMatch(/the reader is ready|cannot give its child processes users/)
    expect(signal ?? code).toBe(log.includes('the reader is ready') ? 'SIGKILL' : 2)
    await expect(connected(socket)).resolves.toBe(false)
  })

  it('ends the installation when it is killed, because another script takes over its lock', async () => {
    const checkout = join(folder, 'killed')
    mkdirSync(join(checkout, 'scripts'), { recursive: true })
    copyScripts(checkout)
    writeFileSync(join(checkout, 'package-lock.json'), '{"packages":{}}')
    const npm = join(folder, 'endless-npm.js')
    const pid = join(folder, 'npm.pid')
    writeFileSync(npm, `require('fs').writeFileSync('${pid}', String(process.pid)); setInterval(() => {}, 1000)`)
    const { npm_lifecycle_event: _, ...env } = process.env
    const child = spawn(process.execPath, [join(checkout, 'scripts/run.mjs'), program], {
      env: { ...env, npm_execpath: npm },
      stdio: 'ignore',
    })
    await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8'), { timeout: 20_000 }).toBeTruthy()
    const mark = markOf(Number(readFileSync(pid, 'utf8')))!
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(mark), { timeout: 20_000 }).toBe(false)
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
    copyScripts(checkout)
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

  describe('with node_modules of a lock file', () => {
    const packages: Record<string, object> = {
      'node_modules/needed': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
    }
    /** Makes a checkout whose node_modules has these packages, with a program of the service and one of development. */
    function checkoutWith(name: string, installed: object, locked = packages): string {
      const checkout = join(folder, name)
      for (const part of ['scripts', 'src', 'node_modules']) mkdirSync(join(checkout, part), { recursive: true })
      copyScripts(checkout)
      symlinkSync(join(import.meta.dirname, '../../node_modules/node'), join(checkout, 'node_modules/node'))
      writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ packages: locked }))
      writeFileSync(join(checkout, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
      for (const file of ['src/service.ts', 'scripts/tool.ts'])
        writeFileSync(join(checkout, file), 'console.log("runs")')
      writeFileSync(join(checkout, 'npm.js'), 'console.log("npm", ...process.argv.slice(2)); process.exit(7)')
      return checkout
    }
    async function start(checkout: string, target: string) {
      const { npm_lifecycle_event: _, ...env } = process.env
      const child = spawn(process.execPath, [join(checkout, 'scripts/run.mjs'), target], {
        env: { ...env, npm_execpath: join(checkout, 'npm.js') },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      await once(child, 'close')
      return { runs: text.includes('runs'), installs: text.includes('npm ci --include=dev') }
    }
    const needed = { 'node_modules/needed': packages['node_modules/needed'] }
    const outdated = { 'node_modules/needed': { version: '0.9.0' } }
    const oldTool = { ...needed, 'node_modules/tool': { version: '0.9.0', dev: true } }

    it.each([
      ['runs the service without packages for development (npm ci --omit=dev)', needed, 'src/service.ts', 'runs'],
      ['runs a command of a package without them', needed, 'packages/part/src/main.ts', 'runs'],
      ['installs everything for scripts and tests', needed, 'scripts/tool.ts', 'installs'],
      ['installs everything again if a package of the service has changed', outdated, 'src/service.ts', 'installs'],
      ['installs everything again if a package for development has changed', oldTool, 'src/service.ts', 'installs'],
      ['runs everything if everything is there', packages, 'scripts/tool.ts', 'runs'],
    ] as const)('%s', async (name, installed, target, outcome) => {
      const checkout = checkoutWith(name.replaceAll(/\W+/g, '-'), installed)
      expect(await start(checkout, target)).toEqual({ runs: outcome === 'runs', installs: outcome === 'installs' })
      expect(existsSync(join(checkout, 'node_modules/.sheaf-install'))).toBe(installed === packages)
    })

    it('links a package of the repository that the lock file has and the installation has not', async () => {
      const own = { 'node_modules/@own/part': { resolved: 'packages/part', link: true }, 'packages/part': {} }
      const checkout = checkoutWith('linked', packages, { ...packages, ...own })
      mkdirSync(join(checkout, 'packages/part'), { recursive: true })
      expect(await start(checkout, 'scripts/tool.ts')).toEqual({ runs: true, installs: false })
      expect(readlinkSync(join(checkout, 'node_modules/@own/part'))).toBe('../../packages/part')
    })

    it('installs everything again if a package of the repository has packages that are missing', async () => {
      const own = { 'packages/part/node_modules/needed': { version: '2.0.0' } }
      const checkout = checkoutWith('nested', packages, { ...packages, ...own })
      expect(await start(checkout, 'src/service.ts')).toEqual({ runs: false, installs: true })
    })

    it('does not run with packages of another checkout in place of its own', async () => {
      const own = { 'node_modules/@own/part': { resolved: 'packages/part', link: true }, 'packages/part': {} }
      const [checkout, other] = ['borrower', 'lender'].map((name) =>
        checkoutWith(name, packages, { ...packages, ...own }),
      )
      for (const one of [checkout!, other!]) mkdirSync(join(one, 'packages/part'), { recursive: true })
      expect(await start(other!, 'scripts/tool.ts')).toMatchObject({ runs: true })
      rmSync(join(checkout!, 'node_modules'), { recursive: true })
      symlinkSync(join(other!, 'node_modules'), join(checkout!, 'node_modules'))
      expect(await start(checkout!, 'scripts/tool.ts')).toEqual({ runs: false, installs: false })
    })
  })

  it('does not change linked packages of another lock file', async () => {
    const checkout = join(folder, 'checkout')
    const other = join(folder, 'other')
    for (const path of [join(checkout, 'scripts'), join(other, 'package')]) mkdirSync(path, { recursive: true })
    copyScripts(checkout)
    const packages = { 'node_modules/something': { version: '1.0.0' } }
    writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ packages }))
    symlinkSync(other, join(checkout, 'node_modules'))
    const child = spawn(process.execPath, [join(checkout, 'scripts/run.mjs'), program, '0'], { stdio: 'ignore' })
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(1)
    expect(existsSync(join(other, 'package'))).toBe(true)
  })
})
