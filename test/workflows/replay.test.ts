import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from '@temporalio/worker'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleWorkflows } from '../../src/worker/bundle.ts'
import { installRuntime } from '../../src/worker/runtime.ts'
import { openLog } from '../../src/log.ts'
import { folder, History } from './histories.ts'
import { recordHistories } from './record-histories.ts'

// The results contain everything relevant, and one history fails on purpose, so the log is silent.
installRuntime(openLog('fatal'))

// A changed workflow must still replay histories of older versions; `patched()` keeps that possible. After an intended
// change, record the new behaviour too: RECORD_HISTORIES=<name> npm run test:stack -- test/workflows/replay
const label = process.env['RECORD_HISTORIES']
if (label) await recordHistories(label)

const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

describe('recorded histories', () => {
  let workflowBundle: { code: string }
  beforeAll(async () => {
    workflowBundle = await bundleWorkflows()
  })
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')
  const parse = (json: string) => History.fromObject(JSON.parse(json) as object)
  const replay = (history: History) => Worker.runReplayHistory({ workflowBundle }, history)

  it.each(files)('replay without an error: %s', async (file) => {
    await expect(replay(parse(text(file)))).resolves.toBeUndefined()
  })

  it('cover every workflow', () => {
    const index = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'workflows', 'index.ts'), 'utf8')
    const exported = [...index.matchAll(/export \{ (\w+) \}/g)].map((match) => match[1]!)
    const types = files.map(
      (file) => parse(text(file)).events[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name,
    )
    expect(exported.filter((name) => !types.includes(name))).toEqual([])
  })

  it('fail to replay when a step differs from the recorded one', async () => {
    const file = files.find((name) => name.startsWith('upload-slow.'))!
    const changed = text(file).replaceAll('"readDocument"', '"anotherActivity"')
    await expect(replay(parse(changed))).rejects.toThrow(/[Nn]ondeterminism|determinism/)
  })
})
