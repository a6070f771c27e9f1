/** Metrics of the service and who may read them. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startMetrics } from '../../src/metrics/index.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aTenant } from '../support/factories.ts'
import { server, startServer, useOwnServer } from '../support/own-server.ts'

useOwnServer()

/** Reads metrics without a token. */
const SCRAPERS = { METRICS_SCRAPERS: '127.0.0.0/8,::1/128' }

describe('GET /metrics', () => {
  it('reports requests by route, queue counts and the dispatcher lag', async () => {
    await startServer({}, SCRAPERS)
    const tenant = await aTenant(server.deps.db)
    await as(server.root, tenant.token).get(`/queues/${tenant.queue_id}`)
    await server.deps
      .db('queue_counts')
      .insert({ queue_id: tenant.queue_id, counts: JSON.stringify({ to_review: 3 }) })
      .onConflict('queue_id')
      .merge()
    const answer = await as(server.root.replace('/api/v1', '')).get('/metrics')
    expect(answer.status).toBe(200)
    const text = (answer.body as Buffer).toString()
    expect(text).toMatch(/sheaf_http_requests_total\{method="GET",route="\/api\/v1\/queues\/:id",status="200"\} \d+/)
    expect(text).toContain(`sheaf_annotations{queue="${tenant.queue_id}",status="to_review"} 3`)
    expect(text).toMatch(/sheaf_dispatcher_lag_seconds \d/)
    expect(text).toMatch(/sheaf_http_request_duration_seconds_bucket\{/)
  })

  it('reports the version, the pool of the database, and how long annotations have waited', async () => {
    await startServer({}, SCRAPERS)
    const { db } = server.deps
    const tenant = await aTenant(db)
    const old = await anAnnotation(db, tenant, { status: 'to_review' })
    await db('annotations')
      .where('id', old.annotation_id)
      .update({ arrived_at: db.raw(`now() - interval '1 hour'`) })
    await anAnnotation(db, tenant, { status: 'to_review' })
    const text = String((await as(server.root.replace('/api/v1', '')).get('/metrics')).body)
    expect(text).toMatch(/sheaf_build_info\{version="\d+\.\d+\.\d+",node="24\./)
    expect(text).toMatch(/sheaf_database_connections\{state="waiting"\} 0/)
    const label = `organization="${tenant.organization_id}",status="to_review"`
    const age = Number(new RegExp(`sheaf_oldest_annotation_seconds\\{${label}\\} (\\S+)`).exec(text)![1])
    expect(age).toBeGreaterThan(3599)
    expect(age).toBeLessThan(3700)
  })

  it('requires the token if one is configured, also through a proxy', async () => {
    await startServer({}, { METRICS_TOKEN: 'a-token-for-metrics' })
    const root = server.root.replace('/api/v1', '')
    expect((await as(root).get('/metrics')).status).toBe(401)
    expect((await as(root, 'a-token-for-nothing').get('/metrics')).status).toBe(401)
    expect((await as(root, 'a-token-for-metrics').get('/metrics')).status).toBe(200)
  })

  it('is refused through a proxy without a token, whichever header the proxy adds', async () => {
    await startServer({}, SCRAPERS)
    const client = as(server.root.replace('/api/v1', ''))
    const added = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Host': 'sheaf.example.com',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Prefix': '/sheaf',
      'X-Real-IP': '203.0.113.9',
      Forwarded: 'for=203.0.113.9',
      Via: '1.1 proxy',
      'X-Client-IP': '203.0.113.9',
      'X-Cluster-Client-IP': '203.0.113.9',
      'X-Envoy-External-Address': '203.0.113.9',
      'X-Original-Host': 'sheaf.example.com',
      'CF-Connecting-IP': '203.0.113.9',
      'True-Client-IP': '203.0.113.9',
      'Fastly-Client-IP': '203.0.113.9',
    }
    const statuses: Record<string, number> = {}
    for (const [name, value] of Object.entries(added))
      // A proxy may add a header without a value, too.
      for (const given of [value, ''])
        statuses[`${name}: ${given}`] = (await client.get('/metrics', { [name]: given })).status
    expect(Object.entries(statuses).filter(([, status]) => status !== 403)).toEqual([])
    expect((await client.get('/metrics')).status).toBe(200)
  })

  const refusals: [what: string, env: Record<string, string>, headers: Record<string, string>, status: number][] = [
    ['with no setting', {}, {}, 403],
    ['with networks of other machines', { METRICS_SCRAPERS: '10.0.0.0/8,fd00::/8' }, {}, 403],
    ['with a token that is set', { METRICS_TOKEN: 'a-token-for-metrics' }, {}, 401],
    ['as a function', SCRAPERS, { 'X-Sheaf-Function': 'any' }, 403],
  ]
  it.each(refusals)('is refused on the machine itself without a token: %s', async (_, env, headers, status) => {
    await startServer({}, env)
    expect((await as(server.root.replace('/api/v1', '')).get('/metrics', headers)).status).toBe(status)
  })

  it('needs no token from a scraper', async () => {
    await startServer({}, { ...SCRAPERS, METRICS_TOKEN: 'a-token-for-metrics' })
    expect((await as(server.root.replace('/api/v1', '')).get('/metrics')).status).toBe(200)
  })

  it('counts the latest hook calls by status', async () => {
    await startServer({}, SCRAPERS)
    const { db } = server.deps
    const tenant = await aTenant(db)
    const { body: hook } = await as(server.root, tenant.token).post('/hooks', {
      name: 'Counted',
      type: 'webhook',
      events: ['annotation_content'],
      queues: [],
      config: { url: 'https://hooks.example.com/' },
    })
    const run = { organization_id: tenant.organization_id, hook_id: hook.id, event: 'annotation_content' }
    const call = (status: string) => ({ ...run, action: 'initialize', status, request_id: randomUUID() })
    await db('hook_runs').insert([call('completed'), call('completed'), call('failed')])
    const answer = await as(server.root.replace('/api/v1', '')).get('/metrics')
    const text = (answer.body as Buffer).toString()
    expect(text).toContain('sheaf_hook_calls{status="completed"} 2')
    expect(text).toContain('sheaf_hook_calls{status="failed"} 1')
  })

  it('is served by a separate worker on a separate port, with the same token', async () => {
    await startServer({}, { METRICS_TOKEN: 'a-token-for-metrics' })
    const { config } = server.deps
    const sources = {
      ...server.deps,
      lastPolls: () =>
        Promise.resolve(
          new Map([
            ['hooks', Date.now() - 5000],
            ['documents', null],
          ] as const),
        ),
    }
    expect(await startMetrics(config, sources)).toBeUndefined()
    const metrics = (await startMetrics({ ...config, metricsPort: 0 }, sources))!
    try {
      const [none, wrong, right, other] = await Promise.all([
        as('').get(metrics.url),
        as('', 'a-token-for-nothing').get(metrics.url),
        as('', 'a-token-for-metrics').get(metrics.url),
        as('', 'a-token-for-metrics').get(metrics.url.replace('/metrics', '/')),
      ])
      expect([none, wrong, right, other].map(({ status }) => status)).toEqual([401, 401, 200, 404])
      const text = (right.body as Buffer).toString()
      for (const name of ['sheaf_imports_total', 'sheaf_dispatcher_lag_seconds', 'process_resident_memory_bytes'])
        expect(text).toContain(name)
      const [, seconds] = /sheaf_worker_last_poll_seconds\{queue="hooks"\} (\S+)/.exec(text) ?? []
      expect(Number(seconds)).toBeGreaterThanOrEqual(5)
      expect(text).not.toContain('sheaf_worker_last_poll_seconds{queue="documents"}')
    } finally {
      await metrics.stop()
    }
  })
})
