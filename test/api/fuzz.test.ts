/**
 * Sends generated requests for each operation of the OpenAPI document. No response is a 5xx, and each response is one that the document
 * describes. All operations share FUZZ_SECONDS (15); FUZZ_SEED repeats a run. `npm run fuzz:api` tests the same with another tool.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anyText, valueOf, type Schema } from '../support/arbitrary.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { assertDocumented } from '../support/openapi.ts'
import { operations, type Operation } from '../support/operations.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { samples } from './samples/index.ts'

const seconds = Number(process.env.FUZZ_SECONDS ?? 15)
const seed = Number(process.env.FUZZ_SEED ?? 1)
const all = operations()
const share = (seconds * 1000) / all.length

let server: TestServer
let tenant: Tenant
let client: Client
let other: Tenant
const ids = new Map<string, number[]>()
const tried = new Map<number, number>()

beforeAll(async () => {
  server = await testServer()
  other = await aTenant(server.deps.db)
})
afterAll(() => server.stop())

/** Changes delete objects and revoke permissions, so an organization serves this number of operations that change something. */
const CHANGES_PER_TENANT = 8
let changes = Infinity

/** Creates a new organization if the last one is used up, or if an operation has revoked the caller's access. */
async function begin({ method }: Operation): Promise<void> {
  if (method !== 'GET') changes++
  const isUsable = changes <= CHANGES_PER_TENANT && (await client.get('/auth/user')).status === 200
  if (isUsable) return
  changes = 0
  tenant = await aTenant(server.deps.db)
  client = as(server.root, tenant.token)
  ids.clear()
  for (const [collection, { make }] of Object.entries(samples))
    ids.set(collection, [await make(server.deps.db, tenant), await make(server.deps.db, other), 999_999_999])
}

const urls = (collection: string) => (ids.get(collection) ?? [1]).map((id) => `${server.root}/${collection}/${id}`)

interface Request {
  path: string
  body?: unknown
  type?: string
}

function requestOf(operation: Operation): fc.Arbitrary<Request> {
  const parameters = operation.parameters ?? []
  const pathValues = fc.record(
    Object.fromEntries(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
        name!,
        name === 'id'
          ? fc.oneof(fc.constantFrom(...(ids.get(operation.collection) ?? [1]).map(String)), anyText)
          : fc.oneof(fc.nat(50).map(String), anyText),
      ]),
    ),
  )
  const query = fc.record(
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, fc.oneof(valueOf(schema as Schema, urls).map(asText), anyText)]),
    ),
    { requiredKeys: [] },
  )
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const body: fc.Arbitrary<unknown> =
    type === 'application/json'
      ? valueOf(media!.schema as Schema, urls)
      : type
        ? fc.uint8Array({ maxLength: 200 })
        : fc.constant(undefined)
  return fc.record({ pathValues, query, body }).map((created) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(created.pathValues[name] || '0'))
    const search = Object.entries(created.query).map(([name, value]) => `${encode(name)}=${encode(value as string)}`)
    const where = search.length ? `${path}?${search.join('&')}` : path
    return { path: where, ...(created.body === undefined ? {} : { body: created.body, ...(type ? { type } : {}) }) }
  })
}

/** Lone surrogates cannot be encoded in a URL, and Node refuses headers over 16 kB before the service reads them. */
const encode = (text: string) => encodeURIComponent(text.slice(0, 300).toWellFormed())

/** An object with a key `toString` cannot be converted to a string. */
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

async function send(operation: Operation, { path, body, type }: Request): Promise<void> {
  const raw = body instanceof Uint8Array
  const init = body === undefined ? {} : { body: raw ? body : JSON.stringify(body), headers: { 'Content-Type': type! } }
  const answer = await client.send(operation.method, path, init)
  tried.set(answer.status, (tried.get(answer.status) ?? 0) + 1)
  const expected = String(answer.status) in operation.responses
  if (answer.status >= 500 && !expected) throw new Error(`${operation.method} ${path} answered ${answer.status}`)
  // Text in place of an id may select another operation or none; `fields` omits keys that the schema requires.
  const cut = /[?&]fields/.test(path) && answer.status === 200
  if (!operation.path.includes('{') && !cut) assertDocumented(operation.method, path, answer)
}

describe.each(all.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_name, operation) => {
    it('handles valid and invalid requests', async () => {
      await begin(operation)
      const until = performance.now() + share
      let runs = 0
      // At least one request, and none after the time share of this operation.
      const property = fc.asyncProperty(requestOf(operation), async (request) => {
        if (runs++ === 0 || performance.now() < until) await send(operation, request)
      })
      await fc.assert(property, { seed, numRuns: 500, endOnFailure: true })
    })
  },
)

it('sends enough requests', () => {
  const total = [...tried.values()].reduce((sum, count) => sum + count, 0)
  const statuses = [...tried].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  console.log(
    `fuzz: ${total} requests to ${all.length} operations in ${seconds} s (FUZZ_SEED=${seed}): ${statuses.join(', ')}`,
  )
  expect(total).toBeGreaterThan(all.length)
})
