import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundleWorkflowCode } from '@temporalio/worker'
import type { Logger } from '@temporalio/common'

const root = join(import.meta.dirname, '..', '..')
const workflows = join(root, 'src', 'workflows')

/** The workflows as one script. Bundling takes seconds, so the result is kept in `folder` under a digest of what went in. */
export async function workflowBundle(folder: string, logger: Logger): Promise<{ code: string }> {
  const file = join(folder, `workflows-${await digestSources()}.js`)
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null) return { code: kept }
  const { code } = await bundleWorkflows(logger)
  await mkdir(folder, { recursive: true })
  // Under another name first: a process that dies while writing leaves nothing that looks whole.
  await writeFile(`${file}.${process.pid}`, code)
  await rename(`${file}.${process.pid}`, file)
  return { code }
}

export const bundleWorkflows = (logger: Logger): Promise<{ code: string }> =>
  bundleWorkflowCode({ workflowsPath: join(workflows, 'index.ts'), logger })

/** Workflows import nothing but themselves, rules and the SDK: those decide whether a kept bundle still fits. */
async function digestSources(): Promise<string> {
  const hash = createHash('sha256')
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string }
  hash.update(version)
  for (const folder of [workflows, join(root, 'src', 'rules')]) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).sort()
    for (const name of names) hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
