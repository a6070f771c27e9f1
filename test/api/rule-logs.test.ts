/** Logs of the executed actions of rules (contract 21.16). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

describe('/v1/rules_execution_logs', () => {
  const log = async (given: object = {}) => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const row = {
      organization_id: tenant.organization_id,
      rule_id: 7,
      rule_name: 'Large',
      queue_id: tenant.queue_id,
      annotation_id,
      trigger_event: 'validation',
      execution_result: 'success',
      created_at: '2026-01-01T00:00:00Z',
      ...given,
    }
    await server.deps.db('rule_executions').insert(row)
    return row
  }
  const list = async (query: string) => (await admin.get(`/rules_execution_logs?${query}`)).body

  it('lists the executed actions of rules, newest first', async () => {
    const first = await log({
      execution_result: 'failure',
      execution_error: 'No such field.',
      request_id: 'r1',
      trigger_condition_values: JSON.stringify({ 'field.amount_total': 3 }),
      actions: JSON.stringify([{ id: 'm' }]),
    })
    const second = await log({ created_at: '2026-02-01T00:00:00Z' })
    const { results, pagination } = await list('')
    expect(pagination.total).toBe(2)
    expect(results.map((row: { annotation_id: number }) => row.annotation_id)).toEqual([
      second.annotation_id,
      first.annotation_id,
    ])
    expect(results[1]).toEqual({
      rule_id: 7,
      rule_name: 'Large',
      queue_id: tenant.queue_id,
      annotation_id: first.annotation_id,
      trigger_event: 'validation',
      execution_result: 'failure',
      execution_error: 'No such field.',
      created_at: expect.stringMatching(/^2026-01-01T00:00:00.*Z$/),
      request_id: 'r1',
      trigger_condition: '',
      trigger_condition_results: null,
      trigger_condition_values: [{ 'field.amount_total': 3 }],
      actions: [[{ id: 'm' }]],
    })
    const page = await list('page_size=1')
    expect((await admin.get(page.pagination.next)).body.results[0].annotation_id).toBe(first.annotation_id)
  })

  it('filters by rule, queue, annotation, event, result and time', async () => {
    const one = await log({
      rule_id: 8,
      trigger_event: 'annotation_imported',
      execution_result: 'partial_success',
      created_at: '2025-06-01T00:00:00Z',
    })
    for (const query of [
      'rule=8',
      `annotation=${one.annotation_id}`,
      'trigger_event=annotation_imported',
      'execution_result=partial_success',
      'created_at_before=2025-07-01',
    ])
      expect(
        (await list(query)).results.map((row: { rule_id: number }) => row.rule_id),
        query,
      ).toEqual([8])
    expect((await list(`queue=${tenant.queue_id}&created_at_after=2025-07-01&rule=8`)).results).toEqual([])
    expect((await admin.get('/rules_execution_logs?execution_result=maybe')).status).toBe(400)
  })

  it('is readable only by administrators, and only as a list', async () => {
    await log()
    const manager = as(server.root, (await aPerson(server.deps.db, tenant, 'manager')).token)
    expect((await manager.get('/rules_execution_logs')).status).toBe(403)
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    expect((await stranger.get('/rules_execution_logs')).body.results).toEqual([])
    expect((await admin.post('/rules_execution_logs', {})).status).toBe(405)
    expect((await admin.get('/rules_execution_logs/1')).status).toBe(404)
  })
})
