import { expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { openDeps } from '../../src/open-deps.ts'
import { memoryBlobs, someDeps, standIn, testConfig } from '../support/deps.ts'

it('opens nothing in place of what it is given, and leaves that open', async () => {
  const closed: string[] = []
  const closing = (name: string) => ({ close: () => Promise.resolve(void closed.push(name)) })
  const overrides = {
    documents: standIn<Deps['documents']>('documents', closing('documents')),
    functions: standIn<Deps['functions']>('functions', closing('functions')),
    outgoing: standIn<Deps['outgoing']>('outgoing', closing('outgoing')),
    channels: standIn<Deps['channels']>('channels', closing('channels')),
    blobs: memoryBlobs(),
    clock: () => new Date(0),
  }
  const deps = await openDeps(testConfig, overrides)
  for (const name of Object.keys(overrides) as (keyof typeof overrides)[]) expect(deps[name]).toBe(overrides[name])
  await deps.close()
  expect(closed).toEqual([])
  // What it has opened itself is closed.
  await expect(deps.db.raw('select 1')).rejects.toThrow('Unable to acquire a connection')
})

it('has stand-ins for tests that name what a test has not replaced', () => {
  const deps = someDeps({ db: standIn<Deps['db']>('db', {}) })
  expect(() => deps.functions.run).toThrow('The test uses functions.run, which it has not replaced.')
  expect(() => deps.db.destroy()).toThrow('The test uses db.destroy')
  expect(() => deps.temporal.workflow).toThrow('temporal.workflow')
})
