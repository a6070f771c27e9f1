import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import type { ApiError } from '../../src/errors.ts'
import { openUserChecks } from '../../src/sandbox/user-checks.ts'
import { branchingSchema } from '../support/hostile-schemas.ts'

describe('checks of user input', () => {
  const mine = { organization_id: 1 }
  const checks = openUserChecks({ timeLimitMs: 1_000 })
  afterAll(() => checks.close())

  it('return the result of the check', async () => {
    expect(await checks.run(mine, 'field', 'settingsSchema', { type: 'object' })).toBeNull()
    expect(await checks.run(mine, 'field', 'fileNames', ['('])).toContain('Not a valid regular expression')
  })

  it('end at the time limit without blocking this thread, and the next check succeeds', async () => {
    let turns = 0
    const ticking = setInterval(() => turns++, 1)
    await expect(checks.run(mine, 'settings', 'settings', branchingSchema(40), {})).rejects.toThrow(
      'settings: Checking this takes too much time or memory.',
    )
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(10)
    expect(await checks.run(mine, 'field', 'settingsSchema', { type: 'object' })).toBeNull()
  })

  it('have as much processor time as their limit, however long they wait for a processor', async () => {
    const impatient = openUserChecks({ timeLimitMs: 2_000 })
    const created = new Promise<Worker>((resolve) => process.once('worker', resolve))
    await impatient.run(mine, 'field', 'settingsSchema', {})
    const thread = await created
    // On the clock everything takes longer than the limit; the thread reports that it has used nothing.
    let readings = 0
    thread.cpuUsage = () => (readings++, Promise.resolve({ user: 0, system: 0 }))
    const post = thread.postMessage.bind(thread)
    thread.postMessage = (job: unknown) =>
      void expect
        .poll(() => readings)
        .toBeGreaterThan(4)
        .then(() => post(job))
    expect(await impatient.run(mine, 'field', 'settingsSchema', { type: 'object' })).toBeNull()
    await impatient.close()
  })

  it('end when they need too much memory', async () => {
    const narrow = openUserChecks({ timeLimitMs: 60_000, memoryMb: 24 })
    const large = Array.from({ length: 2_000_000 }, (_, n) => ({ n }))
    await expect(narrow.run(mine, 'settings', 'settings', {}, large)).rejects.toThrow('too much time or memory')
    expect(await narrow.run(mine, 'settings', 'settingsSchema', {})).toBeNull()
    await narrow.close()
  })

  it('do not end the process when their thread runs out of memory while it is being ended', async () => {
    const single = openUserChecks()
    const created = new Promise<Worker>((resolve) => process.once('worker', resolve))
    await single.run(mine, 'field', 'settingsSchema', {})
    const thread = await created
    expect(() => thread.emit('error', new Error('out of memory'))).not.toThrow()
    await single.close()
  })

  it('are unavailable, and not the fault of the user, when the thread cannot start', async () => {
    const broken = openUserChecks({ script: join(import.meta.dirname, 'no-such-file.ts') })
    await expect(broken.run(mine, 'settings', 'settingsSchema', {})).rejects.toMatchObject({
      status: 503,
      cause: { cause: { message: expect.stringContaining('no-such-file') as string } },
    })
    await broken.close()
  })

  it('are unavailable when the service stops meanwhile', async () => {
    const stopped = openUserChecks()
    await stopped.run(mine, 'settings', 'settingsSchema', {})
    const running = stopped.run(mine, 'settings', 'settings', branchingSchema(40), {})
    const waiting = stopped.run(mine, 'settings', 'settingsSchema', {})
    const refused = [running, waiting].map((one) => expect(one).rejects.toMatchObject({ status: 503 }))
    await stopped.close()
    await Promise.all(refused)
    await expect(stopped.run(mine, 'settings', 'settingsSchema', {})).rejects.toMatchObject({ status: 503 })
  })

  it('of organizations take turns, and those of one organization are limited', async () => {
    const order: string[] = []
    const start = (organization_id: number) =>
      checks
        .run({ organization_id }, 'settings_schema', 'settingsSchema', {})
        .then(() => order.push(`${organization_id}`))
    const flood = Array.from({ length: 30 }, () => start(1).catch((error: ApiError) => error.status))
    const other = start(2)
    const results = await Promise.all(flood)
    await other
    expect(results.filter((result) => result === 429).length).toBeGreaterThanOrEqual(9)
    expect(order.indexOf('2')).toBeLessThan(3)
  })
})
