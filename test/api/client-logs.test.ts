/** Logs of rules and hooks in the shapes that typed clients read (contract 21.17 and 19.32). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { aHook } from './samples/hooks.ts'

useTenantServer()

let annotation_id: number

beforeAll(async () => {
  annotation_id = (await anAnnotation(server.deps.db, tenant)).annotation_id
})

const executed = (given: object = {}) =>
  server.deps.db('rule_executions').insert({
    organization_id: tenant.organization_id,
    rule_id: 1,
    rule_name: 'Large',
    queue_id: tenant.queue_id,
    annotation_id,
    trigger_event: 'validation',
    execution_result: 'success',
    ...given,
  })

describe('rules_execution_logs', () => {
  const list = async (query: string) => (await admin.get(`/rules_execution_logs?${query}`)).body.results
  const rules = async (query: string) => (await list(query)).map((log: { rule_id: number }) => log.rule_id)

  it('have the condition, and results, values and actions aligned by row', async () => {
    await executed({
      rule_id: 11,
      trigger_condition: 'field.item_amount > 100',
      trigger_condition_results: JSON.stringify([true, false]),
      trigger_condition_values: JSON.stringify([{ item_amount: 120 }, { item_amount: 5 }]),
      actions: JSON.stringify([[{ id: 'm' }], null]),
      request_id: 'a-request',
    })
    expect(await list('rule=11')).toEqual([
      expect.objectContaining({
        trigger_condition: 'field.item_amount > 100',
        trigger_condition_results: [true, false],
        trigger_condition_values: [{ item_amount: 120 }, { item_amount: 5 }],
        actions: [[{ id: 'm' }], null],
        request_id: 'a-request',
        execution_error: null,
      }),
    ])
  })

  it('have null in place of actions that were not performed, and texts that are never null', async () => {
    await executed({ rule_id: 12, trigger_condition_results: '[false]', actions: '[null]' })
    expect(await list('rule=12')).toEqual([
      expect.objectContaining({
        trigger_condition: '',
        request_id: '',
        trigger_condition_results: [false],
        trigger_condition_values: null,
        actions: null,
      }),
    ])
  })

  it('of earlier releases have one result', async () => {
    await executed({ rule_id: 13, trigger_condition_values: '{"a": 1}', actions: '[{"id": "m"}]' })
    expect(await list('rule=13')).toEqual([
      expect.objectContaining({
        trigger_condition_results: null,
        trigger_condition_values: [{ a: 1 }],
        actions: [[{ id: 'm' }]],
      }),
    ])
  })

  it('are found by request_id and search, and sorted by the keys of clients', async () => {
    await executed({ rule_id: 21, request_id: 'r-21', rule_name: 'Prices above 50%', execution_result: 'failure' })
    await executed({ rule_id: 22, request_id: 'r-22', trigger_condition: 'field.vat_rate == 21' })
    await executed({ rule_id: 23, execution_error: 'No such field: vat_rate.', execution_result: 'partial_success' })
    expect(await rules('request_id=r-21')).toEqual([21])
    expect(await rules('request_id=r')).toEqual([])
    expect(await rules('search=VAT_RATE&ordering=rule_id')).toEqual([22, 23])
    expect(await rules('search=50%25')).toEqual([21])
    expect(await rules('search=0%25%25')).toEqual([])
    const some = 'rule=21,22,23'
    expect(await rules(`${some}&ordering=-rule_id`)).toEqual([23, 22, 21])
    expect(await rules(`${some}&ordering=execution_result`)).toEqual([21, 23, 22])
    for (const key of ['queue_id', 'annotation_id', 'created_at'])
      expect((await rules(`${some}&ordering=${key},rule_id`)).toSorted(), key).toEqual([21, 22, 23])
  })
})

describe('hooks/logs', () => {
  it('have settings as an object', async () => {
    const hook_id = await aHook(server.deps.db, tenant)
    const at = new Date().toISOString()
    for (const settings of ['{"limit":3}', null]) {
      const call = {
        organization_id: tenant.organization_id,
        hook_id,
        uuid: randomUUID(),
        request_id: randomUUID(),
        event: 'annotation_content',
        action: 'export',
        status: 'completed',
      }
      await server.deps.db('hook_runs').insert({ ...call, started_at: at, finished_at: at })
      const rest = { hook_type: 'webhook', log_level: 'INFO', timestamp: at, start: at, settings }
      await server.deps.db('hook_logs').insert({ ...call, ...rest })
    }
    const { results } = (await admin.get(`/hooks/logs?hook=${hook_id}`)).body
    expect(results.map((log: { settings?: object }) => log.settings)).toEqual([undefined, { limit: 3 }])
    expect(results[0].message).toBe('')
  })
})
