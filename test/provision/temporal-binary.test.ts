import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveTemporal, TEMPORAL_MODULE } from '../../src/provision/temporal-binary.ts'

let root: string
let env: NodeJS.ProcessEnv
const home = () => join(root, 'home')
const cache = () => join(root, 'cache', 'sheaf', 'bin', 'temporal')
const onPath = (name: string) => join(root, 'path', name)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-resolver-'))
  mkdirSync(join(root, 'path'))
  // No Go and no programs except those of a test; the download fails because no proxy listens.
  env = { PATH: join(root, 'path'), XDG_CACHE_HOME: join(root, 'cache'), HTTPS_PROXY: 'http://127.0.0.1:9' }
})
afterEach(() => rmSync(root, { recursive: true }))

function program(path: string, body = 'echo "temporal version 1.5.1"'): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o755)
  return path
}

/** Creates a `go` that records its arguments and "builds" the given script. */
function fakeGo(built: string): string {
  const parts = [
    `echo "$@" > '${join(root, 'go-called')}'`,
    `printf '#!/bin/sh\\n${built}\\n' > "$GOBIN/temporal"`,
    '/bin/chmod +x "$GOBIN/temporal"',
  ]
  return program(onPath('go'), parts.join('\n'))
}

const resolve = () => resolveTemporal({ home: home(), env, downloadPatience: 5000 })

describe('resolveTemporal', () => {
  it('tries the sources in order', async () => {
    fakeGo('echo temporal version built')
    expect(await resolve()).toEqual({ kind: 'binary', path: cache(), source: 'go' })
    expect(readFileSync(join(root, 'go-called'), 'utf8')).toBe(`install ${TEMPORAL_MODULE}\n`)

    expect(await resolve()).toEqual({ kind: 'binary', path: cache(), source: 'cache' })

    const inHome = program(join(home(), 'bin', 'temporal'))
    expect(await resolve()).toEqual({ kind: 'binary', path: inHome, source: 'home' })

    const found = program(onPath('temporal'))
    expect(await resolve()).toEqual({ kind: 'binary', path: found, source: 'PATH' })

    env['TEMPORAL_CLI_PATH'] = program(join(root, 'given', 'temporal'))
    expect(await resolve()).toEqual({ kind: 'binary', path: env['TEMPORAL_CLI_PATH'], source: 'TEMPORAL_CLI_PATH' })

    env['TEMPORAL_ADDRESS'] = 'temporal.example:7233'
    expect(await resolve()).toEqual({ kind: 'address', address: 'temporal.example:7233' })
  })

  it('refuses a configured program that does not start, without trying another one', async () => {
    program(onPath('temporal'))
    env['TEMPORAL_CLI_PATH'] = program(join(root, 'given', 'temporal'), 'exit 3')
    await expect(resolve()).rejects.toThrow(/^TEMPORAL_CLI_PATH is .*, which does not start: /)
  })

  it('skips and reports programs that do not start', async () => {
    const broken = program(onPath('temporal'), 'exit 3')
    const other = program(join(home(), 'bin', 'temporal'), 'echo "GNU something"')
    program(cache())
    const notes: string[] = []
    const choice = await resolveTemporal({ home: home(), env, note: (sentence) => notes.push(sentence) })
    expect(choice).toMatchObject({ source: 'cache' })
    expect(notes).toEqual([
      expect.stringContaining(`${broken} does not start`),
      `${other} does not start (it is a different program); trying the next candidate.`,
    ])
  })

  it('removes a build that does not start', async () => {
    fakeGo('exit 1')
    await expect(resolve()).rejects.toThrow(/"go install" failed \(the program does not start/)
    expect(existsSync(cache())).toBe(false)
  })

  it('lists all sources if none works', async () => {
    const failure = await resolve().catch((error: Error) => error.message)
    expect(failure).toContain('Go is not installed')
    for (const way of [
      'TEMPORAL_ADDRESS',
      'TEMPORAL_CLI_PATH',
      'PATH',
      dirname(cache()),
      'download',
      TEMPORAL_MODULE,
    ]) {
      expect(failure).toContain(way)
    }
  })
})
