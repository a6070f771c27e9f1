import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../support/server.ts'
import { launchChromium } from './launch.ts'

let server: TestServer
let chromium: Awaited<ReturnType<typeof launchChromium>>

beforeAll(async () => {
  server = await testServer()
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await server?.stop()
})

describe('GET /api/docs', () => {
  it('shows every resource and its operations without a request to another host', async () => {
    const own = new URL(server.root).host
    const foreign: string[] = []
    const problems: string[] = []
    const page = await chromium.browser.newPage()
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (/^(https?|wss?):$/.test(protocol) && host !== own) foreign.push(request.url())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // A violation of the page's policy is an attempted request to another host.
      if (/Content Security Policy/.test(message.text())) problems.push(message.text())
    })
    await page.goto(server.root.replace('/v1', '/docs'), { waitUntil: 'networkidle', timeout: 90_000 })
    await page.getByRole('heading', { name: 'Sheaf' }).first().waitFor()
    for (const name of ['annotations', 'queues', 'schemas', 'uploads', 'workspaces'])
      await expect.poll(() => page.locator('body').innerText()).toContain(name)
    await page.goto(`${server.root.replace('/v1', '/docs')}#tag/annotations/GET/v1/annotations`, {
      waitUntil: 'commit',
    })
    await page.getByText('/v1/annotations').first().waitFor()
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: false })
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })
})
