import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

const root = join(import.meta.dirname, '..', '..')
const workflows = join(root, 'src', 'workflows')
const { resolve } = createRequire(import.meta.url)
/** `.ts`, but `.js` in a package. */
const ENDING = extname(import.meta.filename)

/**
 * Returns the bundled workflow code. Bundling takes seconds, so the result is cached in `folder` under a digest of its sources. It runs in
 * a child process because it needs 200 MB of memory that the worker would never release.
 */
export async function workflowBundle(folder: string, { traced = false } = {}): Promise<{ code: string }> {
  const file = join(folder, `workflows-${traced ? 'traced-' : ''}${await digestSources()}.js`)
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null) return { code: kept }
  const args = [import.meta.filename, file, ...(traced ? ['traced'] : [])]
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...args])
  return { code: await readFile(file, 'utf8') }
}

/**
 * Bundles the workflows in this process. Throws an error with the bundler's messages. OpenTelemetry is included only if `traced` is set.
 */
export const bundleWorkflows = ({ traced = false } = {}): Promise<{ code: string }> =>
  bundleWorkflowCode({
    workflowsPath: join(workflows, `index${ENDING}`),
    workflowInterceptorModules: traced
      ? [resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js')]
      : [],
    logger: new DefaultLogger('ERROR', ({ message }) => console.error(message)),
  })

/**
 * Workflows import only each other, the rules and packages, those of the repository included, so these files determine whether a cached bundle
 * is current.
 */
async function digestSources(): Promise<string> {
  const hash = createHash('sha256')
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string }
  hash.update(version).update(await readFile(import.meta.filename))
  // The rules import packages. A packed release has no lock file; its packages change only with its package.json.
  for (const name of ['package.json', 'package-lock.json'])
    hash.update(await readFile(join(root, name)).catch(() => ''))
  for (const folder of [workflows, join(root, 'src', 'rules'), join(root, 'packages')]) {
    const all = await readdir(folder, { recursive: true })
    const names = all.filter((name) => name.endsWith(ENDING) && !/[\\/](test|node_modules)[\\/]/.test(name)).sort()
    for (const name of names) hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

if (import.meta.main) {
  const file = process.argv[2]!
  const { code } = await bundleWorkflows({ traced: process.argv[3] === 'traced' })
  await mkdir(dirname(file), { recursive: true })
  // Written under a temporary name first, so that a process that dies while writing does not leave an incomplete file.
  await writeFile(`${file}.${process.pid}`, code)
  await rename(`${file}.${process.pid}`, file)
}
