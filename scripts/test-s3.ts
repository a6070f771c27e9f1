// Runs the blob suite against versitygw, an S3 server that supports If-None-Match, ranges, multipart and page tokens. The server is built
// once with Go and kept in the user's cache folder. Without Go the run fails, so it never passes unchecked.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cacheFolder } from '../src/provision/cache.ts'
import { freePort } from '../src/provision/ports.ts'
import { withProgress } from '../src/provision/progress.ts'

const version = 'v1.8.0'
const source = `github.com/versity/versitygw/cmd/versitygw@${version}`
const root = join(import.meta.dirname, '..')
const access = { ROOT_ACCESS_KEY: 'sheaf-test', ROOT_SECRET_KEY: 'sheaf-test-secret' }

/** Returns the program of the server, built on first use. */
async function provideServer(): Promise<string> {
  const folder = join(cacheFolder(), `versitygw-${version}`)
  const program = join(folder, process.platform === 'win32' ? 'versitygw.exe' : 'versitygw')
  if (existsSync(program)) return program
  const building = `${folder}.${process.pid}`
  mkdirSync(building, { recursive: true })
  await withProgress(`Building versitygw ${version}`, async () => {
    const go = spawn('go', ['install', source], { env: { ...process.env, GOBIN: building }, stdio: 'inherit' })
    const code = await new Promise((resolve, reject) => go.once('exit', resolve).once('error', reject))
    if (code !== 0) throw new Error(`go install ${source} exited with code ${String(code)}.`)
  })
  rmSync(folder, { recursive: true, force: true })
  renameSync(building, folder)
  return program
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })

async function testAgainst(program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-versitygw-'))
  const port = await freePort()
  // Metadata in separate files: temporary folders often have no extended attributes.
  const args = [
    '--quiet',
    '--port',
    `127.0.0.1:${port}`,
    'posix',
    '--sidecar',
    join(folder, 'meta'),
    join(folder, 'data'),
  ]
  for (const name of ['meta', 'data']) mkdirSync(join(folder, name))
  const server = spawn(program, args, { env: { ...process.env, ...access }, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  try {
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error(`versitygw exited with code ${server.exitCode}.`)
      await wait(50)
    }
    const env = {
      ...process.env,
      S3_TEST_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_TEST_ACCESS_KEY_ID: access.ROOT_ACCESS_KEY,
      S3_TEST_SECRET_ACCESS_KEY: access.ROOT_SECRET_KEY,
    }
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const suite = [vitest, 'run', '--project', 'unit', 'test/provision/blobs']
    return spawnSync(process.execPath, suite, { cwd: root, env, stdio: 'inherit' }).status ?? 1
  } finally {
    server.kill()
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = await testAgainst(await provideServer())
