import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bundleWorkflows } from '../../src/worker/bundle.ts'

const quietLog = new DefaultLogger('ERROR', () => undefined)
const workflows = join(import.meta.dirname, '..', '..', 'src', 'workflows')

describe('the workflow bundle', () => {
  let code: string
  beforeAll(async () => {
    ;({ code } = await bundleWorkflows())
  })

  it('contains every workflow', async () => {
    const index = await readFile(join(workflows, 'index.ts'), 'utf8')
    const names = [...index.matchAll(/export \{ (\w+) \}/g)].map((match) => match[1]!)
    expect(names).toEqual(
      expect.arrayContaining([
        'annotationLifecycle',
        'countUsage',
        'deleteQueue',
        'importUpload',
        'sendEmail',
        'sweep',
      ]),
    )
    for (const name of names) expect(code).toContain(`function ${name}(`)
  })

  it.each([
    'zod',
    'ajv',
    'typebox',
    'pino',
    'knex',
    'pg',
    'koa',
    '@temporalio/client',
    '@temporalio/worker',
    '@aws-sdk',
  ])('contains nothing of %s', (name) => {
    expect(modulesIn(code).filter((module) => module.includes(`node_modules/${name}/`))).toEqual([])
  })

  it('contains only workflows and rules of the project', () => {
    const projectModules = modulesIn(code).filter((module) => /\.\/(src|db)\//.test(module))
    expect(projectModules.length).toBeGreaterThan(2)
    expect(projectModules.filter((module) => !/\.\/src\/(workflows|rules)\//.test(module))).toEqual([])
  })

  describe('refuses', () => {
    // Inside the project, so that its packages can be resolved.
    const folder = join(import.meta.dirname, '..', '..', 'tmp', `bundle-test-${process.pid}`)
    const bad = join(folder, 'workflow.ts')
    afterEach(() => rm(folder, { recursive: true, force: true }))

    it.each(['node:fs/promises', 'knex'])('a workflow that imports %s', async (name) => {
      await mkdir(folder, { recursive: true })
      await writeFile(
        bad,
        `import * as thing from '${name}'\nexport async function refused() { return String(thing) }\n`,
      )
      await expect(bundleWorkflowCode({ workflowsPath: bad, logger: quietLog })).rejects.toThrow()
    })
  })
})

/** Returns the names of the modules in the bundle, as webpack records them for its source map and its registry. */
function modulesIn(code: string): string[] {
  return [
    ...new Set([...code.matchAll(/\.\/(?:src|db|node_modules)\/[\w@./-]+\.(?:m?js|ts)/g)].map((match) => match[0])),
  ]
}
