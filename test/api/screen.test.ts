/** The files of the review screen, from a small build in a folder of their own. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/api/app.ts'
import { openScreen } from '../../src/api/screen/files.ts'
import { hashPassword } from '../../src/domain/people/credentials.ts'
import { aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { server, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ env: { RATE_LIMIT_PER_MINUTE: '0' } })

const folder = mkdtempSync(join(tmpdir(), 'sheaf-screen-'))
const dist = join(folder, 'dist')
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))})\n`
let http: Server
let host: string

function build(page: string): void {
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'assets/index-1a2b.js'), SCRIPT)
  writeFileSync(join(dist, 'assets/index-3c4d.css'), 'body{margin:0}')
  writeFileSync(join(dist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(dist, '.sources'), 'hash')
  writeFileSync(join(dist, 'index.html'), page)
}

beforeAll(async () => {
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  const app = createApp(server.deps, { screen: openScreen(dist) }).callback()
  http = createServer((incoming, response) => void app(incoming, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterAll(async () => {
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${host}${path}`, { headers })
/** The status of a request whose path is sent as it is: `fetch` would resolve `..`. */
const statusOf = (path: string) =>
  new Promise<[number, string]>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: new URL(host).port, path }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve([response.statusCode!, text]))
    })
    sent.on('error', reject).end()
  })

describe('the review screen', () => {
  it('says how to build it, as long as it is missing', async () => {
    for (const path of ['/app', '/app/', '/embedded/document/1']) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
      expect(await answer.text()).toContain('npm run web')
    }
    expect((await get('/app/assets/index-1a2b.js')).status).toBe(404)
    expect((await get('/api')).status).toBe(200)
  })

  it('is one page under all of its addresses, without a restart after the build', async () => {
    build('<!doctype html><title>Sheaf</title>')
    for (const path of [
      '/app',
      '/app/',
      '/app/queues/3?status=to_review',
      '/app/index.html',
      '/embedded/document/12',
    ]) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('<title>Sheaf</title>')
    }
  })

  it('has files that browsers keep for a year, compressed, and with the right types', async () => {
    const script = await get('/app/assets/index-1a2b.js', { 'Accept-Encoding': 'gzip' })
    expect(await script.text()).toBe(SCRIPT)
    expect(script.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    expect(script.headers.get('content-encoding')).toBe('gzip')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
    const style = await get('/app/assets/index-3c4d.css')
    expect(style.headers.get('content-type')).toMatch(/^text\/css/)
    const icon = await get('/app/icon.svg')
    expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache'])
  })

  it('answers 304 to a browser that has the current file', async () => {
    // As a browser sends it: `fetch` of Node would add `no-cache`.
    const reload = { 'Cache-Control': 'max-age=0' }
    for (const path of ['/app/', '/app/assets/index-1a2b.js']) {
      const etag = (await get(path)).headers.get('etag')!
      expect((await get(path, { ...reload, 'If-None-Match': etag })).status).toBe(304)
      expect((await get(path, { ...reload, 'If-None-Match': 'W/"other"' })).status).toBe(200)
    }
  })

  it('returns 404 as JSON for a missing file and for other pages, never the page', async () => {
    const paths = [
      '/app/assets/index-9z9z.js',
      '/app/assets/',
      '/embedded/document/x',
      '/embedded/document',
      '/embedded',
    ]
    for (const path of [...paths, '/application', '/App/']) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('serves no file outside of its folder, and no hidden file', async () => {
    const up = [
      '../secret.txt',
      '..%2fsecret.txt',
      '%2e%2e/secret.txt',
      'assets/../../secret.txt',
      'assets/..%2f..%2fsecret.txt',
    ]
    for (const path of [...up, '..\\secret.txt', '.sources', 'assets/%00']) {
      const [status, text] = await statusOf(`/app/${path}`)
      expect([200, 400, 404], path).toContain(status)
      expect(text, path).not.toMatch(/^(secret|hash)$/)
      if (status === 200) expect(text).toContain('<title>Sheaf</title>')
    }
  })

  it('completes the addresses of its files, which the build writes relative to the page', async () => {
    build('<!doctype html><head><title>Sheaf</title><script src="./assets/index-1a2b.js"></script></head>')
    utimesSync(join(dist, 'index.html'), 1, 1)
    for (const path of ['/app/', '/app/queues/3', '/embedded/document/12']) {
      const page = await (await get(path)).text()
      expect(page, path).toContain('src="/app/assets/index-1a2b.js"')
      expect(page).toContain('<meta name="sheaf-prefix" content="" />')
    }
  })

  it('is read only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(`${host}/app/`, { method })).status, method).toBe(405)
    const head = await fetch(`${host}/app/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('reads a later build with the next page', async () => {
    build('<!doctype html><title>Next</title>')
    utimesSync(join(dist, 'index.html'), 4_000_000_000, 4_000_000_000)
    expect(await (await get('/app/')).text()).toContain('<title>Next</title>')
  })
})

describe('the policy of the screen', () => {
  it('allows scripts, styles and requests of the service itself only, and no frame', async () => {
    const { headers } = await get('/app/')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
  })

  it('lets only the pages of EMBEDDED_ANCESTORS show an embedded review in a frame', async () => {
    const ancestorsAt = async (path: string) =>
      /frame-ancestors (.*)$/.exec((await get(path)).headers.get('content-security-policy')!)![1]
    expect(await ancestorsAt('/embedded/document/1')).toBe("'none'")
    const before = server.deps.config
    const embeddedAncestors = ['https://erp.example.com', 'https://*.portal.example.com']
    server.deps.config = { ...before, embeddedAncestors }
    try {
      expect(await ancestorsAt('/embedded/document/1')).toBe(embeddedAncestors.join(' '))
      expect(await ancestorsAt('/app/')).toBe("'none'")
    } finally {
      server.deps.config = before
    }
  })
})

describe('a service whose PUBLIC_BASE_URL has a path before /api', () => {
  let prefixed: Awaited<ReturnType<typeof testServer>>
  let own: Server
  let root: string
  beforeAll(async () => {
    prefixed = await testServer({}, { PUBLIC_BASE_URL: 'https://host.example/capture/in/api', SESSIONS: 'all' })
    build('<!doctype html><head><title>Sheaf</title><script src="./assets/index-1a2b.js"></script></head>')
    const app = createApp(prefixed.deps, { screen: openScreen(dist) }).callback()
    own = createServer((incoming, response) => void app(incoming, response))
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
    root = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    own.closeAllConnections()
    await new Promise((resolve) => own.close(resolve))
    await prefixed.stop()
  })

  // Some proxies remove the prefix from the path, others pass it on.
  it.each(['', '/capture/in'])('serves screen, API and files at paths that begin with "%s"', async (sent) => {
    for (const path of ['/app/', '/app/queues/3', '/embedded/document/12']) {
      const page = await (await fetch(`${root}${sent}${path}`)).text()
      expect(page, path).toContain('src="/capture/in/app/assets/index-1a2b.js"')
      expect(page).toContain('<meta name="sheaf-prefix" content="/capture/in" />')
    }
    expect(await (await fetch(`${root}${sent}/app/assets/index-1a2b.js`)).text()).toBe(SCRIPT)
    expect((await fetch(`${root}${sent}/api/v1/health/live`)).status).toBe(200)
    const greeting = (await (await fetch(`${root}${sent}/api`)).json()) as { screen: string }
    expect(greeting.screen).toBe('https://host.example/capture/in/app/')
  })

  it('sets cookies for its own paths only', async () => {
    const { user_id } = await aTenant(prefixed.deps.db)
    const { username } = await prefixed.deps.db('users').where('id', user_id).first('username')
    await prefixed.deps
      .db('users')
      .where('id', user_id)
      .update({ password_hash: await hashPassword('quite a long one 7') })
    const answer = await fetch(`${root}/capture/in/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password: 'quite a long one 7' }),
    })
    expect(answer.status).toBe(200)
    const cookies = answer.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toContain('; Path=/capture/in/;')
  })

  it('accepts the page after a sign-on with and without the prefix', async () => {
    for (const next of ['/capture/in/app/queues/3', '/app/queues/3']) {
      const url = `${root}/api/v1/oauth/login?organization=1&next=${encodeURIComponent(next)}`
      // The browser comes from another site: the screen asks first.
      expect((await fetch(url, { redirect: 'manual' })).headers.get('location'), next).toBe(
        'https://host.example/capture/in/app/?sign_on=1',
      )
    }
    for (const next of ['/capture/app/', '/capture/in/api/', '//evil.example/app/'])
      expect(
        (await fetch(`${root}/api/v1/oauth/login?organization=1&next=${encodeURIComponent(next)}`)).status,
        next,
      ).toBe(400)
  })
})
