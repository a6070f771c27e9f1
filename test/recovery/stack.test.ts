import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { isRunning } from '../../src/provision/processes.ts'
import type { StackProcess } from '../support/stack-process.ts'
import { removeHome, runningServers, stackEnvironment, startUp } from '../support/stack-process.ts'

const first = await stackEnvironment()
const second = await stackEnvironment()
const home = first['SHEAF_HOME']!
const processes: StackProcess[] = []

function start(env: Record<string, string>, args?: string[]): StackProcess {
  const stack = startUp(env, args)
  processes.push(stack)
  return stack
}

afterEach(async () => {
  await Promise.all(processes.splice(0).map((stack) => stack.stop()))
})
afterAll(() => {
  removeHome(first)
  removeHome(second)
})

const root = (env: Record<string, string>) => `http://127.0.0.1:${env['PORT']}/api/v1`

async function call(url: string, init: RequestInit = {}): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(url, init)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Sends a request as the demo administrator. */
async function asAdmin(env: Record<string, string>, path: string, body?: object) {
  const login = { username: 'admin@sheaf.example', password: 'sheaf-demo-password' }
  const headers = { 'Content-Type': 'application/json' }
  const { body: session } = await call(`${root(env)}/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(login),
  })
  return call(`${root(env)}/${path}`, {
    headers: { ...headers, Authorization: `Bearer ${String(session['key'])}` },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
}

const workspaceNames = async (env: Record<string, string>) => {
  const { body } = await asAdmin(env, 'workspaces')
  return (body['results'] as { name: string }[]).map(({ name }) => name)
}

// Several starts per test, which take minutes on a busy machine.
describe('npm start', { timeout: 300_000 }, () => {
  it('runs the whole service, keeps its data and stops all processes', async () => {
    const stack = start(first)
    expect(await stack.ready).toBe(`Sheaf is ready at http://127.0.0.1:${first['PORT']}/api`)
    expect(await call(`${root(first)}/health`)).toMatchObject({ status: 200, body: { status: 'ok' } })
    const { body: organizations } = await asAdmin(first, 'organizations')
    const organization = (organizations['results'] as { url: string }[])[0]!.url
    const { status } = await asAdmin(first, 'workspaces', { name: 'Kept', organization })
    expect(status).toBe(201)
    const servers = runningServers(home)
    expect(servers).toHaveLength(3)

    const { code, out } = await stack.stop()
    expect(code).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toBe(`Screen         http://127.0.0.1:${first['PORT']}/app/`)
    expect(lines.at(-1)).toMatch(/^Sheaf is ready/)
    expect(servers.filter(isRunning)).toEqual([])
    await expect(fetch(`${root(first)}/health`)).rejects.toThrow('fetch failed')
  })

  it('cleans up after a SIGKILL and continues with its data', async () => {
    const killed = start(first)
    await killed.ready
    const left = runningServers(home)
    killed.kill('SIGKILL')
    await killed.ended
    // The kernel ends PostgreSQL and Temporal on Linux; elsewhere the next start does.
    if (process.platform === 'linux') await expect.poll(() => left.filter(isRunning), { timeout: 60_000 }).toEqual([])

    const next = start(first)
    expect(await next.ready).toMatch(/^Sheaf is ready/)
    expect(left.filter(isRunning)).toEqual([])
    expect(await workspaceNames(first)).toContain('Kept')
  })

  it('runs two instances concurrently, each with its own data', async () => {
    const both = [start(first), start(second)]
    for (const stack of both) expect(await stack.ready).toMatch(/^Sheaf is ready/)
    expect(await workspaceNames(first)).toContain('Kept')
    expect(await workspaceNames(second)).not.toContain('Kept')
  })

  it('refuses a home that is in use by another instance, without affecting it', async () => {
    await start(first).ready
    const { code, err } = await start({ ...second, SHEAF_HOME: home }).ended
    expect(code).toBe(2)
    expect(err).toMatch(new RegExp(`^Sheaf is already running in ${home} \\(process \\d+, http://.*\\); stop it first`))
    expect(await call(`${root(first)}/health`)).toMatchObject({ status: 200 })
  })

  it('reports all errors of the configuration and starts nothing', async () => {
    const { code, err } = await start({ ...second, PORT: 'many', LOG_LEVEL: 'loud' }).ended
    expect(code).toBe(2)
    expect(err).toMatch(/^The configuration has 2 errors:\n {2}PORT must be .*\n {2}LOG_LEVEL must be .*\n$/)
  })

  it.each([
    ['PORT', 'the API'],
    ['POSTGRES_PORT', 'PostgreSQL'],
    ['TEMPORAL_PORT', 'Temporal'],
    ['TEMPORAL_UI_PORT', "Temporal's UI"],
  ])('reports in one sentence that %s is in use', async (name, what) => {
    const port = Number(second[name])
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const { code, err } = await start(second).ended
    await new Promise((resolve) => other.close(resolve))
    expect(code).toBe(2)
    expect(err).toBe(`Port ${port} for ${what} is in use by another program; set ${name} to a free port.\n`)
    expect(runningServers(second['SHEAF_HOME']!)).toEqual([])
  })

  it('reports in one sentence that the Temporal program is missing', async () => {
    const missing = join(home, 'nowhere', 'temporal')
    const { code, err } = await start({ ...second, TEMPORAL_CLI_PATH: missing }).ended
    expect(code).toBe(2)
    expect(err).toMatch(new RegExp(`^TEMPORAL_CLI_PATH is ${missing}, which does not start: .*\\.\\n$`))
    expect(runningServers(second['SHEAF_HOME']!)).toEqual([])
  })

  it('prints its settings with --help', async () => {
    const { code, out } = await start({}, ['--help']).ended
    expect(code).toBe(0)
    for (const name of ['SHEAF_HOME', 'HOST', 'PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'POSTGRES_PORT']) {
      expect(out).toContain(name)
    }
  })
})
