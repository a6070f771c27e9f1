/** Requests of organizations and users beyond their share of the service are refused while others use it. */
import { afterEach, describe, expect, it } from 'vitest'
import { registry } from '../../src/metrics/index.ts'
import { logWork } from '../../src/api/work-log.ts'
import type { Log } from '../../src/log.ts'
import { ledger } from '../../src/work/ledger.ts'
import { as } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
afterEach(async () => {
  await server.stop()
  ledger.clear()
})

async function twoTenants(env: Record<string, string>): Promise<[Tenant, Tenant]> {
  server = await testServer({}, env)
  return [await aTenant(server.deps.db), await aTenant(server.deps.db)]
}
const get = (token: string, path = '/labels') => as(server.root, token).get(path)
/** Bytes are counted when the connection has sent the answer. */
const isCounted = ({ organization_id }: Tenant) =>
  expect
    .poll(() => ledger.top(Infinity).find((one) => one.organization_id === organization_id)?.used.bytes_out)
    .toBeGreaterThan(0)

describe('a share of the service', () => {
  it.each([
    ['processor time of the organization', { ORGANIZATION_CPU_PERCENT: '10' }, 'thread_ms', 7_000],
    ['processor time of the organization', { ORGANIZATION_CPU_PERCENT: '10' }, 'checks_ms', 7_000],
    ['processor time of the user', { USER_CPU_PERCENT: '10' }, 'thread_ms', 7_000],
    ['transferred bytes of the organization', { ORGANIZATION_MB_PER_MINUTE: '5' }, 'bytes_out', 5_000_000],
  ] as const)('is named by the 429 beyond it: %s', async (share, env, kind, amount) => {
    const [busy, other] = await twoTenants(env)
    expect((await get(other.token)).status).toBe(200)
    await isCounted(other)
    expect((await get(busy.token)).status).toBe(200)
    ledger.add({ organization_id: busy.organization_id, user_id: busy.user_id }, kind, amount)
    const refused = await get(busy.token)
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        detail: expect.stringContaining(share) as string,
        url: expect.any(String) as string,
      },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get(other.token)).status).toBe(200)
    expect((await as(server.root).get('/health/live')).status).toBe(200)
    const { values } = await registry.getSingleMetric('sheaf_work_refused_total')!.get()
    expect(values.find(({ labels }) => labels['share'] === share)?.value).toBeGreaterThan(0)
  })

  it('of one user leaves the other users of the organization alone', async () => {
    const [busy, other] = await twoTenants({ USER_CPU_PERCENT: '10' })
    const colleague = await aPerson(server.deps.db, busy, 'annotator')
    await get(other.token)
    await isCounted(other)
    ledger.add({ organization_id: busy.organization_id, user_id: busy.user_id }, 'thread_ms', 7_000)
    expect((await get(busy.token)).status).toBe(429)
    expect((await get(colleague.token)).status).toBe(200)
  })

  it('is off with 0', async () => {
    const [busy, other] = await twoTenants({
      ORGANIZATION_CPU_PERCENT: '0',
      USER_CPU_PERCENT: '0',
      ORGANIZATION_MB_PER_MINUTE: '0',
    })
    await get(other.token)
    await isCounted(other)
    for (const kind of ['thread_ms', 'checks_ms', 'bytes_out', 'bytes_in'] as const)
      ledger.add({ organization_id: busy.organization_id, user_id: busy.user_id }, kind, 1e12)
    expect((await get(busy.token)).status).toBe(200)
  })
})

describe('the work of requests', () => {
  it('is counted for organization and user: thread, checks, bytes', async () => {
    const [tenant] = await twoTenants({})
    const schema = `/schemas/${tenant.schema_id}`
    const { content } = (await get(tenant.token, schema)).body as { content: unknown }
    expect((await as(server.root, tenant.token).post('/schemas/validate', { content })).status).toBe(200)
    const mine = () =>
      ledger
        .top(Infinity)
        .filter(({ organization_id }) => organization_id === tenant.organization_id)
        .sort(({ user_id }) => (user_id === undefined ? 1 : -1))
    const used = {
      thread_ms: expect.toSatisfy((ms: number) => ms > 0) as number,
      checks_ms: expect.toSatisfy((ms: number) => ms > 0) as number,
      bytes_in: expect.toSatisfy((bytes: number) => bytes > 300) as number,
      bytes_out: expect.toSatisfy((bytes: number) => bytes > 300) as number,
    }
    // The bytes of the second request are counted when its answer was sent, which may be after the client has it.
    await expect.poll(mine).toMatchObject([{ user_id: tenant.user_id, used }, { used }])
    expect(mine()[1]!.user_id).toBeUndefined()
  })

  it('is logged and measured for the organizations with the most', async () => {
    const [tenant] = await twoTenants({})
    const { organization_id } = tenant
    ledger.add({ organization_id }, 'thread_ms', 1e9)
    ledger.add({ organization_id }, 'bytes_out', 4_000)
    const lines: object[] = []
    logWork({ info: (line: object) => void lines.push(line) } as unknown as Log)
    expect(lines[0]).toMatchObject({ organization: organization_id, thread_ms: 1e9, bytes_out: 4_000 })
    expect(lines.length).toBeLessThanOrEqual(10)
    const { values } = await registry.getSingleMetric('sheaf_work_seconds')!.get()
    expect(values).toContainEqual(
      expect.objectContaining({ labels: { organization: organization_id, kind: 'thread' }, value: 1e6 }),
    )
    expect(new Set(values.map(({ labels }) => labels['organization'])).size).toBeLessThanOrEqual(5)
  })
})
