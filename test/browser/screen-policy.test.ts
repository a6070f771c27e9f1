/** What only a browser enforces for the review screen: the cookies of its sign-in, and which sites may show it in a frame. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeHome, stackEnvironment, startUp, type StackProcess } from '../support/stack-process.ts'
import { launchChromium } from './launch.ts'

let env: Record<string, string>
let stack: StackProcess
let chromium: Awaited<ReturnType<typeof launchChromium>>
/** A site with one page, which shows the address in its query in a frame. */
let site: Server
let page: Page

const at = (path: string) => `http://127.0.0.1:${env['PORT']}${path}`
const siteAt = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`

beforeAll(async () => {
  site = createServer(({ url }, response) => {
    const framed = new URL(url!, 'http://site').searchParams.get('url') ?? ''
    response.setHeader('Content-Type', 'text/html').end(`<iframe src="${framed}"></iframe>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  env = { ...(await stackEnvironment()), EMBEDDED_ANCESTORS: siteAt('') }
  stack = startUp(env)
  await stack.ready
  chromium = await launchChromium()
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  await stack?.stop()
  site?.close()
  removeHome(env)
})
beforeEach(async () => {
  await chromium.browser.clearCookies()
  page = await chromium.browser.newPage()
})
afterEach(() => page.close())

const LOGIN = { username: 'admin@sheaf.example', password: 'sheaf-demo-password' }
/** Sends a request as a script of the page; returns its status. */
const send = (method: string, url: string, headers: Record<string, string> = {}, body?: string) =>
  page.evaluate(
    async ([verb, address, sent, text]) =>
      (await fetch(address, { method: verb, headers: sent, ...(text ? { body: text } : {}) })).status,
    [method, url, headers, body] as const,
  )
const json = { 'Content-Type': 'application/json' }
const cookies = async () =>
  Object.fromEntries((await chromium.browser.cookies()).map((cookie) => [cookie.name, cookie]))

describe('the sign-in of the review screen', () => {
  it('starts a session, whose key no script reads, and which ends with the logout', async () => {
    await page.goto(at('/app/'))
    expect(await send('POST', '/api/v1/auth/login', json, JSON.stringify(LOGIN))).toBe(200)
    const { sessionid, csrftoken } = await cookies()
    expect(sessionid).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(await page.evaluate('document.cookie')).toBe(`csrftoken=${csrftoken!.value}`)
    expect(await send('GET', '/api/v1/auth/user')).toBe(200)
    expect(await send('POST', '/api/v1/auth/logout')).toBe(403)
    expect(await send('POST', '/api/v1/auth/logout', { 'X-CSRFToken': csrftoken!.value })).toBe(200)
    expect(await cookies()).toEqual({})
    expect(await send('GET', '/api/v1/auth/user')).toBe(403)
  })

  it('starts none from the page of another site', async () => {
    await page.goto(siteAt('/'))
    expect(await send('POST', at('/api/v1/auth/login'), json, JSON.stringify(LOGIN))).toBe(200)
    expect(await cookies()).toEqual({})
  })

  it('starts no single sign-on from the page of another site, but asks', async () => {
    const start = '/api/v1/oauth/login?organization=7&next=/app/'
    const follow = async (from: string) => {
      await page.goto(from)
      await page.evaluate(`location.assign(${JSON.stringify(at(start))})`)
      await page.waitForURL((url) => url.href !== from)
      return page.url()
    }
    const { port } = site.address() as AddressInfo
    // A page of another origin of the same site, and one of another site.
    for (const other of [siteAt('/'), `http://localhost:${port}/`])
      expect(await follow(other)).toBe(at('/app/?sign_on=7'))
    expect(await follow(at('/app/?sign_on=7'))).toBe(at(start))
    expect(((await (await page.goto(at(start)))!.json()) as { detail: string }).detail).toBe(
      'OpenID provider not found.',
    )
  })
})

describe('a frame of another site', () => {
  /** The title of the framed page; empty if the browser refuses to show it. */
  async function titleIn(url: string): Promise<string> {
    await page.goto(siteAt(`/?url=${encodeURIComponent(url)}`))
    return page.frames()[1]!.evaluate<string>('document.title')
  }

  it('shows the embedded review to the sites of EMBEDDED_ANCESTORS, and never the screen', async () => {
    expect(await titleIn(at('/embedded/document/1'))).toContain('Sheaf')
    expect(await titleIn(at('/app/'))).not.toContain('Sheaf')
  })

  it('of a site that is not listed shows nothing', async () => {
    const { port } = site.address() as AddressInfo
    await page.goto(`http://localhost:${port}/?url=${encodeURIComponent(at('/embedded/document/1'))}`)
    expect(await page.frames()[1]!.evaluate<string>('document.title')).not.toContain('Sheaf')
  })
})

it('the built screen breaks no rule of its policy', async () => {
  const problems: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && problems.push(message.text()))
  await page.goto(at('/app/'), { waitUntil: 'networkidle' })
  expect(problems).toEqual([])
})
