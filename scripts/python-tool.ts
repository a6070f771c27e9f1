// Runs a Python package, installed into a temporary environment, against the embedded stack. Both are removed after the run.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { homeSecrets } from '../src/provision/secrets.ts'
import { removeHome, stackEnvironment, startUp } from '../test/support/stack-process.ts'

export interface Tool {
  /** Runs a program of the package with this environment added. Returns its exit code. */
  run(program: string, args: string[], env?: Record<string, string>): Promise<number>
  /** `http://127.0.0.1:PORT/api`. */
  api: string
  databaseUrl: string
  /** A folder that is removed after the run. */
  scratch: string
}

function start(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (code) => resolve(code ?? 1)))
}

/** Installs the requirements (`name==version`), starts a stack with its own home and ports, and returns the exit code of `use`. */
export async function withPythonTool(
  requirements: string[],
  settings: Record<string, string>,
  use: (tool: Tool) => Promise<number>,
): Promise<number> {
  const version = spawnSync('python3', ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))'])
  if (version.status !== 0) throw new Error('This requires Python 3.10 or newer with the venv module.')
  const scratch = mkdtempSync(join(tmpdir(), 'sheaf-python-'))
  const environment = await stackEnvironment()
  const stack = startUp({ ...environment, ...settings })
  try {
    const pip = ['install', '--quiet', '--disable-pip-version-check', ...requirements]
    const installed =
      (await start('python3', ['-m', 'venv', scratch])) ||
      (requirements.length ? await start(join(scratch, 'bin/pip'), pip) : 0)
    if (installed !== 0) throw new Error(`${requirements.join(', ')} could not be installed.`)
    if (!(await stack.ready)) throw new Error(`The stack did not start: ${(await stack.ended).err}`)
    const run: Tool['run'] = (program, args, env) => start(join(scratch, 'bin', program), args, env)
    const secrets = homeSecrets(environment['SHEAF_HOME']!)
    const { databaseUrl } = readConfig({ ...environment, ...settings }, { mode: 'embedded', secrets })
    return await use({ run, api: `http://127.0.0.1:${environment['PORT']}/api`, databaseUrl, scratch })
  } finally {
    await stack.stop()
    removeHome(environment)
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Exits with the code of a script, or prints the message of its error. */
export async function finish(result: Promise<number>): Promise<void> {
  process.exitCode = await result.catch((error: Error) => {
    console.error(error.message)
    return 1
  })
}
