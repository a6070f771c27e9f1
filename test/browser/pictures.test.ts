/** The pictures of README: written to out/pictures, and with PICTURES=1 (`npm run pictures`) to docs/images. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeHome, stackEnvironment, startUp, type StackProcess } from '../support/stack-process.ts'
import { launchChromium } from './launch.ts'

const folder = join(import.meta.dirname, '../..', process.env['PICTURES'] ? 'docs/images' : 'out/pictures')

let env: Record<string, string>
let stack: StackProcess
let chromium: Awaited<ReturnType<typeof launchChromium>>
let page: Page
const problems: string[] = []

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  env = await stackEnvironment()
  stack = startUp(env)
  await stack.ready
  chromium = await launchChromium()
  page = await chromium.browser.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  await stack?.stop()
  removeHome(env)
})

const at = (path: string) => `http://127.0.0.1:${env['PORT']}${path}`
const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) })
/** The pages then show the address of `npm start`, not the free port of the test. */
const showUsualPort = (on: boolean) =>
  page.setExtraHTTPHeaders(on ? { 'X-Forwarded-Host': '127.0.0.1:8090' } : ({} as Record<string, string>))

describe('the greeting page', () => {
  it.each(['light', 'dark'] as const)('is readable on a %s display', async (colorScheme) => {
    await page.setViewportSize({ width: 1120, height: 1010 })
    await page.emulateMedia({ colorScheme })
    await showUsualPort(true)
    await page.goto(at('/'))
    await page.getByRole('heading', { name: 'Sheaf' }).waitFor()
    await picture(colorScheme === 'light' ? 'greeting' : 'greeting-dark')
    const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(background).toBe(colorScheme === 'light' ? 'rgb(246, 244, 239)' : 'rgb(25, 24, 20)')
    expect(problems).toEqual([])
  })

  it('fits the width of a phone, with commands that scroll', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(at('/'))
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
  })

  it('leads to the documentation without JavaScript', async () => {
    const plain = await chromium.browser.browser()!.newContext({ javaScriptEnabled: false })
    try {
      const tab = await plain.newPage()
      await tab.goto(at('/api'))
      await tab.getByRole('link', { name: /Documentation/ }).click()
      expect(tab.url()).toBe(at('/api/docs'))
    } finally {
      await plain.close()
    }
  })
})

describe('the documentation page', { timeout: 300_000 }, () => {
  const open = async (path: string) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(at(path), { waitUntil: 'networkidle', timeout: 90_000 })
    await page.getByRole('heading', { name: 'Sheaf' }).first().waitFor({ timeout: 120_000 })
  }

  it('shows an operation with an example of its answer', async () => {
    await showUsualPort(true)
    await open('/api/docs#tag/annotations/GET/v1/annotations/{id}/content')
    await page.getByRole('heading', { name: 'Retrieve the content' }).first().waitFor({ timeout: 60_000 })
    await page.getByText('"schema_id"').first().waitFor({ timeout: 60_000 })
    await picture('api')
    for (const topic of ['Start here', 'Queues and schemas', 'Review', 'Extensions'])
      await expect.poll(() => page.locator('body').innerText()).toContain(topic)
    expect(problems).toEqual([])
  })

  it('works with a trailing slash', async () => {
    await showUsualPort(false)
    await open('/api/docs/')
    expect(problems).toEqual([])
  })

  it('keeps the token of the reader over a reload', async () => {
    await showUsualPort(false)
    await open('/api/docs')
    const field = page.getByPlaceholder('Token').first()
    await field.fill('a-token-of-the-reader')
    await field.blur()
    const stored = () => page.evaluate<string>('JSON.stringify(localStorage)')
    await expect.poll(stored, { timeout: 30_000 }).toContain('a-token-of-the-reader')
    await page.reload({ waitUntil: 'load' })
    await expect
      .poll(() => page.getByPlaceholder('Token').first().inputValue(), { timeout: 60_000 })
      .toBe('a-token-of-the-reader')
  })
})
