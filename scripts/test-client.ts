// Runs test/client/walk.py: the published Python client of this API family, unmodified, against the embedded stack. The client is
// installed into a scratch environment. Without Python 3.10 the run fails with one sentence; CI asks first.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, DEMO_USER } from '../src/domain/demo.ts'
import { invoicePdf } from '../test/support/invoice-pdf.ts'
import { removeHome, stackEnvironment, startUp } from '../test/support/stack-process.ts'

/** Pinned, so that a run means the same tomorrow; raise it when the client has something new. */
const client = 'rossum-api==3.17.0'

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (code) => resolve(code ?? 1)))
}

function python(): string {
  const found = spawnSync('python3', ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))'])
  if (found.status !== 0) throw new Error('The client needs Python 3.10 or newer with the venv module.')
  return 'python3'
}

async function main(): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'sheaf-client-'))
  const environment = await stackEnvironment()
  const stack = startUp({ ...environment, COMPAT_UPLOAD_RESULTS: '1' })
  try {
    const installed =
      (await run(python(), ['-m', 'venv', scratch])) ||
      (await run(join(scratch, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', client]))
    if (installed !== 0) throw new Error(`${client} could not be installed.`)
    const document = join(scratch, 'walk.pdf')
    writeFileSync(document, await invoicePdf('WALK-1'))
    if (!(await stack.ready)) throw new Error(`The stack did not start: ${(await stack.ended).err}`)
    return await run(join(scratch, 'bin/python'), [join(import.meta.dirname, '../test/client/walk.py')], {
      BASE_URL: `http://127.0.0.1:${environment['PORT']}/api/v1`,
      USERNAME: DEMO_USER,
      PASSWORD: DEMO_PASSWORD,
      DOCUMENT: document,
    })
  } finally {
    await stack.stop()
    removeHome(environment)
    rmSync(scratch, { recursive: true, force: true })
  }
}

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message)
  return 1
})
