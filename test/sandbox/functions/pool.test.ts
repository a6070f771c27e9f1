import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFunctions } from '../../../src/sandbox/functions/index.ts'
import { Lanes } from '../../../src/sandbox/functions/lanes.ts'
import { openReader } from '../../../src/sandbox/reader.ts'
import { javascript, openForTests, python, responseOf } from './support.ts'

const functions = openForTests()
const hello = 'exports.svc_hook_request_handler = (payload) => payload'

describe('functions', () => {
  it('start no process before the first call', async () => {
    const own = openForTests()
    expect(own.pids).toEqual([])
    await own.run({ organization_id: 1 }, javascript(hello))
    expect(own.pids.length).toBeGreaterThan(0)
  })

  it('of one organization leave a process to others', async () => {
    const slow = javascript(
      'exports.svc_hook_request_handler = () => new Promise((resolve) => setTimeout(resolve, 8000))',
    )
    const order: string[] = []
    const first = Array.from({ length: 3 }, () =>
      functions.run({ organization_id: 1 }, slow).then(() => order.push('one')),
    )
    await functions.run({ organization_id: 2 }, javascript(hello)).then(() => order.push('two'))
    await Promise.all(first)
    expect(order).toEqual(['two', 'one', 'one', 'one'])
  })

  it('of an organization beyond the limit of waiting calls are refused with the limit', async () => {
    const results = await Promise.all(
      Array.from({ length: 103 }, () => functions.run({ organization_id: 3 }, javascript(hello))),
    )
    const refused = results.filter(({ failure }) => failure)
    expect(refused.length).toBeGreaterThan(0)
    expect(
      refused.every(
        ({ failure }) => failure?.kind === 'unavailable' && failure.message.startsWith('100 function calls'),
      ),
    ).toBe(true)
  })

  it.each([
    ['code', javascript(`//${'x'.repeat(2 ** 20)}`), '1 MB'],
    ['payload', javascript(hello, { payload: JSON.stringify('x'.repeat(20 * 2 ** 20)) }), '20 MB'],
  ])('with too much %s are refused with the limit', async (what, call, limit) => {
    const { failure } = await functions.run({ organization_id: 1 }, call)
    expect(failure?.message).toBe(`The ${what} of the function exceeds the limit of ${limit}.`)
  })

  it('pass large payloads and responses', async () => {
    const payload = JSON.stringify({ text: 'ä'.repeat(2e6) })
    expect((await functions.run({ organization_id: 1 }, javascript(hello, { payload }))).response).toBe(payload)
  })

  it('that run or wait when the service stops fail', async () => {
    const own = openFunctions({ processes: 1, level: 'process' })
    const slow = javascript(
      'exports.svc_hook_request_handler = () => new Promise((resolve) => setTimeout(resolve, 60000))',
    )
    const calls = [1, 2, 3].map((organization_id) => own.run({ organization_id }, slow))
    await own.close()
    for (const { failure } of await Promise.all(calls)) expect(failure?.kind).toBe('unavailable')
    expect((await own.run({ organization_id: 1 }, javascript(hello))).failure?.kind).toBe('unavailable')
  })

  it('run in the container of the reader', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-reader-'))
    const socket = join(folder, 'socket')
    const reader = await openReader({ socket }, { level: 'process' })
    const own = openFunctions({ processes: 1, socket })
    onTestFinished(async () => {
      await own.close()
      await reader.close()
      rmSync(folder, { recursive: true, force: true })
    })
    expect(responseOf(await own.run({ organization_id: 1 }, javascript(hello)))).toEqual({ name: 'invoice' })
    const loop = javascript('exports.svc_hook_request_handler = () => { for (;;); }', { timeout_ms: 300 })
    expect((await own.run({ organization_id: 1 }, loop)).failure?.kind).toBe('timeout')
    const inPython = python('def svc_hook_request_handler(payload): return payload')
    expect(responseOf(await own.run({ organization_id: 1 }, inPython))).toEqual({ name: 'invoice' })
  })
})

describe('waiting calls', () => {
  it('take turns between organizations', () => {
    const lanes = new Lanes<string>()
    for (const item of ['a1', 'a2', 'a3']) lanes.add(1, item, 3)
    for (const item of ['b1', 'b2']) lanes.add(2, item, 3)
    expect(lanes.add(1, 'a4', 3)).toBe(false)
    const taken = Array.from({ length: 5 }, () => lanes.next(() => true))
    expect(taken).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
    expect(lanes.next(() => true)).toBeUndefined()
  })
})
