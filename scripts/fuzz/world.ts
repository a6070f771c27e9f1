/** The objects that a fuzz run works on: an organization of its own with at least one object of most collections. */
import { invoicePdf } from '../../test/support/invoice-pdf.ts'
import type { Operation } from '../../test/support/operations.ts'

export interface Response {
  status: number
  ms: number
  body: unknown
}
export type Send = (method: string, path: string, body?: unknown) => Promise<Response>

const REFERENCE = /\/v1\/([a-z_/]+(?:\/\d+\/[a-z_]+)?)\/(\d+)$/
const BODY = 'application/json'

export class World {
  /** URLs of existing objects by collection. */
  readonly #urls = new Map<string, string[]>()
  readonly #operations: readonly Operation[]
  readonly send: Send

  private constructor(operations: readonly Operation[], send: Send) {
    this.#operations = operations
    this.send = send
  }

  /** Creates an organization, and objects from the examples of the API until no further one can be created. */
  static async make(
    api: string,
    operations: readonly Operation[],
    sendAs: (token: string | null) => Send,
    name: string,
  ): Promise<World> {
    const created = await sendAs(null)('POST', '/organizations/create', {
      template_name: 'Tax Invoice EU Demo Template',
      organization_name: name,
      user_fullname: 'Fuzz',
      user_email: `${name}@sheaf.example`,
      user_password: 'correct horse battery staple 9',
      create_key: 'sheaf-demo-create-key',
    })
    if (created.status >= 300) throw new Error(`No organization was created: ${JSON.stringify(created.body)}`)
    const login = await sendAs(null)('POST', '/auth/login', {
      username: `${name}@sheaf.example`,
      password: 'correct horse battery staple 9',
    })
    const token = (login.body as { key: string }).key
    const world = new World(operations, sendAs(token))
    await world.#collect()
    await world.#upload(api, token)
    for (let round = 0; round < 2; round++) await world.refill()
    await world.#collect()
    return world
  }

  /** Creates an object of each collection that has none. */
  async refill(): Promise<void> {
    for (const operation of this.#operations) {
      const isCreate = operation.method === 'POST' && !operation.path.includes('{')
      if (isCreate && operation.path.split('/').length === 2 && !this.#urls.get(operation.collection)?.length)
        this.learn((await this.send('POST', operation.path, this.bodyOf(operation))).body)
    }
  }

  /** The example of the operation, with references to objects of this world. */
  bodyOf(operation: Operation): unknown {
    const media = operation.requestBody?.content[BODY] as { example?: unknown } | undefined
    return media?.example === undefined ? undefined : this.#localize(media.example)
  }

  /** The path with ids of existing objects. */
  pathOf({ path, collection }: Operation): string {
    const own = this.#urls.get(collection)?.at(-1)
    return path
      .replace('{id}', own ? (REFERENCE.exec(own)?.[2] ?? '1') : '1')
      .replace(/\/([a-z_]+)\/\{(\w+)\}/g, (_, above: string) => `/${above}/${this.#idOf(above)}`)
      .replace(/\{\w+\}/g, '1')
  }

  /** Remembers the URL of an object in a response. */
  learn(body: unknown): void {
    const url = (body as { url?: unknown } | null)?.url
    const [, collection] = typeof url === 'string' ? (REFERENCE.exec(url) ?? []) : []
    if (!collection) return
    const known = this.#urls.get(collection) ?? []
    if (!known.includes(url as string)) this.#urls.set(collection, [...known, url as string].slice(-20))
  }

  forget(collection: string, path: string): void {
    const id = /\/(\d+)$/.exec(path)?.[1]
    this.#urls.set(
      collection,
      (this.#urls.get(collection) ?? []).filter((url) => !url.endsWith(`/${id}`)),
    )
  }

  #idOf = (collection: string): string => REFERENCE.exec(this.#urls.get(collection)?.at(-1) ?? '')?.[2] ?? '1'

  #localize(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#localize(item))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#localize(item)]))
    const collection = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined
    return (collection && this.#urls.get(collection)?.at(-1)) ?? value
  }

  async #collect(): Promise<void> {
    for (const { method, path } of this.#operations) {
      if (method !== 'GET' || path.includes('{') || path.split('/').length !== 2) continue
      const { body } = await this.send('GET', `${path}?page_size=20`)
      for (const item of (body as { results?: unknown[] } | null)?.results ?? []) this.learn(item)
    }
  }

  async #upload(api: string, token: string): Promise<void> {
    const form = new FormData()
    form.append('content', new Blob([new Uint8Array(await invoicePdf('F-1'))], { type: 'application/pdf' }), 'a.pdf')
    const answer = await fetch(`${api}/v1/uploads?queue=${this.#idOf('queues')}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    })
    if (answer.status !== 202) throw new Error(`The upload failed with status ${answer.status}.`)
    const imported = async () => {
      const { body } = await this.send('GET', '/annotations?status=to_review')
      return (body as { results?: unknown[] }).results?.length
    }
    for (const end = Date.now() + 60_000; !(await imported()) && Date.now() < end;);
  }
}
