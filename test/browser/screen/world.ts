/** An organization with users and documents, and browsers of its users, for tests of the review screen. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { launchChromium } from '../launch.ts'

export const PASSWORD = 'a long enough passphrase'
export const EXAMPLES = join(import.meta.dirname, '../../../examples/documents')
export const example = (name: string): string => join(EXAMPLES, name)

type Json = Record<string, unknown>

/** Sends requests to the API as one user. */
export class Api {
  readonly username: string
  #token: string
  constructor(username: string, token: string) {
    this.username = username
    this.#token = token
  }

  async send<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    const url = path.startsWith('http') ? path : `${inject('screenOrigin')}/api/v1${path}`
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }
  get = <T = Json>(path: string) => this.send<T>('GET', path)
  post = <T = Json>(path: string, body: unknown = {}) => this.send<T>('POST', path, body)
  patch = <T = Json>(path: string, body: unknown) => this.send<T>('PATCH', path, body)

  /** Uploads a document and waits until it can be reviewed. Returns the id of its annotation. */
  upload = (queue: number, file: string, name = file): Promise<number> =>
    this.uploadFile(queue, readFileSync(example(file)), name)

  /** The same with any file. */
  async uploadFile(queue: number, file: Uint8Array, name: string): Promise<number> {
    await this.import(queue, file, name)
    const found = await this.get<{ results: { id: number }[] }>(`/annotations?queue=${queue}&ordering=-id&page_size=1`)
    return found.results[0]!.id
  }

  /** Uploads a file and waits until it can be reviewed. */
  async import(queue: number, file: Uint8Array, name: string): Promise<void> {
    const form = new FormData()
    form.append('content', new Blob([new Uint8Array(file)]), name)
    const response = await fetch(`${inject('screenOrigin')}/api/v1/uploads?queue=${queue}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#token}` },
      body: form,
    })
    const { url } = (await response.json()) as { url: string }
    await expect
      .poll(async () => (await this.get<{ status: string }>(`${url}?no_redirect=true`)).status, { timeout: 90_000 })
      .toBe('succeeded')
  }

  /** Has the documents of a queue approved by one of these users, after a person has confirmed them. */
  async addApproval(organization: string, queue: number, assignees: readonly string[]): Promise<void> {
    const workflow = await this.post<{ url: string }>('/workflows', { name: 'Four eyes', organization, condition: {} })
    await this.post('/workflow_steps', {
      name: 'Approval',
      organization,
      workflow: workflow.url,
      condition: {},
      type: 'approval',
      mode: 'any',
      ordering: 1,
      assignees,
    })
    await this.patch(`/queues/${queue}`, {
      settings: { workflows: { enabled: true, bypass_workflows_allowed: false } },
      workflows: [{ url: workflow.url, priority: 1 }],
    })
  }

  /** Returns the stored value of a field. */
  async value(annotation: number, schemaId: string): Promise<string> {
    const { content } = await this.get<{ content: { content: { value: string } }[] }>(
      `/annotations/${annotation}/content?schema_id=${schemaId}`,
    )
    return content[0]!.content.value
  }

  status = async (annotation: number): Promise<string> =>
    (await this.get<{ status: string }>(`/annotations/${annotation}`)).status
}

async function logIn(username: string): Promise<Api> {
  const response = await fetch(`${inject('screenOrigin')}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  return new Api(username, ((await response.json()) as { key: string }).key)
}

export interface World {
  admin: Api
  /** Id of the queue for invoices. */
  queue: number
  organization: string
  /** Creates a user with a role, who is assigned to the queue. */
  addUser: (role: string, firstName: string, lastName?: string) => Promise<Api>
  /** Opens a window of a user, signed in. */
  open: (user: Api, path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens a window without a session. */
  window: (options?: BrowserContextOptions) => Promise<Page>
  /** Errors of scripts and of the console, from all windows. */
  problems: string[]
  close: () => Promise<void>
}

export const at = (path: string): string => `${inject('screenOrigin')}${path}`

/** Creates an organization with an administrator and a queue, and starts a browser. */
export async function createWorld(
  template = 'Tax Invoice EU Demo Template',
  name = `screen-${randomBytes(4).toString('hex')}`,
): Promise<World> {
  const username = `ada@${name}.example`
  const response = await fetch(at('/api/v1/organizations/create'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      template_name: template,
      organization_name: name,
      user_fullname: 'Ada Lovelace',
      user_email: username,
      user_password: PASSWORD,
      create_key: 'sheaf-demo-create-key',
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  const { organization } = (await response.json()) as { organization: { url: string } }
  const admin = await logIn(username)
  const { results } = await admin.get<{ results: { id: number; url: string }[] }>('/queues')
  const queue = results[0]!
  // The tests upload the same examples many times.
  await admin.patch(`/queues/${queue.id}`, { settings: { duplicates: 'allow' } })
  const chromium = await launchChromium()
  const problems: string[] = []

  const newWindow = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await chromium.browser.browser()!.newContext({
      viewport: { width: 1600, height: 1000 },
      locale: 'en-GB',
      acceptDownloads: true,
      ...options,
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // Refusals are part of some tests; the page shows them to the user.
      if (message.type() === 'error' && !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text()))
        problems.push(message.text())
    })
    return page
  }

  return {
    admin,
    queue: queue.id,
    organization: organization.url,
    problems,
    window: newWindow,
    addUser: async (role, firstName, lastName = 'Example') => {
      const groups = await admin.get<{ results: { name: string; url: string }[] }>('/groups')
      const email = `${firstName.toLowerCase()}@${name}.example`
      await admin.post('/users', {
        username: email,
        email,
        password: PASSWORD,
        first_name: firstName,
        last_name: lastName,
        organization: organization.url,
        groups: [groups.results.find((group) => group.name === role)!.url],
        queues: [queue.url],
      })
      return logIn(email)
    },
    open: async (user, path = '/app/', options) => {
      const page = await newWindow(options)
      await page.goto(at('/app/'))
      await signIn(page, user.username)
      await page.getByRole('heading', { name: /Queues|Warteschlangen/ }).waitFor()
      if (path !== '/app/') await page.goto(at(path))
      return page
    },
    close: chromium.close,
  }
}

/** Signs in at the form that the page shows. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel(/Email or user name|E-Mail oder/).fill(username)
  await page.getByLabel(/Password|Passwort/).fill(PASSWORD)
  await page.getByRole('button', { name: /Sign in|Anmelden/ }).click()
}

/** The input of a field of the form, by its label. */
export const field = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Fields' }).getByLabel(label, { exact: true })

/** Confirms the document by keys; if fields need a check, also answers the question. */
export async function confirmByKeys(page: Page): Promise<void> {
  const isAsked = (await page.locator('.points-count.open').count()) > 0
  await page.keyboard.press('Control+Enter')
  if (!isAsked) return
  await page.getByRole('dialog', { name: /to be checked$/ }).waitFor()
  await page.keyboard.press('Control+Enter')
}

/** Waits until everything that was entered is stored. */
export const waitForSaved = (page: Page) => page.locator('.saved', { hasText: 'Saved' }).waitFor()
