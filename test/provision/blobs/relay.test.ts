import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { relay } from '../../../src/blobs/relay.ts'

const SILENT_MS = 1_000
const LATER_MS = 10 * SILENT_MS

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a stream from another server', () => {
  it('fails if nothing arrives although its reader waits', async () => {
    const source = new PassThrough()
    const reading = text(relay(source, (error) => error, SILENT_MS))
    reading.catch(() => undefined)
    source.write('half')
    await turn()
    await vi.advanceTimersByTimeAsync(LATER_MS)
    await expect(reading).rejects.toThrow('No data arrived for 1 seconds.')
    expect(source.destroyed).toBe(true)
  })

  it('waits for a reader that is slow', async () => {
    const source = new PassThrough({ highWaterMark: 2 ** 20 })
    const target = relay(source, (error) => error, SILENT_MS)
    const sent = 'x'.repeat(200_000)
    source.end(sent)
    await turn()
    await vi.advanceTimersByTimeAsync(LATER_MS)
    expect((await text(target)).length).toBe(sent.length)
  })

  it('has no limit after its end', async () => {
    const source = new PassThrough()
    const target = relay(source, (error) => error, SILENT_MS)
    source.end('all')
    await turn()
    await vi.advanceTimersByTimeAsync(LATER_MS)
    expect(await text(target)).toBe('all')
  })
})
