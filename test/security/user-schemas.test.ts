/** Schemas, conditions and patterns of users are checked in a thread with limits, so that they delay and end nothing else. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { as, type Json } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { branchingSchema } from '../support/hostile-schemas.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const hook = (more: Json) => ({
  name: 'A hook',
  type: 'webhook',
  events: ['annotation_content'],
  queues: [`${server.root}/queues/${tenant.queue_id}`],
  config: { url: 'https://example.org/' },
  ...more,
})
const ASYNC = { $async: true, type: 'object', required: ['x'] }

describe('a schema of settings', () => {
  it.each([
    ['an asynchronous schema', ASYNC],
    ['an asynchronous schema at depth', { properties: { a: { items: [{ not: ASYNC }] } } }],
    ['a schema that refers to another server', { $ref: 'https://example.org/schema.json' }],
    ['an unknown keyword', { allOf: [{ typo: true }] }],
  ])('is refused in POST and PATCH of hooks: %s', async (_what, settings_schema) => {
    const refused = { status: 400, body: { settings_schema: [expect.stringContaining('Not a valid JSON Schema')] } }
    expect(await admin.post('/hooks', hook({ settings_schema, settings: {} }))).toMatchObject(refused)
    const { id } = (await admin.post('/hooks', hook({}))).body
    expect(await admin.patch(`/hooks/${id}`, { settings_schema })).toMatchObject(refused)
    expect(await admin.patch(`/hooks/${id}`, { settings_schema: { type: 'object' } })).toMatchObject({ status: 200 })
  })

  it('that takes exponential time delays no other request', async () => {
    const order: string[] = []
    const slow = admin
      .post('/hooks', hook({ settings_schema: branchingSchema(40), settings: {} }))
      .then((answer) => (order.push('slow'), answer))
    // Fewer than an organization has connections.
    const others = Array.from({ length: 4 }, async () => {
      expect((await admin.get('/labels')).status).toBe(200)
      order.push('other')
    })
    await Promise.all(others)
    expect(await slow).toMatchObject({
      status: 400,
      body: { settings: ['Checking this takes too much time or memory.'] },
    })
    expect(order.at(-1)).toBe('slow')
  })

  it('changed while its settings are examined is a conflict', async () => {
    const { id } = (await admin.post('/hooks', hook({ settings_schema: { type: 'object' } }))).body
    const answers = await Promise.all([
      admin.patch(`/hooks/${id}`, { settings: { x: 1 } }),
      admin.patch(`/hooks/${id}`, { settings_schema: { type: 'object', maxProperties: 0 } }),
    ])
    const { settings, settings_schema } = (await admin.get(`/hooks/${id}`)).body
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(Object.keys(settings as Json).length === 0 || settings_schema.maxProperties === undefined).toBe(true)
  })
})

describe('a schema of secrets', () => {
  const schema = (key: Json) => ({ type: 'object', properties: { key: { type: 'string', ...key } } })

  it('and secrets that do not match it are never stored at the same time', async () => {
    const { id } = (await admin.post('/hooks', hook({ secrets_schema: schema({ description: 'A key.' }) }))).body
    const answers = await Promise.all([
      admin.patch(`/hooks/${id}`, { secrets: { key: 'short' } }),
      admin.patch(`/hooks/${id}`, { secrets_schema: schema({ minLength: 20 }) }),
    ])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect([400, 409]).toContain(statuses[1])
  })
})

describe('concurrent changes of objects with schemas of users', () => {
  const renamed = async (path: string) => {
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => admin.patch(path, { name })))
    return answers.map(({ status }) => status)
  }

  it('take turns if none of them changes what the others check', async () => {
    const { id } = (await admin.post('/hooks', hook({ settings_schema: { type: 'object' } }))).body
    expect(await renamed(`/hooks/${id}`)).toEqual([200, 200, 200, 200, 200])
    const schema = (await admin.post('/schemas', { name: 'x', content: [] })).body
    expect(await renamed(`/schemas/${schema.id}`)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('patterns', () => {
  const field = (n: number, pattern: string) => ({
    category: 'datapoint',
    id: `f${n}`,
    label: 'F',
    type: 'string',
    constraints: { regexp: { pattern } },
  })
  const content = (n: number, pattern: (index: number) => string) => [
    {
      category: 'section',
      id: 's',
      label: 'S',
      children: Array.from({ length: n }, (_, index) => field(index, pattern(index))),
    },
  ]

  it('of a schema are limited in number, length and size, also when a viewer validates it', async () => {
    const { token } = await aPerson(server.deps.db, tenant, 'viewer')
    const viewer = as(server.root, token)
    const errors = async (given: Json) => (await viewer.post('/schemas/validate', { content: given })).body.content
    expect(await errors(content(2_000, (n) => `^\\pL{1,50}${n}$`))).toEqual([
      'At most 200 regular expressions are allowed.',
    ])
    expect(await errors(content(50, (n) => `${n}x{900}`))).toEqual([
      'The regular expressions are too complex together.',
    ])
    const [section] = await errors(content(1, () => 'a'.repeat(501)))
    expect(section.children[0].constraints.regexp.pattern).toEqual([
      'A regular expression may have at most 500 characters.',
    ])
    expect(await errors(content(100, (n) => `^[A-Z]{2}-${n}$`))).toBeUndefined()
  })

  it('of a trigger and of an inbox are limited', async () => {
    const complex = 'x{1000}x{1000}x{1000}'
    const queue = `${server.root}/queues/${tenant.queue_id}`
    const condition = { $and: [{ 'field.a': { $and: [{ $exists: true }, { $regex: complex }] } }] }
    expect(await admin.post('/triggers', { event: 'annotation_confirmed', queue, condition })).toMatchObject({
      status: 400,
      body: { condition: [expect.stringContaining('too complex')] },
    })
    const filters = { document_rejection_conditions: { file_name_regexes: [complex] } }
    const inbox = await admin.post('/inboxes', { name: 'In', email_prefix: 'in', queues: [queue], filters })
    expect(inbox.status).toBe(400)
    expect(JSON.stringify(inbox.body.filters)).toContain('too complex')
  })
})

describe('a promise that is rejected and not awaited', () => {
  it('is logged with its request and does not end the process', () => {
    const script = `
      import { logUnhandledRejections, openLog, requestScope } from './src/log.ts'
      logUnhandledRejections(openLog('error'))
      requestScope.run({ request_id: 'r-1', queries: 0, writes: 0 }, () => void Promise.reject(new Error('forgotten')))
      setTimeout(() => console.log('still here'), 50)`
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'still here\n' })
    expect(JSON.parse(stderr)).toMatchObject({
      level: 'error',
      request_id: 'r-1',
      msg: 'unhandled rejection',
      err: { message: 'forgotten' },
    })
  })
})
