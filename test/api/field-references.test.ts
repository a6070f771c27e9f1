/** Fields that other definitions read cannot disappear unnoticed (contract 10.19). */
import { beforeEach, describe, expect, it } from 'vitest'
import { READERS } from '../../src/domain/references/readers.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { make, step, workflow } from './workflows-setup.ts'

useTenantServer()

/** The field that definitions read, and one that none reads. */
const FIELD = 'order_id'
const OTHER = 'terms'

let queue: { queue_id: number; schema_id: number }
beforeEach(async () => {
  queue = await aQueue(server.deps.db, tenant)
})

const queueOf = () => ({ queue: url('queues', queue.queue_id) })
const link = async (flow: { url: string }) => {
  const linked = await admin.patch(`/queues/${queue.queue_id}`, { workflows: [{ url: flow.url, priority: 1 }] })
  expect(linked.status).toBe(200)
}
const settings = async (given: object) => {
  const changed = await admin.patch(`/queues/${queue.queue_id}`, { settings: given })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  return queue.queue_id
}
const content = async () => (await admin.get(`/schemas/${queue.schema_id}`)).body.content as SchemaContent
const without = (before: SchemaContent, id: string): SchemaContent =>
  before.map((section) => ({ ...section, children: section.children.filter((child) => child.id !== id) }))
const remove = async (id: string, query = '') =>
  admin.patch(`/schemas/${queue.schema_id}${query}`, { content: without(await content(), id) })
const rename = async (from: string, to: string, query = '') =>
  admin.patch(`/schemas/${queue.schema_id}${query}`, {
    content: (await content()).map((section) => ({
      ...section,
      children: section.children.map((child) => (child.id === from ? { ...child, id: to, renamed_from: from } : child)),
    })),
  })
const read = async (path: string) => (await admin.get(path)).body

interface Definition {
  /** Creates a definition that reads the field. Returns its id. */
  create: () => Promise<number>
  /** What is left of it after a change by force. */
  after: (id: number) => Promise<unknown>
  disabled: unknown
}

const condition = { $expr: { $eq: [`$field.${FIELD}`, 'PO-1'] } }
const DEFINITIONS: Record<string, Definition> = {
  workflow: {
    create: async () => {
      const flow = await workflow({ condition })
      await link(flow)
      return flow.id
    },
    after: async (id) => (await read(`/workflows/${id}`)).condition,
    // Documents stop (contract 24.18): a workflow without this condition would let them pass.
    disabled: condition,
  },
  workflow_step: {
    create: async () => {
      const flow = await workflow()
      await link(flow)
      return (await step(flow, 1, { condition })).id
    },
    after: async (id) => (await read(`/workflow_steps/${id}`)).condition,
    disabled: condition,
  },
  rule: {
    create: async () => {
      const body = { name: 'Orders', queues: [queueOf().queue], trigger_condition: `is_empty(field.${FIELD})` }
      return (await make('/rules', body)).id
    },
    after: async (id) => (await read(`/rules/${id}`)).enabled,
    disabled: false,
  },
  trigger: {
    create: async () => {
      const test = { [`field.${FIELD}`]: { $and: [{ $exists: true }, { $regex: '^PO' }] } }
      return (await make('/triggers', { ...queueOf(), event: 'annotation_imported', condition: { $and: [test] } })).id
    },
    after: async (id) => (await read(`/triggers/${id}`)).event,
    disabled: 'annotation_imported',
  },
  email_template: {
    create: async () => {
      const to = [{ type: 'datapoint', value: FIELD }]
      return (await make('/email_templates', { ...queueOf(), name: 'Order', type: 'custom', to })).id
    },
    after: async (id) => (await read(`/email_templates/${id}`)).to,
    disabled: [{ type: 'datapoint', value: FIELD }],
  },
  hook: {
    create: async () => {
      const body = {
        name: 'Check',
        type: 'webhook',
        queues: [queueOf().queue],
        events: ['annotation_content.initialize'],
        config: { url: 'https://hooks.example.com/check', secret: 'for the signature' },
        settings: { fields: [FIELD], note: OTHER },
        settings_schema: {
          type: 'object',
          properties: { fields: { type: 'array', items: { type: 'string', format: 'schema-id' } } },
        },
      }
      return (await make('/hooks', body)).id
    },
    after: async (id) => (await read(`/hooks/${id}`)).active,
    disabled: false,
  },
  export_profile: {
    create: async () => {
      const columns = [{ heading: 'Order', expression: `field.${FIELD}.upper()` }]
      return (await make('/export_profiles', { ...queueOf(), name: 'Orders', columns })).id
    },
    after: async (id) => (await read(`/export_profiles/${id}`)).enabled,
    disabled: false,
  },
  duplicate_rules: {
    create: () => settings({ duplicate_rules: [{ schema_ids: [FIELD, OTHER] }, { schema_ids: ['document_id'] }] }),
    after: async (id) => (await read(`/queues/${id}`)).settings.duplicate_rules,
    disabled: [{ schema_ids: ['document_id'] }],
  },
  suggested_recipients_sources: {
    create: () =>
      settings({
        suggested_recipients_sources: [{ source: 'extracted_value', schema_id: FIELD }, { source: 'email_header' }],
      }),
    after: async (id) => (await read(`/queues/${id}`)).settings.suggested_recipients_sources,
    disabled: [expect.objectContaining({ source: 'email_header' })],
  },
}

it('are known for every kind of definition', () => {
  expect(Object.keys(DEFINITIONS)).toEqual(READERS.filter(({ isDisplay }) => !isDisplay).map(({ type }) => type))
})

describe.each(Object.entries(DEFINITIONS))('a field that is read by %s', (type, { create, after, disabled }) => {
  it('cannot be removed from the schema, nor renamed, without force', async () => {
    const id = await create()
    const before = await content()
    const renamed = before.map((section) => ({
      ...section,
      children: section.children.map((child) => (child.id === FIELD ? { ...child, id: 'po_number' } : child)),
    }))
    for (const answer of [
      await remove(FIELD),
      await admin.patch(`/schemas/${queue.schema_id}`, { content: renamed }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'conflict_referenced', references: [{ type, id, fields: [FIELD], effect: expect.any(String) }] },
      })
      expect(answer.body.detail).toContain(`${type} ${id} (`)
      expect(answer.body.detail).toContain('?force=true')
    }
    expect(await content()).toEqual(before)
  })

  it('can be removed with force, which disables the reader and is recorded', async () => {
    const id = await create()
    expect((await remove(FIELD, '?force=true')).status).toBe(200)
    expect(JSON.stringify(await content())).not.toContain(`"${FIELD}"`)
    expect(await after(id)).toEqual(disabled)
    const { results } = await read(`/audit_logs?object_type=schema&object_id=${queue.schema_id}&action=update`)
    expect(results[0].content.details.disabled).toMatchObject([{ type, id, fields: [FIELD] }])
  })

  it('can be renamed and renamed back with `renamed_from`, which the reader follows', async () => {
    const id = await create()
    const reader = READERS.find((one) => one.type === type)!
    const fields = async () => {
      const found = await reader.find(server.deps.db, { queue_ids: [queue.queue_id], schema_id: queue.schema_id })
      return found.find((one) => one.id === id)!.fields
    }
    const before = await after(id)
    for (const [from, to] of [
      [FIELD, 'po_number'],
      ['po_number', FIELD],
    ] as const) {
      const read = await fields()
      const answer = await rename(from, to)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(JSON.stringify(answer.body.content)).not.toContain('renamed_from')
      expect(await fields()).toEqual(read.map((one) => (one === from ? to : one)).sort())
    }
    expect(await after(id)).toEqual(before)
  })

  it('is missed by another schema for the queue too', async () => {
    const id = await create()
    const made = await make('/schemas', { name: 'Less', content: without(await content(), FIELD) })
    const swap = (query = '') => admin.patch(`/queues/${queue.queue_id}${query}`, { schema: made.url })
    expect(await swap()).toMatchObject({ status: 409, body: { references: [{ type, id }] } })
    expect((await swap('?force=true')).status).toBe(200)
    expect(await after(id)).toEqual(disabled)
  })

  it('is missed by a request that sets the settings too', async () => {
    const id = await create()
    const made = await make('/schemas', { name: 'Less', content: without(await content(), FIELD) })
    const { settings: own } = await read(`/queues/${queue.queue_id}`)
    const changed = await admin.patch(`/queues/${queue.queue_id}?force=true`, { schema: made.url, settings: own })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(await after(id)).toEqual(disabled)
  })

  it('leaves other changes of the schema as they were', async () => {
    await create()
    const before = await content()
    const relabelled = before.map((section) => ({ ...section, label: `${section.label}!` }))
    expect((await admin.patch(`/schemas/${queue.schema_id}`, { content: relabelled })).status).toBe(200)
    if (type !== 'duplicate_rules') expect((await remove(OTHER)).status).toBe(200)
  })
})

it('columns of the list follow a rename, and do not prevent that their field is removed', async () => {
  await settings({ columns: [{ schema_id: FIELD }, { schema_id: OTHER }] })
  expect((await rename(FIELD, 'po_number')).status).toBe(200)
  const columns = [{ schema_id: 'po_number' }, { schema_id: OTHER }]
  expect((await read(`/queues/${queue.queue_id}`)).settings.columns).toEqual(columns)
  expect((await remove('po_number')).status).toBe(200)
})

it('a workflow that other queues have too prevents a rename, unless it is forced and stops their documents', async () => {
  const flow = await workflow({ condition })
  await link(flow)
  const first = queue
  queue = await aQueue(server.deps.db, tenant)
  await link(flow)
  queue = first
  expect(await rename(FIELD, 'po_number')).toMatchObject({
    status: 409,
    body: { references: [{ type: 'workflow', id: flow.id, fields: [FIELD] }] },
  })
  expect((await rename(FIELD, 'po_number', '?force=true')).status).toBe(200)
  expect((await read(`/workflows/${flow.id}`)).condition).toEqual(condition)
})

it('definitions of other queues are not asked', async () => {
  await DEFINITIONS.workflow!.create()
  queue = await aQueue(server.deps.db, tenant)
  expect((await remove(FIELD)).status).toBe(200)
})

it('a value of force that is not a boolean is refused', async () => {
  expect(await remove(OTHER, '?force=perhaps')).toMatchObject({
    status: 400,
    body: { force: ['Must be true or false.'] },
  })
})

describe('settings that name fields', () => {
  const patch = (given: object) => admin.patch(`/queues/${queue.queue_id}`, { settings: given })
  const rules = (...schema_ids: string[]) => ({ duplicate_rules: [{ schema_ids }] })

  it('are refused if the schema does not have the field, or has it in a table', async () => {
    expect(await patch(rules(FIELD, 'no_such'))).toMatchObject({
      status: 400,
      body: { settings: { duplicate_rules: ['The schema has no field "no_such".'] } },
    })
    expect(await patch(rules('item_code'))).toMatchObject({
      status: 400,
      body: {
        settings: { duplicate_rules: ['The field "item_code" is in a table, so that it has no single value.'] },
      },
    })
    const source = { source: 'extracted_value', schema_id: 'no_such' }
    expect(await patch({ suggested_recipients_sources: [source] })).toMatchObject({
      status: 400,
      body: { settings: { suggested_recipients_sources: ['The schema has no field "no_such".'] } },
    })
    const body = { name: 'New', workspace: url('workspaces', tenant.workspace_id) }
    const schema = url('schemas', queue.schema_id)
    expect((await admin.post('/queues', { ...body, schema, settings: rules('no_such') })).status).toBe(400)
    expect((await admin.post('/queues', { ...body, schema, settings: rules(FIELD) })).status).toBe(201)
  })

  it('can be sent back with what they have', async () => {
    await server.deps
      .db('queues')
      .where('id', queue.queue_id)
      .update({ settings: rules('no_such') })
    const { body } = await admin.get(`/queues/${queue.queue_id}`)
    expect((await admin.put(`/queues/${queue.queue_id}`, body)).status).toBe(200)
    expect((await patch(rules('no_such', 'nor_this'))).status).toBe(400)
  })
})
