/** Repeated requests with the same Idempotency-Key, and the responses stored for them. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { server, startServer, useOwnServer } from '../support/own-server.ts'

useOwnServer()

describe('Idempotency-Key', () => {
  it('runs a repeated POST once and repeats its response', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const headers = { 'Idempotency-Key': 'create-label-1' }
    const first = await client.post('/labels', { name: 'Once' }, headers)
    const second = await client.post('/labels', { name: 'Once' }, headers)
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body as object })
    expect(second.headers.get('idempotent-replay')).toBe('true')
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect((await client.get('/labels?name=Once')).body.pagination.total).toBe(1)
  })

  it('refuses the same key with another body, and accepts it from another user', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    const other = await aTenant(server.deps.db)
    const headers = { 'Idempotency-Key': 'same' }
    const client = as(server.root, tenant.token)
    await client.post('/labels', { name: 'One' }, headers)
    expect(await client.post('/labels', { name: 'Two' }, headers)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', detail: 'This Idempotency-Key was used for another request.' },
    })
    expect((await as(server.root, other.token).post('/labels', { name: 'Two' }, headers)).status).toBe(201)
    expect((await client.post('/labels', { name: 'Three' }, { 'Idempotency-Key': 'with space' })).status).toBe(400)
  })

  it('runs only one of many concurrent requests', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const headers = { 'Idempotency-Key': 'race' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/labels', { name: 'Race' }, headers)),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect((await client.get('/labels?name=Race')).body.pagination.total).toBe(1)
  })

  it('allows a corrected request with the same key after a refusal', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const headers = { 'Idempotency-Key': 'again' }
    expect((await client.post('/labels', {}, headers)).status).toBe(400)
    expect((await client.post('/labels', { name: 'Better' }, headers)).status).toBe(201)
  })

  it('imports an upload sent twice only once', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const body = Buffer.from('%PDF-1.4 not much of one')
    const send = () =>
      client.post(`/uploads/a.pdf?queue=${tenant.queue_id}`, body, {
        'Idempotency-Key': 'upload',
        'Content-Type': 'application/octet-stream',
      })
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(202)
    expect(second).toMatchObject({ status: 202, body: first.body as object })
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await server.deps.db('uploads').count('* as n').first()).toEqual({ n: 1 })
  })

  it('never stores a response with credentials', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    await as(server.root, tenant.token).post('/auth/logout', {}, { 'Idempotency-Key': 'out' })
    expect(await server.deps.db('idempotency_keys').count('* as n').first()).toEqual({ n: 0 })
  })
})

describe('secrets in responses stored for an Idempotency-Key', () => {
  it('are encrypted in the table, and the response is still repeated', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    const client = as(server.root, tenant.token)
    const body = {
      name: 'Old',
      queues: [`${server.root}/queues/${tenant.queue_id}`],
      service_url: 'https://connector.example.org',
      authorization_token: 'the-token-of-a-connector',
    }
    const headers = { 'Idempotency-Key': 'connector' }
    const first = await client.post('/connectors', body, headers)
    expect(first.status).toBe(201)
    const [kept] = (await server.deps.db('idempotency_keys').pluck('body')) as unknown as Buffer[]
    expect(kept!.toString()).not.toContain('the-token-of-a-connector')
    expect((await client.post('/connectors', body, headers)).body).toEqual(first.body)
  })

  it('are not stored for a path in capital letters', async () => {
    await startServer()
    const tenant = await aTenant(server.deps.db)
    await as(server.root, tenant.token).post('/AUTH/token', {}, { 'Idempotency-Key': 'capitals' })
    const kept = await server.deps.db('idempotency_keys').whereNot('status', 404)
    expect(kept).toEqual([])
  })
})
