import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/config.ts'
import { firstSteps, greetingPage } from '../../src/api/greeting/page.ts'
import { admin, server, setPassword, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const host = () => new URL(server.root).origin
const fetchPage = (path: string, headers: Record<string, string> = { Accept: HTML }) =>
  fetch(`${host()}${path}`, { headers })

/** Runs `work` while the server has other settings. */
async function having(settings: Partial<Config>, work: () => Promise<void>): Promise<void> {
  const before = server.deps.config
  server.deps.config = { ...before, ...settings }
  try {
    await work()
  } finally {
    server.deps.config = before
  }
}

describe.each(['/', '/api', '/api/'])('GET %s', (path) => {
  it('greets a program with the addresses of the service as JSON', async () => {
    const accepted: Record<string, string>[] = [
      {},
      { Accept: '*/*' },
      { Accept: 'application/json' },
      { Accept: 'text/csv' },
    ]
    for (const headers of accepted) {
      const answer = await fetchPage(path, headers)
      expect([answer.status, answer.headers.get('vary')]).toEqual([200, expect.stringContaining('Accept')])
      const body = (await answer.json()) as Record<string, string>
      expect(body).toMatchObject({
        name: 'Sheaf',
        screen: `${host()}/app/`,
        api: server.root,
        health: `${server.root}/health`,
      })
      for (const url of [body.documentation, body.openapi]) expect((await fetch(url!)).status, url).toBe(200)
    }
  })

  it('greets a person with a page without scripts, whose policy allows only its style', async () => {
    const answer = await fetchPage(path)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src data:; style-src 'sha256-[^']+'; base-uri 'none'/,
    )
    expect(html).not.toMatch(/<script| on\w+=| style=|src=/)
    const links = [...html.matchAll(/href="(http[^"]+)"/g)].map(([, url]) => url!)
    expect(links).toEqual(expect.arrayContaining([`${host()}/api/docs`, `${server.root}/health`]))
    expect(links[0]).toBe(`${host()}/app/`)
    for (const url of links.slice(1)) expect((await fetch(url)).status, url).toBe(200)
    // Tests do not build the screen.
    expect([200, 503]).toContain((await fetch(links[0]!)).status)
  })
})

describe('the greeting', () => {
  it("names Temporal's UI only to people on this machine", async () => {
    const temporal = { ...server.deps.config.temporal, uiUrl: 'http://127.0.0.1:8233' }
    const shown = async (headers: Record<string, string>) =>
      ((await (await fetchPage('/', headers)).json()) as { temporal_ui?: string }).temporal_ui
    await having({ temporal, mode: 'external' }, async () => {
      expect(await shown({})).toBe('http://127.0.0.1:8233')
      expect(await shown({ 'X-Forwarded-Host': 'sheaf.example' })).toBeUndefined()
    })
    const remote = { ...temporal, uiUrl: 'https://temporal.example' }
    await having({ temporal: remote, mode: 'external' }, async () => expect(await shown({})).toBeUndefined())
    await having({ temporal: { ...temporal, uiUrl: undefined } as never }, async () =>
      expect(await shown({})).toBeUndefined(),
    )
  })

  it('shows the demo login only while it is public', async () => {
    await having({ mode: 'external' }, async () =>
      expect(await (await fetchPage('/')).text()).not.toContain('sheaf-demo-password'),
    )
    await having({ mode: 'embedded', host: '127.0.0.1' }, async () =>
      expect(await (await fetchPage('/')).text()).toContain('sheaf-demo-password'),
    )
  })

  it('escapes the addresses', () => {
    const url = 'https://sheaf.example/"><script>'
    const html = greetingPage({ version: '1', screen: url, root: url, documentation: url, openapi: url, health: url })
    expect(html).not.toContain('<script>')
  })

  it('has commands that upload a document and export, as they are', async () => {
    const password = 'a-long-password-42'
    const login = { username: await setPassword(password), password }
    await admin.patch(`/queues/${tenant.queue_id}`, { name: 'Other' })
    await admin.post('/queues/from_template', {
      name: 'Invoices',
      workspace: url('workspaces', tenant.workspace_id),
      template_name: 'Tax Invoice EU Demo Template',
      include_documents: false,
    })
    const commands = firstSteps({ root: server.root, login }).map(({ command }) => command)
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', commands.join('\n')], {
      cwd: join(import.meta.dirname, '../..'),
    })
    expect(stdout).toMatch(
      /^\{"url":"http[^"]*\/tasks\/\d+".*\}Supplier name,Document number,Issue date,Total with tax\s*$/,
    )
  })
})

describe('GET /api/docs/', () => {
  it('works like /api/docs', async () => {
    const html = await (await fetchPage('/api/docs/')).text()
    const sources = [...html.matchAll(/src="([^"]+)"/g)].map(
      ([, source]) => new URL(source!, `${host()}/api/docs/`).href,
    )
    expect(sources).toEqual([`${host()}/api/docs/scalar.js`, `${host()}/api/docs/start.js`])
    for (const url of sources) expect((await fetch(url)).status, url).toBe(200)
  })
})
