/** Workflows as displayed in Temporal's UI; screenshots are saved to out/temporal-ui. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { program, truncatedPdf } from '../support/bad-files.ts'
import { removeHome, stackEnvironment, startUp, type StackProcess } from '../support/stack-process.ts'
import { launchChromium } from './launch.ts'

const pictures = join(import.meta.dirname, '../../out/temporal-ui')
const example = (name: string) => readFileSync(join(import.meta.dirname, '../../examples/documents', name))
const SETTLED = ['to_review', 'failed_import']

let env: Record<string, string>
let stack: StackProcess
let chromium: Awaited<ReturnType<typeof launchChromium>>
let page: Page
let client: Client
let upload: number
let annotations: { id: number; status: string; messages: { content: string }[] | null }[]

const idOf = (url: unknown) => Number(/\d+$/.exec(String(url))![0])

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true })
  env = await stackEnvironment()
  stack = startUp(env)
  await stack.ready
  const root = `http://127.0.0.1:${env['PORT']}/api/v1`
  const login = { username: 'admin@sheaf.example', password: 'sheaf-demo-password' }
  const { body } = await as(root).post('/auth/login', login)
  client = as(root, String(body['key']))
  const queues = (await client.get('/queues')).body['results'] as { id: number }[]
  const form = new FormData()
  const files: [string, Buffer][] = [
    ['alder-finch-invoice.pdf', example('alder-finch-invoice.pdf')],
    ['valmont-facture.pdf', example('valmont-facture.pdf')],
    ['bergmann-rechnung-scan.pdf', example('bergmann-rechnung-scan.pdf')],
    ['damaged.pdf', await truncatedPdf()],
    ['program.exe', program()],
  ]
  for (const [name, bytes] of files) form.append('content', new Blob([new Uint8Array(bytes)]), name)
  const sent = await client.post(`/uploads?queue=${queues[0]!.id}`, form)
  const task = idOf(sent.body.url)
  const until = { timeout: 120_000, interval: 500 }
  const done = await vi.waitFor(async () => {
    const { body: shown } = await client.get(`/tasks/${task}?no_redirect=true`)
    expect(shown.status).toBe('succeeded')
    return shown as { result_url: string }
  }, until)
  upload = idOf(done.result_url)
  annotations = await vi.waitFor(async () => {
    const found = (await client.get('/annotations?page_size=100')).body.results as typeof annotations
    expect(found.map(({ status }) => SETTLED.includes(status))).toEqual([true, true, true, true, true])
    return found
  }, until)
  chromium = await launchChromium()
  page = await chromium.browser.newPage()
}, 300_000)

afterAll(async () => {
  await chromium?.close()
  await stack?.stop()
  removeHome(env)
})

const ui = (path: string) => `http://127.0.0.1:${env['TEMPORAL_UI_PORT']}/namespaces/default/${path}`
const listOf = (query: string) => ui(`workflows?query=${encodeURIComponent(query)}`)
const picture = (name: string) => page.screenshot({ path: join(pictures, `${name}.png`) })

/** Waits until a list page shows `count` workflows; returns their ids. */
async function workflowsOf(query: string, count: number): Promise<string[]> {
  await page.goto(listOf(query), { waitUntil: 'domcontentloaded' })
  const links = page.locator('table a[href*="/workflows/"]')
  const ids = async () => {
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    return [...new Set(hrefs.map((href) => decodeURIComponent(/\/workflows\/([^/?]+)/.exec(href)![1]!)))].toSorted()
  }
  await expect.poll(async () => (await ids()).length, { timeout: 30_000 }).toBe(count)
  return ids()
}
/** Tabs may show a number after their name. */
const tab = (name: string) =>
  page
    .getByText(new RegExp(`^\\s*${name}\\s*\\d*\\s*$`))
    .first()
    .click()
const workflowId = ({ id }: { id: number }) => `annotation/${id}`
const withStatus = (status: string) =>
  annotations
    .filter((one) => one.status === status)
    .map(workflowId)
    .toSorted()

/** Opens a workflow by its link in the list, as users do. */
async function open(id: string): Promise<void> {
  await page.goto(listOf(`WorkflowId = "${id}"`), { waitUntil: 'domcontentloaded' })
  await page
    .locator(`table a[href*="${encodeURIComponent(id)}"]`)
    .first()
    .click()
  await page.waitForURL(/\/history$/)
  await page.getByText('Event History').first().waitFor()
}

/** Summaries and details are Markdown, which the UI renders in separate frames. */
const textOfFrames = async (): Promise<string> =>
  (await Promise.all(page.frames().map((frame) => frame.locator('body').innerText()))).join('\n')

describe("Temporal's UI", { timeout: 120_000 }, () => {
  it('shows an upload of five files with its annotations under Relationships', async () => {
    await open(`upload/${upload}`)
    await picture('upload')
    await tab('Relationships')
    for (const one of annotations) await page.getByText(workflowId(one)).first().waitFor()
    await picture('upload-relationships')
    expect(annotations).toHaveLength(5)
  })

  it('shows an open lifecycle with its current details', async () => {
    const [waiting] = withStatus('to_review')
    await open(waiting!)
    await picture('open-lifecycle')
    await tab('User Metadata')
    await expect.poll(textOfFrames, { timeout: 20_000 }).toContain('Action required')
    await picture('current-details')
    expect(await textOfFrames()).toMatch(/to_review since \d{4}-/)
  })

  it('lists the failed imports, with their reasons', async () => {
    const failed = withStatus('failed_import')
    expect(failed).toHaveLength(2)
    expect(await workflowsOf('ExecutionStatus = "Failed" and SheafAnnotation > 0', 2)).toEqual(failed)
    await picture('failed')
    await open(failed[0]!)
    const reason = annotations.find((one) => workflowId(one) === failed[0])!.messages![0]!.content
    await page.getByText(reason.slice(0, 40)).first().waitFor()
    await picture('failed-reason')
  })

  it('lists annotations of one queue that wait for review', async () => {
    const waiting = withStatus('to_review')
    const queue = idOf((await client.get(`/annotations/${waiting[0]!.split('/')[1]}`)).body['queue'])
    const query = `ExecutionStatus = "Running" and SheafStatus = "to_review" and SheafQueue = ${queue}`
    expect(await workflowsOf(query, waiting.length)).toEqual(waiting)
    await picture('waiting-in-queue')
  })
})
