/** Two organizations and a folder for the tests of `sheaf config`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { as } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { server, useTenantServer } from '../support/tenant-server.ts'
import { place, type Place } from './run-sheaf.ts'

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
  await clientOf(source).patch(`/queues/${source.queue_id}`, {
    locale: 'de_DE',
    automation_level: 'confident',
    workflows: [{ url: approvers, priority: 3 }],
    settings: { workflows: { enabled: true } },
  })
}
