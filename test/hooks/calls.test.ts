/** Calls by hand, repeated calls, and schedules. */
import { describe, expect, it } from 'vitest'
import { ScheduleNotFoundError } from '@temporalio/client'
import { hookScheduleId } from '../../src/domain/hooks/schedules.ts'
import { overWaysIn } from '../support/ways-in.ts'
import { until } from '../workflows/harness.ts'
import { admin, aHook, aHookedQueue, answerWith, calls, runs, server, upload, useHooks } from './setup.ts'

useHooks()

describe('invoke', () => {
  it('returns the response, with the keys of the caller in the payload', async () => {
    const { hook_id } = await aHookedQueue(['invocation.manual'])
    answerWith(({ body }) => ({ answer: body.question, event: `${body.event}.${body.action}` }))
    const { status, body } = await admin.post(`/hooks/${hook_id}/invoke`, { question: 42 })
    expect([status, body]).toEqual([200, { answer: 42, event: 'invocation.manual' }])
  })

  it('is refused for hooks that do not listen, and for responses that are not JSON', async () => {
    const deaf = await aHookedQueue(['annotation_status'])
    expect((await admin.post(`/hooks/${deaf.hook_id}/invoke`, {})).status).toBe(400)
    const { hook_id } = await aHookedQueue(['invocation.manual'])
    answerWith(() => ({ status: 200, body: undefined }))
    expect((await admin.post(`/hooks/${hook_id}/invoke`, {})).status).toBe(200)
    answerWith(() => ({ status: 500 }))
    expect((await admin.post(`/hooks/${hook_id}/invoke`, {})).status).toBe(400)
  })
})

describe('test', () => {
  it('calls the hook with the payload and records nothing', async () => {
    const { hook_id } = await aHookedQueue(['annotation_status'])
    answerWith(({ body }) => ({ echo: body.n }))
    const { body } = await admin.post(`/hooks/${hook_id}/test`, { payload: { n: 1 } })
    expect(body).toEqual({ response: { echo: 1 }, log: '', status_code: 200, error: null })
    expect(await server.deps.db('hook_runs').where({ hook_id })).toEqual([])
  })

  it('runs other code than that of the hook', async () => {
    const { hook_id } = await aHookedQueue(['annotation_status'], {
      type: 'function',
      config: { url: undefined, runtime: 'nodejs22.x', code: 'exports.svc_hook_request_handler = () => 1' },
    })
    const code = 'exports.svc_hook_request_handler = (p) => { console.log("new"); return { n: p.n + 1 } }'
    const tested = await admin.post(`/hooks/${hook_id}/test`, {
      payload: { n: 1 },
      config: { runtime: 'nodejs22.x', code },
    })
    expect(tested.body).toEqual({ response: { n: 2 }, log: 'new', status_code: null, error: null })
  })
})

overWaysIn(
  () => {
    describe('redeliver', () => {
      it('repeats a past delivery with its id', async () => {
        const queue = await aHookedQueue(['annotation_status.changed'])
        await upload(queue)
        const [run] = await runs(queue.hook_id)
        // Some ways have more than one change of the status, each with a call of its own.
        const ofRun = async () => (await calls(0)).filter(({ headers }) => headers['webhook-id'] === run!.uuid)
        const [first] = await until(ofRun, ({ length }) => length === 1)
        const answer = await admin.post(`/hooks/${queue.hook_id}/redeliver`, { run: run!.uuid })
        expect([answer.status, answer.body]).toEqual([202, { run: run!.uuid }])
        const [, second] = await until(ofRun, ({ length }) => length === 2)
        expect(second!.body).toEqual(first!.body)
        await runs(queue.hook_id)
        const pending = () => server.deps.db('deliveries').where({ consumer: 'redelivery', state: 'pending' })
        await until(pending, (rows) => rows.length === 0)
      })

      it('is refused for calls of other hooks and for unfinished calls', async () => {
        const queue = await aHookedQueue(['annotation_status.changed'])
        const other = await aHook(queue, ['annotation_status.changed'], { path: '/other' })
        await upload(queue)
        const [run] = await runs(queue.hook_id)
        expect((await admin.post(`/hooks/${other}/redeliver`, { run: run!.uuid })).status).toBe(404)
        await server.deps.db('hook_runs').where({ id: run!.id }).update({ finished_at: null })
        expect((await admin.post(`/hooks/${queue.hook_id}/redeliver`, { run: run!.uuid })).status).toBe(409)
      })
    })
  },
  { plain: true },
)

describe('schedules', () => {
  const handle = (id: number) => server.deps.temporal.schedule.getHandle(hookScheduleId(server.deps, id))
  const described = (id: number) => async () => {
    try {
      const { state, spec } = await handle(id).describe()
      return { paused: state.paused, hours: spec.calendars?.[0]?.hour?.length ?? 0 }
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return null
      throw error
    }
  }

  it('follow the hook: created, changed, paused, deleted; and their runs call the hook once', async () => {
    const { hook_id } = await aHookedQueue(['invocation.scheduled'], { config: { schedule: { cron: '0 1,2 * * *' } } })
    expect(await until(described(hook_id), (found) => found !== null)).toMatchObject({ paused: false })
    await handle(hook_id).trigger()
    const [call] = await calls(1)
    expect(call!.body).toMatchObject({ event: 'invocation', action: 'scheduled' })
    expect(await runs(hook_id)).toMatchObject([{ status: 'completed', event: 'invocation' }])
    await admin.patch(`/hooks/${hook_id}`, { active: false })
    await until(described(hook_id), (found) => found?.paused === true)
    await admin.patch(`/hooks/${hook_id}`, { active: true, config: { schedule: { cron: '0 3 * * *' } } })
    await until(described(hook_id), (found) => found?.paused === false)
    await admin.delete(`/hooks/${hook_id}`)
    await until(described(hook_id), (found) => found === null)
  })
})
