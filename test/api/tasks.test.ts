import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

async function aTask(given: object = {}) {
  const { db } = server.deps
  const [upload] = await db('uploads')
    .insert({ organization_id: tenant.organization_id, queue_id: tenant.queue_id })
    .returning('id')
  const [task] = await db('tasks')
    .insert({
      organization_id: tenant.organization_id,
      creator_id: tenant.user_id,
      type: 'upload_created',
      upload_id: upload.id,
      expires_at: db.raw("now() + interval '7 days'"),
      ...given,
    })
    .returning('id')
  return {
    path: `/tasks/${task.id as number}`,
    url: `${server.root}/tasks/${task.id as number}`,
    id: task.id as number,
    upload: `${server.root}/uploads/${upload.id as number}`,
  }
}

describe('GET /v1/tasks/{id}', () => {
  it('returns 200 during the import, with the upload from the start', async () => {
    const task = await aTask()
    const answer = await admin.get(task.path)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: task.id,
      url: task.url,
      type: 'upload_created',
      status: 'running',
      expires_at: expect.stringMatching(/Z$/),
      detail: null,
      content: { upload: task.upload },
    })
    expect(answer.headers.get('location')).toBeNull()
  })

  it('redirects to the result after success, unless no_redirect is set', async () => {
    const task = await aTask({ status: 'succeeded' })
    const answer = await admin.get(task.path)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, task.upload])
    for (const flag of ['true', 'True', '1'])
      expect(await admin.get(`${task.path}?no_redirect=${flag}`)).toMatchObject({
        status: 200,
        body: { status: 'succeeded', result_url: task.upload },
      })
    for (const flag of ['false', '', '0'])
      expect((await admin.get(`${task.path}?no_redirect=${flag}`)).status).toBe(303)
    expect((await admin.get(answer.headers.get('location')!)).status).toBe(200)
  })

  it('returns the reason of a failure', async () => {
    const task = await aTask({ status: 'failed', code: 'import_failed', detail: 'The file is empty.' })
    const { status, body } = await admin.get(task.path)
    expect([status, body.status, body.code, body.detail]).toEqual([
      200,
      'failed',
      'import_failed',
      'The file is empty.',
    ])
    expect(body).not.toHaveProperty('result_url')
  })

  it('returns 404 after the task has expired, and has no list', async () => {
    const task = await aTask({ expires_at: '2020-01-01T00:00:00Z' })
    expect(await admin.get(task.path)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'Task not found.' },
    })
    expect((await admin.get('/tasks')).status).toBe(404)
  })

  it('is allowed for the creator, users of the queue and administrators', async () => {
    const { db } = server.deps
    const own = await aPerson(db, tenant, 'annotator', [])
    const colleague = await aPerson(db, tenant, 'viewer')
    const stranger = await aPerson(db, tenant, 'annotator', [])
    const foreign = await aTenant(db)
    const task = await aTask({ creator_id: own.user_id })
    const status = async (token: string) => (await as(server.root, token).get(task.path)).status
    expect([await status(own.token), await status(colleague.token), await status(tenant.token)]).toEqual([
      200, 200, 200,
    ])
    expect([await status(stranger.token), await status(foreign.token)]).toEqual([404, 404])
  })
})
