/** What clients see while a process stops, and of connections without a request. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CONNECTION_LIMITS } from '../../src/api/connections.ts'
import { startApi } from '../../src/api/main.ts'
import { startMetrics } from '../../src/metrics/index.ts'
import { freePort } from '../../src/provision/ports.ts'
import { startPart, type PartProcess } from '../support/part-process.ts'
import { server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

// A process may take long to start beside other tests.
vi.setConfig({ testTimeout: 180_000 })

const start = (settings: object = {}, limits = CONNECTION_LIMITS) =>
  startApi({ ...server.deps.config, port: 0, ...settings }, server.deps, limits)

/** Opens a connection and collects what arrives. */
async function open(url: string): Promise<{ socket: Socket; received(text: RegExp): Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString()))
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    async received(wanted) {
      await expect.poll(() => text, { timeout: 60_000 }).toMatch(wanted)
      return text
    },
  }
}

const REQUEST = 'GET /api/v1/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Starts `sheaf api` beside the server of this file, which would drain for far longer than a test. */
async function startProcess(): Promise<{
  part: PartProcess
  ask(path: string, init?: RequestInit): Promise<Response>
}> {
  const { config } = server.deps
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-stopping-'))
  const port = await freePort()
  const settings = {
    DATABASE_URL: config.databaseUrl,
    TEMPORAL_ADDRESS: config.temporal.address,
    SHEAF_HOME: folder,
    BLOBS_FOLDER: join(folder, 'blobs'),
    SECRET_KEY: config.secretKey,
    SECRETS_KEY: config.secretsKey,
    PORT: String(port),
    REQUIRE_SANDBOX: '0',
    DRAIN_S: '600',
  }
  const part = startPart('api', { settings, cwd: folder })
  onTestFinished(async () => {
    part.kill('SIGKILL')
    await part.ended
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}/api/v1${path}`, init)
  await part.printed('api is ready')
  return { part, ask }
}

describe('the api process', () => {
  it('accepts requests after SIGTERM while it says that it is not ready, and ends their connections', async () => {
    const { part, ask } = await startProcess()
    const before = await ask('/health')
    expect([before.status, before.headers.get('Connection')]).toEqual([200, 'keep-alive'])
    part.kill('SIGTERM')
    await expect.poll(() => ask('/health').then(({ status }) => status), { timeout: 60_000 }).toBe(503)
    const ready = await ask('/health/ready')
    expect(ready.status).toBe(503)
    expect(((await ready.json()) as { problems: string[] }).problems).toContain('This process is stopping.')
    const init = { method: 'POST', body: '{"name":"Late"}', headers: { 'Content-Type': 'application/json' } }
    const headers = { ...init.headers, Authorization: `Bearer ${tenant.token}` }
    const late = await ask('/labels', { ...init, headers })
    expect([late.status, late.headers.get('Connection')]).toEqual([201, 'close'])
    expect((await ask('/health/live')).status).toBe(200)
    part.kill('SIGTERM')
    expect((await part.ended).code).toBe(1)
  })

  it('does not wait for a person who stops it with Ctrl-C', async () => {
    const { part } = await startProcess()
    part.kill('SIGINT')
    expect((await part.ended).code).toBe(0)
  })

  it('finishes a request that has begun before its port closed', async () => {
    const api = await start({ drainS: 0 })
    const body = JSON.stringify({ name: 'Slow' })
    const { socket, received } = await open(api.url)
    socket.write(
      `POST /api/v1/labels HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tenant.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await received(/100 Continue/)
    const stopped = api.stop({ drains: true })
    const isOpen = () =>
      fetch(`${api.url}/v1`).then(
        () => true,
        () => false,
      )
    await expect.poll(isOpen, { timeout: 60_000 }).toBe(false)
    socket.write(body)
    expect(await received(/HTTP\/1.1 201/)).toMatch(/connection: close/i)
    await stopped
  })
})

describe('a connection without a request', () => {
  it('is kept for HTTP_IDLE_TIMEOUT_S by every server', async () => {
    const settings = { httpIdleTimeoutS: 77, port: 0, metricsPort: await freePort() }
    const api = await start(settings)
    const metrics = await startMetrics(
      { ...server.deps.config, ...settings },
      { ...server.deps, lastPolls: () => Promise.resolve(new Map()) },
    )
    for (const url of [`${api.url}/v1/health/live`, metrics!.url]) {
      const answer = await fetch(url)
      await answer.arrayBuffer()
      expect(answer.headers.get('Keep-Alive'), url).toBe('timeout=77')
    }
    await metrics!.stop()
    await api.stop()
  })

  it('is not closed by the limit on the time to send headers', async () => {
    const api = await start({}, { ...CONNECTION_LIMITS, headersMs: 2_000, checkedMs: 50 })
    const kept = await open(api.url)
    kept.socket.write(REQUEST)
    await kept.received(/"ok"/)
    // This one began later and has reached the limit.
    const slow = await open(api.url)
    slow.socket.write('GET /api/v1 HTTP/1.1\r\nHost: local')
    await once(slow.socket, 'close')
    kept.socket.write(REQUEST)
    await kept.received(/200 OK.*200 OK/s)
    await api.stop()
  })
})
