import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportAll } from '../../src/cli/demo/finish.ts'
import type { Rest } from '../../src/cli/client/rest.ts'
import { makeHome } from '../../src/provision/home.ts'
import { ProvisionError } from '../../src/provision/problem.ts'
import { startServer, writeMark } from '../../src/provision/processes.ts'
import { homeSecrets } from '../../src/provision/secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-home-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Other users have no rights, whatever the umask is. */
const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8)
async function withoutUmask(work: () => unknown): Promise<void> {
  const before = process.umask(0)
  try {
    await work()
  } finally {
    process.umask(before)
  }
}

describe('SHEAF_HOME', () => {
  const env = { XDG_CACHE_HOME: '/nowhere' }

  it('is created for the user of the service only', async () => {
    await withoutUmask(() => {
      makeHome(join(folder, 'above/home'), env)
      homeSecrets(join(folder, 'above/home'))
      writeMark(join(folder, 'above/home'), 'postgres', { pid: 1 })
    })
    expect(['', 'secrets.json', 'run', 'run/postgres.json'].map((name) => modeOf('above/home', name))).toEqual([
      '700',
      '600',
      '700',
      '600',
    ])
  })

  it('is closed to other users if an earlier release left it open, with everything in it', async () => {
    const home = join(folder, 'home')
    await withoutUmask(() => {
      for (const name of ['', 'logs', 'temporal', 'blobs', 'bin']) mkdirSync(join(home, name))
      for (const name of ['logs/temporal.log', 'temporal/temporal.sqlite', 'note']) writeFileSync(join(home, name), '')
      writeFileSync(join(home, 'program'), '', { mode: 0o755 })
      makeHome(home, env)
    })
    for (const name of ['', 'logs', 'temporal', 'blobs', 'bin'])
      expect([name, modeOf('home', name)]).toEqual([name, '700'])
    for (const name of ['logs/temporal.log', 'temporal/temporal.sqlite', 'note'])
      expect([name, modeOf('home', name)]).toEqual([name, '600'])
    expect(modeOf('home', 'program')).toBe('700')
  })

  it('lets the users of the sandbox read the models if they are in it, and nothing else', async () => {
    const home = join(folder, 'home')
    await withoutUmask(() => {
      for (const name of ['', 'models', 'logs']) mkdirSync(join(home, name), { mode: 0o755 })
      writeFileSync(join(home, 'models/text.onnx'), '', { mode: 0o644 })
      makeHome(home, { ...env, SHEAF_MODELS: join(home, 'models') })
    })
    expect(['', 'models', 'models/text.onnx', 'logs'].map((name) => modeOf('home', name))).toEqual([
      '711',
      '755',
      '644',
      '700',
    ])
  })

  it('stays open for the account of PostgreSQL, which enters by name only', () => {
    if (process.getuid?.() !== 0) return
    const home = join(folder, 'home')
    mkdirSync(join(home, 'postgres'), { recursive: true, mode: 0o700 })
    chownSync(join(home, 'postgres'), 65_534, 65_534)
    makeHome(home, env)
    expect([modeOf('home'), modeOf('home', 'postgres')]).toEqual(['711', '700'])
  })

  it('contains private files of its servers', async () => {
    const home = join(folder, 'home')
    await withoutUmask(async () => {
      makeHome(home, env)
      const args = ['-c', `echo started; echo data > ${join(home, 'made')}`]
      await startServer({ home, name: 'server', command: '/bin/sh', args, signals: [['SIGTERM', 1000]] }).ended
    })
    expect([modeOf('home/made'), modeOf('home/logs'), modeOf('home/logs/server.log')]).toEqual(['600', '700', '600'])
  })
})

describe('the folder of the exports of the demo', () => {
  it('is for the user who runs the demo only', async () => {
    const rest = { pages: () => Readable.from([]), download: () => Promise.resolve(new Response('an export')) }
    await withoutUmask(() => exportAll(rest as unknown as Rest, 1, [], join(folder, 'exports')))
    expect(modeOf('exports')).toBe('700')
    expect(readdirSync(join(folder, 'exports')).length).toBeGreaterThan(0)
  })
})

describe('makeHome', () => {
  it('creates the folder and those above it, and leaves an existing one as it is', () => {
    const home = join(folder, 'a/b')
    makeHome(home)
    writeFileSync(join(home, 'kept'), '')
    makeHome(home)
    expect(existsSync(join(home, 'kept'))).toBe(true)
  })

  it.for(['file', 'file/below'])('reports a file in the place of a folder: %s', (path) => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeHome(join(folder, path))).toThrow(ProvisionError)
    expect(() => makeHome(join(folder, path))).toThrow(/^SHEAF_HOME, .*, cannot be created \(E\w+: /)
  })

  // `mkdirSync` with `recursive` never returns there.
  it('reports a file system without folders of users', { timeout: 10_000 }, () => {
    expect(() => makeHome('/proc/sheaf/home')).toThrow(/^SHEAF_HOME, \/proc\/sheaf\/home, cannot be created/)
  })
})
