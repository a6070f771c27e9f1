/** Two organizations and a folder for the tests of `sheaf config`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { as } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { server, useTenantServer } from '../support/tenant-server.ts'
import { place, type Ended, type Place } from './run-sheaf.ts'

export let here: Place
export let source: Tenant
export let target: Tenant
export const CODE = 'exports.svc_hook_request_handler = async () => ({})\n'

/** Gives each test two new organizations and an empty folder. */
export function useConfig(): void {
  useTenantServer()
  beforeEach(async () => {
    here = place({ SHEAF_URL: server.root })
    source = await aTenant(server.deps.db)
    target = await aTenant(server.deps.db)
  })
  afterEach(() => here.remove())
}

export const config = (tenant: Tenant, ...args: string[]) =>
  here.run(['config', ...args], { SHEAF_TOKEN: tenant.token })
export const clientOf = (tenant: Tenant) => as(server.root, tenant.token)

export const LARGE = { $expr: { $gt: ['$field.amount_total', 5000] } }

/** The result of a command without what it says about objects that it does not carry. */
export async function changes(tenant: Tenant, ...args: string[]): Promise<Ended> {
  const ended = await config(tenant, ...args)
  return { ...ended, out: ended.out.replace(/^(Not carried|\S+ ".*": (not carried|to be set here): ).*\n/gm, '') }
}

/** The texts of all files of objects in a folder. */
export function textsIn(folder: string): Record<string, string> {
  const names = readdirSync(join(here.path, folder), { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names.filter((name) => /\/.*\.\w+$/.test(name)).map((name) => [name, here.read(`${folder}/${name}`)]),
  )
}

/** Creates an object; returns its URL. */
export async function make(path: string, body: object): Promise<string> {
  const created = await clientOf(source).post(`/${path}`, body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.url as string
}

/** Gives the source a second queue with an engine, a connector and an inbox of its own; what belongs to the first queue has its settings. */
async function fillMore(queue: string): Promise<void> {
  const engine = await make('engines', { name: 'Reader', type: 'extractor', description: 'Reads.', settings: { a: 1 } })
  await make('engine_fields', { engine, name: 'number', label: 'Number', type: 'string' })
  const field = { category: 'datapoint', id: 'number', label: 'Number', type: 'string' }
  const schema = await make('schemas', {
    name: 'Small',
    content: [{ category: 'section', id: 'small', label: 'Small', children: [field] }],
  })
  const connector = await make('connectors', {
    name: 'Ledger',
    queues: [],
    service_url: 'https://ledger.example.org/sheaf',
    authorization_token: 'opens the ledger',
  })
  const workspace = `${server.root}/workspaces/${source.workspace_id}`
  const small = await make('queues', { name: 'Small', schema, engine, connector, workspace })
  await make('inboxes', { name: 'Small inbox', queues: [small], email_prefix: 'small' })
  const trigger = await make('triggers', {
    queue,
    event: 'validation',
    condition: { $or: [{ 'field.currency': { $in: ['eur'] } }] },
  })
  await make('delete_recommendations', { queue, triggers: [trigger] })
  const { inbox } = (await clientOf(source).get(`/queues/${source.queue_id}`)).body as { inbox: string }
  await clientOf(source).patch(`/inboxes/${inbox.split('/').at(-1)}`, {
    dmarc_check_action: 'drop',
    filters: { allowed_senders: ['*@example.org'] },
    body_as_document: 'without_files',
    mailbox: { host: 'imap.example.org', username: 'invoices' },
    mailbox_password: 'opens the mailbox',
  })
  await clientOf(source).patch(`/organizations/${source.organization_id}`, {
    audit_log_months: 24,
    settings: { legal_retention_years: 12 },
  })
}

/** Gives the source one object of each kind that refers to others. */
export async function fill(): Promise<void> {
  const queue = `${server.root}/queues/${source.queue_id}`
  const schema = `${server.root}/schemas/${source.schema_id}`
  const label = await make('labels', { name: 'Urgent', color: '#cc3300' })
  const config = { runtime: 'nodejs22.x', code: CODE }
  const events = ['annotation_content.initialize']
  const first = await make('hooks', {
    name: 'First',
    type: 'function',
    queues: [queue],
    events,
    config,
    secrets: { key: 'kept from view' },
  })
  await make('hooks', {
    name: 'A second',
    queues: [queue],
    run_after: [first],
    events,
    config: { url: 'https://hooks.example.org/lookup', secret: 'signs payloads' },
    settings: { limit: 3 },
  })
  await make('rules', {
    name: 'Large amounts',
    schema,
    trigger_condition: 'field.amount_total > 100',
    actions: [{ id: 'mark', type: 'add_label', event: 'validation', payload: { labels: [label] } }],
  })
  await make('email_templates', {
    name: 'Unreadable',
    queue,
    subject: 'About {{ annotation.id }}',
    message: '<p>Again</p>',
  })
  await make('export_profiles', {
    name: 'Accountant',
    queue,
    columns: [{ heading: 'Net', expression: 'field.amount_total_base', decimals: 2 }],
    encoding: 'windows-1252',
  })
  const approvers = await make('workflows', { name: 'Large', condition: LARGE })
  await make('workflow_steps', {
    name: 'Head',
    workflow: approvers,
    ordering: 1,
    condition: { 'field.currency': 'eur' },
  })
  await make('workflow_steps', { name: 'Board', workflow: approvers, ordering: 2, mode: 'all' })
  await fillMore(queue)
  await clientOf(source).patch(`/queues/${source.queue_id}`, {
    locale: 'de_DE',
    automation_level: 'confident',
    workflows: [{ url: approvers, priority: 3 }],
    settings: { workflows: { enabled: true } },
  })
}
