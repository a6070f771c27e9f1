/** Changes of values: a row for each, by users, hooks and formulas; removed with the data of the document. */
import { beforeAll, describe, expect, it } from 'vitest'
import { applyHookOperations } from '../../src/domain/hooks/delivery/operations.ts'
import { createMonths, removeOldChanges } from '../../src/domain/annotations/content/value-change-months.ts'
import { purgeDeleted } from '../../src/domain/annotations/removal/purge.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import type { Client } from '../support/as.ts'
import { anAnnotation, aTenant } from '../support/factories.ts'
import { as } from '../support/as.ts'
import { documented } from '../support/openapi.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

interface Change {
  schema_id: string | null
  before: string | null
  after: string | null
  origin: string
  username: string | null
  request_id: string | null
  hook_id: number | null
  further: number
}
const changes = async (query: string, client: Client = admin): Promise<Change[]> =>
  (await client.get(`/value_changes?${query}`)).body.results

interface Node {
  id: number
  schema_id: string
  category: string
  children?: Node[]
}
const nodesOf = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...nodesOf(node.children ?? [])])

let username: string
let queue_id: number
let schema_id: number

beforeAll(async () => {
  username = (await admin.get(`/users/${tenant.user_id}`)).body.username
  const content = [
    {
      category: 'section',
      id: 'basic',
      label: 'Basic',
      children: [
        { category: 'datapoint', id: 'number', label: 'Number', type: 'string' },
        {
          category: 'datapoint',
          id: 'twice',
          label: 'Twice',
          type: 'string',
          ui_configuration: { type: 'formula', edit: 'disabled' },
          formula: 'field.number + field.number',
        },
        {
          category: 'multivalue',
          id: 'lines',
          label: 'Lines',
          children: {
            category: 'tuple',
            id: 'line',
            label: 'Line',
            children: [{ category: 'datapoint', id: 'item', label: 'Item', type: 'string' }],
          },
        },
      ],
    },
  ]
  const schema = await admin.post('/schemas', { name: 'With history', content })
  expect([schema.status, schema.body]).toEqual([201, expect.anything()])
  schema_id = schema.body.id
  const queue = await admin.post('/queues', {
    name: 'With history',
    workspace: url('workspaces', tenant.workspace_id),
    schema: schema.body.url,
  })
  queue_id = queue.body.id
})

/** An annotation in review, with a function that finds its nodes. */
async function inReview() {
  const { annotation_id: id } = await anAnnotation(server.deps.db, tenant, { queue_id, schema_id })
  expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
  const node = async (name: string): Promise<number> => {
    const { content } = (await admin.get(`/annotations/${id}/content`)).body
    return nodesOf(content).find(({ schema_id: of }) => of === name)!.id
  }
  const write = async (name: string, value: string, headers = {}) =>
    admin.patch(`/annotations/${id}/content/${await node(name)}`, { content: { value } }, headers)
  return { id, node, write }
}

describe('the history of values', () => {
  it('has each change of a user with the values before and after, and what formulas computed from it', async () => {
    const { id, write } = await inReview()
    expect((await write('number', 'A', { 'X-Request-Id': 'first' })).status).toBe(200)
    expect((await write('number', 'B', { 'X-Request-Id': 'second' })).status).toBe(200)
    await write('number', 'B')
    const user = { username, hook_id: null, further: 0 }
    expect(await changes(`annotation=${id}&schema_id=number`)).toMatchObject([
      { ...user, origin: 'user', before: 'A', after: 'B', request_id: 'second' },
      { ...user, origin: 'user', before: null, after: 'A', request_id: 'first' },
    ])
    expect(await changes(`annotation=${id}&origin=formula`)).toMatchObject([
      { ...user, schema_id: 'twice', before: 'AA', after: 'BB' },
      { ...user, schema_id: 'twice', before: null, after: 'AA' },
    ])
    expect(await changes(`annotation=${id}&request_id=second`)).toHaveLength(2)
    expect(await changes(`annotation=${id}&timestamp_before=2020-01-01`)).toEqual([])
  })

  it('has the values of rows that were added and removed, and counts those above a thousand', async () => {
    const { id, node } = await inReview()
    const lines = await node('lines')
    const value = [...Array(1005).keys()].map((n) => [{ schema_id: 'item', content: { value: `item ${n}` } }])
    const operations = value.map((row) => ({ op: 'add', id: lines, value: row }))
    expect((await admin.post(`/annotations/${id}/content/operations`, { operations })).status).toBe(200)
    const [first, ...others] = await changes(`annotation=${id}&page_size=100`)
    expect(first).toMatchObject({ schema_id: null, before: null, after: null, further: 5, origin: 'user' })
    expect(others[0]).toMatchObject({ schema_id: 'item', before: null, after: 'item 999', further: 0 })
    const found = await admin.get(`/annotations/${id}/content`)
    const row = nodesOf(found.body.content).find(({ schema_id: of }) => of === 'line')!
    const removal = [{ op: 'remove', id: row.id }]
    expect((await admin.post(`/annotations/${id}/content/operations`, { operations: removal })).status).toBe(200)
    expect((await changes(`annotation=${id}`))[0]).toMatchObject({ before: 'item 0', after: null })
  })

  it('names the hook whose response changed a value', async () => {
    const { id, node } = await inReview()
    const operations = [{ op: 'replace', id: await node('number'), value: { content: { value: 'of a hook' } } }]
    const run = { action: 'updated', facts: {}, hook_id: 17 }
    await transact(server.deps, (tx) => applyHookOperations(tx, id, run, operations))
    expect(await changes(`annotation=${id}&hook=17&schema_id=number`)).toMatchObject([
      { origin: 'hook', after: 'of a hook', username: null, hook_id: 17 },
    ])
  })

  it('is read by administrators and auditors of the organization only', async () => {
    const { id, write } = await inReview()
    await write('number', 'mine')
    for (const role of ['viewer', 'annotator', 'manager', 'approver'] as const)
      expect((await (await person(role, [queue_id])).client.get(`/value_changes?annotation=${id}`)).status).toBe(403)
    expect(await changes(`annotation=${id}`, (await person('auditor', [])).client)).toHaveLength(2)
    const other = await aTenant(server.deps.db)
    expect(await changes(`annotation=${id}`, as(server.root, other.token))).toEqual([])
  })

  it('is removed when the document is purged', async () => {
    const { id, write } = await inReview()
    await write('number', 'private')
    await server.deps.db('annotations').where({ id }).update({ status: 'deleted' })
    const who = { user_id: tenant.user_id, organization_id: tenant.organization_id }
    expect(await purgeDeleted(server.deps, who, [id], null)).toBe(1)
    expect(await server.deps.db('value_changes').where('annotation_id', id)).toEqual([])
  })

  it('is kept in months, which are made ahead and removed with the retention', async () => {
    const { db } = server.deps
    const months = async () =>
      (
        await db.raw<{ rows: { name: string }[] }>(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'value_changes'::regclass order by 1`,
        )
      ).rows.map(({ name }) => name)
    const known = await months()
    expect(known).toHaveLength(5)
    const last = known.at(-2)!
    await db.raw('drop table ??', [last])
    // A row of that month waits in the partition for all others.
    const [, year, month] = /(\d{4})_(\d\d)$/.exec(last)!
    const { organization_id } = tenant
    const row = { organization_id, annotation_id: 1, origin: 'user' }
    await db('value_changes').insert({ ...row, timestamp: `${year}-${month}-15T00:00:00Z` })
    await db('value_changes').insert({ ...row, timestamp: db.raw(`now() - interval '13 months'`) })
    expect(await createMonths(server.deps)).toBe(1)
    expect(await months()).toEqual(known)
    expect(await db(last).count({ n: '*' })).toEqual([{ n: 1 }])
    expect(await createMonths(server.deps)).toBe(0)
    await db.raw(
      `create table value_changes_2020_01 partition of value_changes for values from ('2020-01-01+00') to ('2020-02-01+00')`,
    )
    expect(await removeOldChanges(server.deps)).toBe(1)
    expect(await months()).toEqual(known)
  })
})

describe('a filter that finds few of many changes', () => {
  interface Statement {
    sql: string
    bindings: unknown[]
  }
  const ROWS = 30_000

  beforeAll(async () => {
    const { db } = server.deps
    await db.raw(
      `insert into value_changes (organization_id, annotation_id, node_id, schema_id, after, origin, hook_id, username, request_id)
       select ?, n, n, 'field_' || n % 3, 'x', 'hook', 1 + n % 2, 'user_' || n % 5, 'request_' || n
         from generate_series(1, ?::integer) n`,
      [tenant.organization_id, ROWS],
    )
    await db('value_changes').insert({
      organization_id: tenant.organization_id,
      annotation_id: 1,
      schema_id: 'rare_field',
      origin: 'hook',
      hook_id: 77,
      username: 'rare_user',
      request_id: 'rare_request',
      timestamp: db.raw(`now() - interval '1 hour'`),
    })
    await db.raw('analyze value_changes')
  })

  /** The plan of the statement that lists the changes. */
  async function planOf(query: string): Promise<string> {
    const { db } = server.deps
    const statements: Statement[] = []
    const listen = (statement: Statement) => statements.push(statement)
    db.on('query', listen)
    const found = await changes(query)
    db.removeListener('query', listen)
    expect(found, query).toHaveLength(1)
    const list = statements.filter(({ sql }) => /from "value_changes"/.test(sql) && /order by/.test(sql))
    expect(list, query).toHaveLength(1)
    const { sql, bindings } = list[0]!
    const plan = await db.raw<{ rows: Record<string, string>[] }>(
      `explain ${sql.replace(/\$\d+/g, '?')}`,
      bindings as string[],
    )
    return plan.rows.map((row) => Object.values(row)[0]).join('\n')
  }

  it.each([
    ['request_id=rare_request', 'request_id'],
    ['username=rare_user', 'username'],
    ['schema_id=rare_field', 'schema_id'],
    ['hook=77', 'hook_id'],
  ])('reads only those: %s', async (query, column) => {
    // Partitions of other months have no or few rows.
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    const scan = `Index Scan [^\\n]* on value_changes_${month} [^\\n]*\\s+Index Cond: \\(\\(organization_id = [^\\n]*${column}`
    expect(await planOf(query)).toMatch(new RegExp(scan))
  })
})
